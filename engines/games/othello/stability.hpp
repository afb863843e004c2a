// Stable discs, quadrants of odd parity and neighbours, for Othello's endgame solver.
//
// It is an advantage to move last in a region (parity), and discs that can never flip bound the
// result (stability; both in Rosenbloom, "A world-championship-level Othello program",
// Artificial Intelligence 19, 1982).
#pragma once

#include <array>
#include <bit>

#include "games/othello/board.hpp"

namespace zeitnot::othello {

inline constexpr Board corners = 0x8100'0000'0000'0081;
inline constexpr Board first_column = 0x0101'0101'0101'0101, last_column = first_column << 7;
inline constexpr Board border = first_column | last_column | 0xFF | Board{0xFF} << 56;
// Worse than any margin.
inline constexpr int minus_infinity = -100;

// A position of the end solver: the discs of the side to move and of the enemy, and the empty
// squares.
struct SolverPosition {
    Board own, enemy, empty;
};

constexpr Board disc_on(int square) { return Board{1} << square; }

constexpr Board neighbours_of(Board b) {
    const Board row = b | (b << 1 & ~first_column) | (b >> 1 & ~last_column);
    return row | row << 8 | row >> 8;
}

inline constexpr auto neighbours = [] {
    std::array<Board, 64> neighbours{};
    for (int i = 0; i < 64; ++i)
        neighbours[static_cast<std::size_t>(i)] = neighbours_of(disc_on(i));
    return neighbours;
}();

// The quadrants of the board with an odd number of empty squares. The side to move should play
// there, so that it moves last in them.
constexpr Board odd_quadrants(Board empty) {
    constexpr Board quadrant = 0x0000'0000'0F0F'0F0F;
    Board odd = 0;
    for (const int shift : {0, 4, 32, 36}) {
        if (std::popcount(empty & quadrant << shift) % 2 != 0) odd |= quadrant << shift;
    }
    return odd;
}

// The squares of diagonals without an empty square; `shift` is 7 or 9.
constexpr Board full_diagonals(Board empty, int shift) {
    const Board up = shift == 9 ? ~first_column : ~last_column;
    const Board down = shift == 9 ? ~last_column : ~first_column;
    Board above = empty, below = empty, clear_up = up, clear_down = down;
    for (int step = shift; step <= 4 * shift; step *= 2) {
        above |= above << step & clear_up;
        below |= below >> step & clear_down;
        clear_up &= clear_up << step;
        clear_down &= clear_down >> step;
    }
    return ~(above | below);
}

// Some of the discs of `own` that can never flip: those that in each of the four directions are on
// a full line, at the border, or next to a stable disc.
constexpr Board stable(Board own, Board filled) {
    Board rows = filled & filled >> 4;
    rows &= rows >> 2;
    rows = (rows & rows >> 1 & first_column) * 0xFF;
    Board columns = filled & std::rotl(filled, 32);
    columns &= std::rotl(columns, 16);
    columns &= std::rotl(columns, 8);
    rows |= first_column | last_column;
    columns |= 0xFF | Board{0xFF} << 56;
    const Board rising = border | full_diagonals(~filled, 9);
    const Board falling = border | full_diagonals(~filled, 7);
    Board stable = rows & columns & rising & falling & own;
    for (Board previous = 0; previous != stable;) {
        previous = stable;
        stable |= own & (rows | stable << 1 | stable >> 1) & (columns | stable << 8 | stable >> 8) &
                  (rising | stable << 9 | stable >> 9) & (falling | stable << 7 | stable >> 7);
    }
    return stable;
}

}  // namespace zeitnot::othello
