// The weights of gomoku's evaluation: what the cells of each grade are worth to the side to move
// and to the other side, in hundredths.
#pragma once

#include <array>

#include "games/gomoku/grades.hpp"

namespace zeitnot::gomoku {

// Of the side to move, then of the other; then what the turn itself is worth.
using Weights = std::array<int, 2 * grades + 1>;

inline constexpr Weights default_weights{
    0, 0, 0, 0, 1, 1, 1, 2, 5, 5, 9, 10, 6, 12, 15, 24, 45, 8, 20, 25, 45, 60, 60, 150, 200,
    0, 0, 0, 0, 1, 1, 1, 1, 4, 4, 9, 10, 4, 7, 11, 20, 33, 8, 20, 24, 48, 127, 80, 95, 200,
    -5};

}  // namespace zeitnot::gomoku
