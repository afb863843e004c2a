// The board of connect four for the solver and the book, and the scale of their values.
//
// The value of a position is the number of stones that the winner has left before the winning move,
// so that faster wins count more: 1 for a win with the last stone, 0 for a draw (Pons).
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

// A unique number of the position and its mirror image: the smaller of both sums. In a sum, the
// highest bit of each column marks its height, above the stones of the side to move.
constexpr Board symmetric_key(const Sides& sides) {
    return std::min(sides.own + sides.mask, mirrored(sides.own) + mirrored(sides.mask));
}

// The value of a win by the `ply`th stone.
constexpr int value_of_win(int ply) { return (cells + 2 - ply) / 2; }

inline constexpr int max_value = value_of_win(1);

// Plies to the end of the game. `value` is not 0.
constexpr int plies_to_end(int value, int plies) {
    const int winner = value > 0 ? plies & 1 : ~plies & 1;
    return cells + 1 + winner - 2 * std::abs(value) - plies;
}

}  // namespace zeitnot::connect4
