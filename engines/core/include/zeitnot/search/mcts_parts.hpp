// The parts of Monte-Carlo tree search beyond plain UCT, each of which can be switched off to
// measure what it gains.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "zeitnot/enum_set.hpp"

namespace zeitnot {

enum class MctsPart : std::uint8_t {
    reuse,         // goes on in the subtree of the moves played since the last search
    solver,        // backs up proved wins, losses and draws
    rave,          // all moves as first: a move's mean wherever it was played later
    priors,        // begins a move's mean with what its look suggests
    widening,      // at first only the moves that look best (progressive widening)
    urgency,       // first-play urgency: what an unvisited move competes at
    virtual_loss,  // threads avoid the path that another one is on
    puct,          // selects by the evaluator's policy, where there is an evaluator
};

inline constexpr std::array<std::string_view, 8> mcts_part_names{
    "reuse", "solver", "rave", "priors", "widening", "urgency", "virtual_loss", "puct"};

using MctsParts = EnumSet<MctsPart, mcts_part_names.size()>;

constexpr std::optional<MctsPart> mcts_part_of(std::string_view name) {
    return value_named<MctsPart>(mcts_part_names, name);
}

}  // namespace zeitnot
