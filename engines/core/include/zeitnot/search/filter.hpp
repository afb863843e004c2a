// Move filter: only moves that the static evaluation finds nearly as good as the best are searched.
//
// In a game with many moves and an accurate evaluation, the other moves would cost most of the time
// and are hardly ever best (compare GNU Backgammon's move filters). An evaluation enables the
// filter by its constant `filter`.
#pragma once

#include <algorithm>
#include <cstdint>

#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/ordering.hpp"

namespace zeitnot {

// At most `max_moves` moves, none of them more than `margin` below the best, in the evaluation's
// unit; at least `min_moves`.
struct Filter {
    std::size_t min_moves;
    std::size_t max_moves;
    double margin;
};

template <class P>
concept Filtered = requires {
    { Evaluation<P>::filter } -> std::convertible_to<Filter>;
};

// Sorts the moves by the evaluation of the position after each, best first; returns how many of
// them pass the filter.
template <Stochastic P>
    requires Filtered<P>
std::size_t rank_and_filter(const P& position, const Evaluation<P>& evaluation,
                            RankedMoves<P>& moves) {
    static constexpr Filter filter = Evaluation<P>::filter;
    static constexpr double unit = 1e6;
    for (auto& move : moves) {
        P next = position;
        next.play(move.move);
        const auto end = next.result();
        const double value = end ? evaluation.final_value(next, *end) : evaluation(next);
        const double mover_value = next.turn() == position.turn() ? value : -value;
        move.rank = static_cast<std::int32_t>(mover_value * unit);
    }
    std::stable_sort(moves.begin(), moves.end(),
                     [](const auto& a, const auto& b) { return a.rank > b.rank; });
    std::size_t count = std::min(filter.min_moves, moves.size());
    while (count < std::min(filter.max_moves, moves.size()) &&
           moves[0].rank - moves[count].rank <= filter.margin * unit)
        ++count;
    return count;
}

}  // namespace zeitnot
