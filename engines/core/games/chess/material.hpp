// Draws by material: which side still has enough pieces to mate with the other's help (FIDE 5.2.2,
// 6.9). By material alone: a blocked position in which nobody can mate is not seen.
#pragma once

#include "games/chess/state.hpp"

namespace zeitnot::chess {

// Can `side` mate by any series of legal moves, as far as material says?
inline bool can_mate(const State& state, int side) {
    const Board own = state.sides[index(side)], other = state.sides[index(side ^ 1)];
    if (own & (state.kinds[pawn] | state.kinds[rook] | state.kinds[queen])) return true;
    if (own & state.kinds[knight]) {
        // One knight needs an enemy piece to stand in the way of its own king; a queen never has
        // to.
        return size(own) > 2 || (other & ~(state.kinds[king] | state.kinds[queen])) != 0;
    }
    if (own & state.kinds[bishop]) {
        // Bishops of one colour need something to stand on the other.
        const Board bishops = state.kinds[bishop];
        const bool both = (bishops & dark) != 0 && (bishops & ~dark) != 0;
        return both || (state.kinds[pawn] | state.kinds[knight]) != 0;
    }
    return false;
}

// Neither can: the game is over at once.
inline bool is_dead(const State& state) {
    if (state.kinds[pawn] | state.kinds[rook] | state.kinds[queen]) return false;
    return !can_mate(state, white) && !can_mate(state, black);
}

}  // namespace zeitnot::chess
