// Connect four on bitboards: seven bits a column, from the bottom, of which the seventh stays
// empty, so that no line runs from one column into the next.
//
// A set of stones is a number of 49 bits; lines are found by shifting sets onto themselves. The
// first empty cells of all columns are `mask + bottom_row`: the addition carries each column's ones
// to its first zero.
#pragma once

#include <bit>
#include <cstdint>

namespace zeitnot::connect4 {

using Board = std::uint64_t;

inline constexpr int columns = 7, rows = 6, cells = columns * rows, column_bits = rows + 1;

constexpr Board column_of(int column) { return ((Board{1} << rows) - 1) << (column_bits * column); }

inline constexpr Board bottom_row = [] {
    Board board = 0;
    for (int column = 0; column < columns; ++column) board |= Board{1} << (column_bits * column);
    return board;
}();
inline constexpr Board all_cells = bottom_row * ((1 << rows) - 1);
inline constexpr Board top_row = bottom_row << (rows - 1);

// The cells on which a stone can land.
constexpr Board landings(Board mask) { return (mask + bottom_row) & all_cells; }

constexpr bool has_four(Board stones) {
    for (const int step : {1, column_bits - 1, column_bits, column_bits + 1}) {
        const Board pairs = stones & stones >> step;
        if (pairs & pairs >> (2 * step)) return true;
    }
    return false;
}

// The cells on which one more stone would make four in a row, whether it can be played now or
// later.
constexpr Board winning_cells(Board stones) {
    Board found = stones << 1 & stones << 2 & stones << 3;
    for (const int step : {column_bits - 1, column_bits, column_bits + 1}) {
        const Board up = stones << step & stones << (2 * step);
        const Board down = stones >> step & stones >> (2 * step);
        found |= up & (stones << (3 * step) | stones >> step);
        found |= down & (stones << step | stones >> (3 * step));
    }
    return found & all_cells;
}

// Paths of exactly `depth` plies of a game that is not over, for perft. The last two plies
// are counted for all columns at once.
inline std::uint64_t count_paths(Board own, Board mask, int depth) {
    const Board targets = landings(mask);
    const auto playable = static_cast<std::uint64_t>(std::popcount(targets));
    if (depth == 1) return playable;
    const Board quiet = targets & ~winning_cells(own);
    if (depth == 2) {
        const auto filling = static_cast<std::uint64_t>(std::popcount(quiet & top_row));
        return static_cast<std::uint64_t>(std::popcount(quiet)) * playable - filling;
    }
    std::uint64_t paths = 0;
    for (Board rest = quiet; rest != 0; rest &= rest - 1)
        paths += count_paths(own ^ mask, mask | (rest & -rest), depth - 1);
    return paths;
}

}  // namespace zeitnot::connect4
