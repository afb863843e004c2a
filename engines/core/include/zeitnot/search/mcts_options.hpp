// The options of Monte-Carlo tree search.
#pragma once

#include <any>
#include <cstdint>
#include <optional>

#include "zeitnot/search/mcts_parts.hpp"

namespace zeitnot {

enum class BestBy : std::uint8_t { visits, rate };

// UCB1's constant, without and with RAVE, which explores on its own.
inline constexpr double uct_exploration = 0.3, rave_exploration = 0.02;
// First-play urgency: how much more than its estimate an unvisited move counts, without and with
// RAVE. A margin of 1 is more than any mean, so that every move is tried once; RAVE knows which
// moves are not worth a try.
inline constexpr double uct_urgency = 1, rave_urgency = 0.1;

struct MctsOptions {
    MctsParts without{};                // parts that are switched off
    std::optional<double> exploration;  // c in mean + c·√(2 ln n / nᵢ); empty: as above
    BestBy best_by = BestBy::visits;
    std::uint64_t seed = 1;            // of the first thread; the others' follow from it
    std::optional<int> playout_plies;  // then the leaf is evaluated; empty: see playouts.hpp
    std::optional<int> expand_after;   // visits of a leaf before its moves are listed; empty: 1,
                                       // or MovePriors's where moves are evaluated then
    double rave_equivalence = 1000;    // visits after which a move's own mean counts as much
    std::optional<double> urgency;     // margin of first-play urgency; empty: as above
    std::optional<int> prior_visits;   // how many a move's prior counts as; empty: MovePriors's
    std::optional<double> puct_exploration;  // PUCT's constant; empty: the evaluator's
    // λ in a leaf's score, (1 − λ)·value + λ·playout; empty: the evaluator's.
    std::optional<double> playout_share;
    int batch = 8;       // the number of positions that the evaluator gets at once
    std::any evaluator;  // std::shared_ptr<Evaluator<P>>; see mcts/evaluator.hpp
};

}  // namespace zeitnot
