// The weights of gomoku's evaluation: what the cells of each grade are worth to the side to move
// and to the other side, in hundredths.
//
// Fitted by logistic regression to 70,000 quiet positions of games against itself.
#pragma once

#include <array>

#include "games/gomoku/grades.hpp"

namespace zeitnot::gomoku {

// Of the side to move, then of the other; then what the turn itself is worth.
using Weights = std::array<int, 2 * grades + 1>;

inline constexpr Weights default_weights{
    0, 0, 0, 0, 0, 1, 0, 2, 5, 9, 12, 12, 2, 13, 17, 28, 39, 3,  20, 24, 47,  55, 60, 150, 200, 0,
    0, 0, 0, 0, 0, 0, 1, 4, 5, 8, 9,  0,  7, 15, 23, 34, 10, 22, 24, 51, 120, 63, 95, 200, 7};

}  // namespace zeitnot::gomoku
