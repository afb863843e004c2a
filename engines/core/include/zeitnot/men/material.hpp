// Draws by insufficient material: whether a side could still mate if the opponent helped
// (FIDE 5.2.2, 6.9). Only the material is considered: a blocked position in which neither side can
// mate is not detected.
#pragma once

#include "zeitnot/men/state.hpp"

namespace zeitnot::chess {

// Whether the material allows `side` to mate by some series of legal moves.
inline bool can_mate(const State& state, int side) {
    const Board own = state.sides[index(side)], other = state.sides[index(side ^ 1)];
    if (own & (state.kinds[pawn] | state.kinds[rook] | state.kinds[queen])) return true;
    if (own & state.kinds[knight]) {
        // A lone knight can mate only if an enemy piece blocks its king; a queen can always avoid
        // that.
        return size(own) > 2 || (other & ~(state.kinds[king] | state.kinds[queen])) != 0;
    }
    if (own & state.kinds[bishop]) {
        // Bishops on one colour can mate only if a piece can block on the other colour.
        const Board bishops = state.kinds[bishop];
        const bool both = (bishops & dark_squares) != 0 && (bishops & ~dark_squares) != 0;
        return both || (state.kinds[pawn] | state.kinds[knight]) != 0;
    }
    return false;
}

// Whether neither side can mate, so that the game is over.
inline bool is_dead(const State& state) {
    if (state.kinds[pawn] | state.kinds[rook] | state.kinds[queen]) return false;
    return !can_mate(state, white) && !can_mate(state, black);
}

}  // namespace zeitnot::chess
