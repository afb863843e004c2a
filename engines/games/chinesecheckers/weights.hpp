// What cells are worth in Chinese checkers, in hundredths of a move.
#pragma once

#include <array>
#include <cstdint>

#include "games/chinesecheckers/board.hpp"

namespace zeitnot::chinesecheckers {

// The left half of the star and its axis: a cell and its mirror image are worth the same.
inline constexpr int halves = 65;
inline constexpr std::array<std::int16_t, cells> half_of = [] {
    std::array<std::int16_t, cells> all{};
    std::int16_t next = 0;
    for (int cell = 0; cell < cells; ++cell) {
        const auto [row, column] = places[index(cell)];
        all[index(cell)] = column <= 0 ? next++ : all[index(cell_at(row, -column))];
    }
    return all;
}();

// `of_cell`: of a peg, by half. `last`: of the row of the last peg.
struct Weights {
    std::array<std::int16_t, halves> of_cell{};
    std::array<std::int16_t, rows> last{};

    [[nodiscard]] constexpr std::int16_t cell(int cell) const {
        return of_cell[index(half_of[index(cell)])];
    }
};

// Tuned by self-play: a step is worth a third of a move, pegs that are far behind more, and the far
// end of the goal is filled first.
inline constexpr Weights default_weights = [] {
    Weights weights;
    for (int cell = 0; cell < cells; ++cell) {
        const auto [row, column] = places[index(cell)];
        const double to_go = 16 - row, aside = column < 0 ? -column : column;
        double worth = 32 * to_go + 4 * aside - 0.24 * aside * aside + 0.24 * aside * to_go;
        if (row >= 13) worth += 16.7 * (row - 13);
        if (row < 4) worth += 4.2 * (4 - row);
        weights.of_cell[index(half_of[index(cell)])] = static_cast<std::int16_t>(worth);
    }
    for (int row = 0; row < 13; ++row) {
        const double behind = 13 - row;
        weights.last[index(row)] = static_cast<std::int16_t>(40 * behind + 0.7 * behind * behind);
    }
    return weights;
}();

}  // namespace zeitnot::chinesecheckers
