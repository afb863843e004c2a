// Scaling of endings that are drawn more often than their material suggests.
//
// A side without pawns must be a rook ahead to win, and opposite-coloured bishops are drawish. Also
// contains the bonus for driving a bare king to the edge, with one's own king near.
#pragma once

#include <algorithm>

#include "zeitnot/men/state.hpp"

namespace zeitnot::chess {

inline constexpr int full_scale = 64;

// Knights and bishops count 3, rooks 5, queens 9.
inline int piece_value(const State& state, int side) {
    return 3 * static_cast<int>(size(state.pieces(side, knight) | state.pieces(side, bishop))) +
           5 * static_cast<int>(size(state.pieces(side, rook))) +
           9 * static_cast<int>(size(state.pieces(side, queen)));
}

inline bool has_opposite_bishops(const State& state) {
    const Board ours = state.pieces(white, bishop), theirs = state.pieces(black, bishop);
    if (size(ours) != 1 || size(theirs) != 1) return false;
    return ((ours & dark_squares) != 0) != ((theirs & dark_squares) != 0);
}

// The factor of the ending score in 64ths. `ahead_side`: the side that is ahead.
inline int scale(const State& state, int ahead_side) {
    const int pawns = static_cast<int>(size(state.pieces(ahead_side, pawn)));
    const int strong = piece_value(state, ahead_side);
    const int weak = piece_value(state, ahead_side ^ 1);
    if (pawns == 0 && strong - weak <= 3) return strong < 5 ? 0 : weak <= 3 ? 4 : 14;
    // Two knights cannot force mate.
    if (pawns == 0 && strong == 6 && size(state.pieces(ahead_side, knight)) == 2) return 2;
    if (has_opposite_bishops(state))
        return strong == 3 && weak == 3 ? 20 + 4 * pawns : 40 + 2 * pawns;
    return std::min(full_scale, 40 + 6 * pawns + 3 * (strong - weak));
}

constexpr int edge_distance(int square) {
    const int x = square % 8, y = square / 8;
    return std::min(std::min(x, 7 - x), std::min(y, 7 - y));
}

// A bishop and a knight mate only in a corner of the bishop's colour.
constexpr int corner_distance(int square, bool dark_corner) {
    const int corner_square = dark_corner ? 0 : 7;  // a1 or h1; the other corner is opposite
    return std::min(distance(square, corner_square), distance(square, 63 - corner_square));
}

// A bonus in centipawns for driving the opponent's bare king to the edge, or to the right corner.
inline int mating_progress(const State& state, int side) {
    const int bare_king = state.king_of(side ^ 1);
    const Board knights = state.pieces(side, knight), bishops = state.pieces(side, bishop);
    const bool corner = size(state.sides[index(side)]) == 3 && knights != 0 && bishops != 0;
    const int corner_steps = corner ? corner_distance(bare_king, (bishops & dark_squares) != 0) : 0;
    return 15 * (3 - edge_distance(bare_king)) - 20 * corner_steps -
           10 * distance(bare_king, state.king_of(side));
}

}  // namespace zeitnot::chess
