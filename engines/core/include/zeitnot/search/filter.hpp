// Which moves are worth searching: those that the static evaluation finds nearly as good as the
// best.
//
// Where a game has many moves and an evaluation that is seldom far off, the others cost most of the
// time and are hardly ever played (GNU Backgammon calls this its move filters). An evaluation asks
// for it by its constant `filter`.
#pragma once

#include <algorithm>
#include <cstdint>

#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/ordering.hpp"

namespace zeitnot {

// At most `most` moves, none of them further than `margin` below the best, in the evaluation's
// unit; `least` in any case.
struct Filter {
    std::size_t least;
    std::size_t most;
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
        const double own = next.turn() == position.turn() ? value : -value;
        move.rank = static_cast<std::int32_t>(own * unit);
    }
    std::stable_sort(moves.begin(), moves.end(),
                     [](const auto& a, const auto& b) { return a.rank > b.rank; });
    std::size_t count = std::min(filter.least, moves.size());
    while (count < std::min(filter.most, moves.size()) &&
           moves[0].rank - moves[count].rank <= filter.margin * unit)
        ++count;
    return count;
}

}  // namespace zeitnot
