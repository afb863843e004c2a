// A board of connect four as the solver and the book see it, and the values of its ends.
//
// The value of a position is how many stones the winner would still have had in hand, the last one
// included, so that sooner wins are worth more: 1 for a win with one's last stone, 0 for a draw.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "games/connect4/board.hpp"

namespace zeitnot::connect4 {

// The stones of the side to move, and of both.
struct Sides {
    Board own, mask;

    [[nodiscard]] Board enemy() const { return own ^ mask; }
    [[nodiscard]] int plies() const { return std::popcount(mask); }
    [[nodiscard]] Sides after(Board stone) const { return {own ^ mask, mask | stone}; }
};

constexpr Board mirrored(Board board) {
    Board mirror = 0;
    for (int column = 0; column < columns; ++column)
        mirror |= (board >> (column_bits * column) & column_of(0))
                  << (column_bits * (columns - 1 - column));
    return mirror;
}

// A number that no other position has: in the sum each column is its height, marked by a one above
// the stones of the side to move. The smaller of a position's and its mirror image's.
constexpr Board symmetric_key(const Sides& at) {
    return std::min(at.own + at.mask, mirrored(at.own) + mirrored(at.mask));
}

// The value of winning with the stone that is the `ply`th on the board.
constexpr int value_of_win(int ply) { return (cells + 2 - ply) / 2; }

inline constexpr int max_value = value_of_win(1);

// Plies to the end of a position with this value that is not 0.
constexpr int plies_to_end(int value, int plies) {
    const int winner = value > 0 ? plies & 1 : ~plies & 1;
    return cells + 1 + winner - 2 * std::abs(value) - plies;
}

}  // namespace zeitnot::connect4
