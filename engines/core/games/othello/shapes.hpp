// What the last stage of Othello looks at besides flips and mobility: neighbours, regions with an
// odd number of empty squares, stable discs.
//
// Who moves last in a region gains there (parity), and a disc that can never be turned bounds the
// result (stability; both in Rosenbloom, "A world-championship-level Othello program", Artificial
// Intelligence 19, 1982).
#pragma once

#include <array>
#include <bit>

#include "games/othello/board.hpp"

namespace zeitnot::othello {

inline constexpr Board corners = 0x8100'0000'0000'0081;
inline constexpr Board first_column = 0x0101'0101'0101'0101, last_column = first_column << 7;
inline constexpr Board border = first_column | last_column | 0xFF | Board{0xFF} << 56;
// Worse than any margin.
inline constexpr int nothing = -100;

// A position for the end solver: who moves, who does not, and the squares left.
struct Sides {
    Board own, enemy, empty;
};

constexpr Board disc_on(int square) { return Board{1} << square; }

constexpr Board around_all(Board b) {
    const Board row = b | (b << 1 & ~first_column) | (b >> 1 & ~last_column);
    return row | row << 8 | row >> 8;
}

inline constexpr auto around = [] {
    std::array<Board, 64> around{};
    for (int i = 0; i < 64; ++i) around[static_cast<std::size_t>(i)] = around_all(disc_on(i));
    return around;
}();

// The quarters of the board that hold an odd number of empty squares. Who moves last there gains:
// he starts the odd ones and answers in the even ones.
constexpr Board odd_regions(Board empty) {
    constexpr Board quarter = 0x0000'0000'0F0F'0F0F;
    Board odd = 0;
    for (const int by : {0, 4, 32, 36}) {
        if (std::popcount(empty & quarter << by) % 2 != 0) odd |= quarter << by;
    }
    return odd;
}

// The squares of diagonals without an empty square; `by` is 7 or 9.
constexpr Board full_diagonals(Board empty, int by) {
    const Board up = by == 9 ? ~first_column : ~last_column;
    const Board down = by == 9 ? ~last_column : ~first_column;
    Board above = empty, below = empty, clear_up = up, clear_down = down;
    for (int step = by; step <= 4 * by; step *= 2) {
        above |= above << step & clear_up;
        below |= below >> step & clear_down;
        clear_up &= clear_up << step;
        clear_down &= clear_down >> step;
    }
    return ~(above | below);
}

// Discs of `own` that can never be turned over; not all of them. In each of the four directions a
// stable disc stands on a full line, at the border or beside a stable disc.
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
    for (Board before = 0; before != stable;) {
        before = stable;
        stable |= own & (rows | stable << 1 | stable >> 1) & (columns | stable << 8 | stable >> 8) &
                  (rising | stable << 9 | stable >> 9) & (falling | stable << 7 | stable >> 7);
    }
    return stable;
}

}  // namespace zeitnot::othello
