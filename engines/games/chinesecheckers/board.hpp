// The star: its cells, their neighbours, and its six points.
//
// Rows a to q count from seat 0's tip, and cells from the left as seat 0 sees the board. A cell's
// coordinates are its row and its column in half cells from the middle: neighbours in a row are two
// columns apart, neighbours in adjacent rows one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>

#include "games/chinesecheckers/cell_set.hpp"

namespace zeitnot::chinesecheckers {

inline constexpr int cells = 121, rows = 17, points = 6, pegs_per_seat = 10;
inline constexpr int directions = 6;  // direction d ^ 1 is the opposite of d
inline constexpr std::array<int, rows> row_lengths{1,  2,  3,  4,  13, 12, 11, 10, 9,
                                                   10, 11, 12, 13, 4,  3,  2,  1};

struct Coordinates {
    int row = 0, column = 0;
};

inline constexpr std::array<Coordinates, cells> coordinates = [] {
    std::array<Coordinates, cells> all{};
    std::size_t cell = 0;
    for (int row = 0; row < rows; ++row) {
        for (int i = 0; i < row_lengths[index(row)]; ++i)
            all[cell++] = {row, 2 * i - row_lengths[index(row)] + 1};
    }
    return all;
}();

inline constexpr int no_cell = -1;

// The cell with these coordinates; no_cell if there is none.
constexpr int cell_at(int row, int column) {
    if (row < 0 || row >= rows) return no_cell;
    const int length = row_lengths[index(row)], doubled = column + length - 1;
    if (doubled < 0 || doubled % 2 != 0 || doubled / 2 >= length) return no_cell;
    int first = 0;
    for (int before = 0; before < row; ++before) first += row_lengths[index(before)];
    return first + doubled / 2;
}

inline constexpr std::array<Coordinates, directions> steps{
    {{0, 2}, {0, -2}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};

// The cells `distance` steps away in each direction; no_cell if that is off the board.
constexpr auto cells_away(int distance) {
    std::array<std::array<std::int8_t, directions>, cells> all{};
    for (std::size_t cell = 0; cell < all.size(); ++cell) {
        for (std::size_t d = 0; d < steps.size(); ++d) {
            const int row = coordinates[cell].row + distance * steps[d].row;
            const int column = coordinates[cell].column + distance * steps[d].column;
            all[cell][d] = static_cast<std::int8_t>(cell_at(row, column));
        }
    }
    return all;
}
inline constexpr auto neighbours = cells_away(1);
inline constexpr auto hop_targets_of = cells_away(2);

// Steps from one cell to another. Shortest paths never leave the star, because the corners between
// two points are on straight lines of cells.
constexpr int distance(int from, int to) {
    const Coordinates a = coordinates[index(from)], b = coordinates[index(to)];
    const int up = std::abs(a.row - b.row), across = std::abs(a.column - b.column);
    return up + std::max(0, (across - up) / 2);
}

// The six points, triangles of ten cells, clockwise from seat 0's. Point (p + 3) % 6 is opposite
// point p. Seat 0's is rows a to d; the next, to its left, is the left end of rows e to h.
inline constexpr std::array<CellSet, points> point_cells = [] {
    std::array<CellSet, points> all{};
    for (int cell = 0; cell < cells; ++cell) {
        const auto [row, column] = coordinates[index(cell)];
        if (row < 4) all[0].add(cell);
        if (row > 12) all[3].add(cell);
        if (row < 4 || row > 12) continue;
        // Beyond the hexagon in the middle, whose lowest row has five cells.
        const bool low = row < 8;
        const int half = low ? row : 16 - row;
        if (column < -half) all[low ? 1 : 2].add(cell);
        if (column > half) all[low ? 5 : 4].add(cell);
    }
    return all;
}();

// The point that contains a cell; -1 in the middle.
inline constexpr std::array<std::int8_t, cells> point_of = [] {
    std::array<std::int8_t, cells> all{};
    for (std::size_t cell = 0; cell < all.size(); ++cell) {
        all[cell] = -1;
        for (std::size_t point = 0; point < point_cells.size(); ++point)
            if (point_cells[point].has(static_cast<int>(cell)))
                all[cell] = static_cast<std::int8_t>(point);
    }
    return all;
}();

}  // namespace zeitnot::chinesecheckers
