// The values of cells in Chinese checkers, in hundredths of a move.
#pragma once

#include <array>
#include <cstdint>

#include "games/chinesecheckers/board.hpp"

namespace zeitnot::chinesecheckers {

// The left half of the star and its axis, because a cell and its mirror image have the same value.
inline constexpr int half_cells = 65;
inline constexpr std::array<std::int16_t, cells> half_index = [] {
    std::array<std::int16_t, cells> all{};
    std::int16_t next = 0;
    for (int cell = 0; cell < cells; ++cell) {
        const auto [row, column] = coordinates[index(cell)];
        all[index(cell)] = column <= 0 ? next++ : all[index(cell_at(row, -column))];
    }
    return all;
}();

// `cell_values`: of a peg, by `half_index`. `last`: of the last peg's row.
struct Weights {
    std::array<std::int16_t, half_cells> cell_values{};
    std::array<std::int16_t, rows> last{};

    [[nodiscard]] constexpr std::int16_t cell(int cell) const {
        return cell_values[index(half_index[index(cell)])];
    }
};

// Tuned by self-play: a step counts a third of a move, stragglers count more, and the far end of
// the goal is filled first.
inline constexpr Weights default_weights = [] {
    Weights weights;
    for (int cell = 0; cell < cells; ++cell) {
        const auto [row, column] = coordinates[index(cell)];
        const double rows_left = 16 - row, offset = column < 0 ? -column : column;
        double value =
            32 * rows_left + 4 * offset - 0.24 * offset * offset + 0.24 * offset * rows_left;
        if (row >= 13) value += 16.7 * (row - 13);
        if (row < 4) value += 4.2 * (4 - row);
        weights.cell_values[index(half_index[index(cell)])] = static_cast<std::int16_t>(value);
    }
    for (int row = 0; row < 13; ++row) {
        const double behind = 13 - row;
        weights.last[index(row)] = static_cast<std::int16_t>(40 * behind + 0.7 * behind * behind);
    }
    return weights;
}();

}  // namespace zeitnot::chinesecheckers
