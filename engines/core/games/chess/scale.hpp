// Endings that are drawn more often than the pieces on the board say.
//
// A side without pawns needs a rook more to win; bishops of opposite colours keep pawns apart. And
// the way to mate a bare king: to the edge, with one's own king near.
#pragma once

#include <algorithm>

#include "games/chess/state.hpp"

namespace zeitnot::chess {

inline constexpr int full_scale = 64;

// Knights and bishops count 3, rooks 5, queens 9.
inline int pieces_worth(const State& state, int side) {
    return 3 * static_cast<int>(size(state.pieces(side, knight) | state.pieces(side, bishop))) +
           5 * static_cast<int>(size(state.pieces(side, rook))) +
           9 * static_cast<int>(size(state.pieces(side, queen)));
}

inline bool opposite_bishops(const State& state) {
    const Board ours = state.pieces(white, bishop), theirs = state.pieces(black, bishop);
    if (size(ours) != 1 || size(theirs) != 1) return false;
    return ((ours & dark) != 0) != ((theirs & dark) != 0);
}

// In 64ths: what the ending part of the score is worth to the side that is ahead.
inline int scale(const State& state, int ahead_side) {
    const int pawns = static_cast<int>(size(state.pieces(ahead_side, pawn)));
    const int strong = pieces_worth(state, ahead_side);
    const int weak = pieces_worth(state, ahead_side ^ 1);
    if (pawns == 0 && strong - weak <= 3) return strong < 5 ? 0 : weak <= 3 ? 4 : 14;
    // Two knights cannot force mate.
    if (pawns == 0 && strong == 6 && size(state.pieces(ahead_side, knight)) == 2) return 2;
    if (opposite_bishops(state)) return strong == 3 && weak == 3 ? 20 + 4 * pawns : 40 + 2 * pawns;
    return std::min(full_scale, 40 + 6 * pawns + 3 * (strong - weak));
}

constexpr int edge_distance(int square) {
    const int x = square % 8, y = square / 8;
    return std::min(std::min(x, 7 - x), std::min(y, 7 - y));
}

// A bishop and a knight mate only in a corner of the bishop's colour.
constexpr int corner_distance(int square, bool dark_corner) {
    const int one = dark_corner ? 0 : 7;  // a1 or h1; the other lies across
    return std::min(steps(square, one), steps(square, 63 - one));
}

// How far `side` has driven the bare king of the other.
inline int driven(const State& state, int side) {
    const int prey = state.king_of(side ^ 1);
    const Board knights = state.pieces(side, knight), bishops = state.pieces(side, bishop);
    const bool corner = size(state.sides[index(side)]) == 3 && knights != 0 && bishops != 0;
    const int away = corner ? corner_distance(prey, (bishops & dark) != 0) : 0;
    return 15 * (3 - edge_distance(prey)) - 20 * away - 10 * steps(prey, state.king_of(side));
}

}  // namespace zeitnot::chess
