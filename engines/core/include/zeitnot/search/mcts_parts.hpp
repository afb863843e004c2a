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
    reuse,         // continues in the subtree of the moves played since the last search
    solver,        // backs up proved wins, losses and draws
    rave,          // all moves as first: a move's mean over simulations that play it later
    priors,        // initialises a move's mean from the evaluation
    widening,      // progressive widening: at first only the moves with the highest priors
    urgency,       // first-play urgency: the assumed value of an unvisited move
    virtual_loss,  // threads avoid the paths of other threads
    puct,          // selects by the evaluator's policy, where there is an evaluator
};

inline constexpr std::array<std::string_view, 8> mcts_part_names{
    "reuse", "solver", "rave", "priors", "widening", "urgency", "virtual_loss", "puct"};

using MctsParts = EnumSet<MctsPart, mcts_part_names.size()>;

constexpr std::optional<MctsPart> mcts_part_of(std::string_view name) {
    return value_named<MctsPart>(mcts_part_names, name);
}

}  // namespace zeitnot
