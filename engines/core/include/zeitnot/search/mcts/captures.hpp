// A small quiescence search for leaves: tries only captures that lose nothing in the exchange, or
// no move at all if captures are not mandatory.
//
// The static value in the middle of an exchange means little. The depth is bounded, so that a leaf
// costs little more than its evaluation.
#pragma once

#include <algorithm>

#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

inline constexpr int capture_plies = 4;

template <Capturing P, class E>
Score after_captures(const P& position, const E& evaluation, Score alpha = -infinite_score,
                     Score beta = infinite_score, int plies = capture_plies) {
    const bool may_stand_pat = !must_capture(position) || plies == 0;
    Score best = may_stand_pat ? evaluation(position) : -infinite_score;
    if (best >= beta || plies == 0) return best;
    alpha = std::max(alpha, best);
    typename P::Moves moves;
    position.captures(moves);
    for (const auto move : moves) {
        const bool is_futile = best + position.capture_gain(move) <= alpha;
        if (may_stand_pat && (is_futile || !see_ge(position, move, 0))) continue;
        P next = position;
        next.play(move);
        const bool same = next.turn() == position.turn();
        const Score score = same ? after_captures(next, evaluation, alpha, beta, plies - 1)
                                 : -after_captures(next, evaluation, -beta, -alpha, plies - 1);
        best = std::max(best, score);
        alpha = std::max(alpha, best);
        if (best >= beta) break;
    }
    return best;
}

}  // namespace zeitnot
