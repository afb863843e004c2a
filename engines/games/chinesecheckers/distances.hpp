// The distance of a seat from the end of its race, in hundredths of a move.
//
// Each peg adds the value of its cell, with the board rotated so that the seat's home is at the
// bottom. Stragglers, which have no pegs to hop over, add more.
#pragma once

#include <array>

#include "games/chinesecheckers/seats.hpp"
#include "games/chinesecheckers/weights.hpp"

namespace zeitnot::chinesecheckers {

// The cell rotated about the middle by 60 degrees per point.
constexpr int turned(int cell, int point) {
    const auto [row, column] = coordinates[index(cell)];
    // Cube coordinates: x grows to the right, z upwards, and x + y + z = 0.
    int z = row - 8, x = (column - z) / 2, y = -x - z;
    for (int turn = 0; turn < point; ++turn) {
        const int old_x = x, old_y = y;
        x = -z;
        y = -old_x;
        z = -old_y;
    }
    return cell_at(z + 8, x - y);
}

// The row of each cell as seen from each point.
inline constexpr auto row_from = [] {
    std::array<std::array<std::int8_t, cells>, points> all{};
    for (int point = 0; point < points; ++point) {
        for (int cell = 0; cell < cells; ++cell)
            all[index(point)][index(cell)] =
                static_cast<std::int8_t>(coordinates[index(turned(cell, point))].row);
    }
    return all;
}();

using CellValues = std::array<std::int16_t, cells>;

// The values of the cells for seats whose home is each point.
constexpr std::array<CellValues, points> values_by_point(const Weights& weights) {
    std::array<CellValues, points> all{};
    for (int point = 0; point < points; ++point) {
        for (int cell = 0; cell < cells; ++cell)
            all[index(point)][index(cell)] = weights.cell(turned(cell, point));
    }
    return all;
}

}  // namespace zeitnot::chinesecheckers
