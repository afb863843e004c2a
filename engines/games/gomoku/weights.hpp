// The weights of gomoku's evaluation: the value of the cells of each grade for the side to move and
// for the other side, in hundredths.
//
// Fitted by logistic regression to 70,000 quiet positions from self-play.
#pragma once

#include <array>

#include "games/gomoku/grades.hpp"

namespace zeitnot::gomoku {

// A weight for each grade of the side to move, then of the other side, and one for the turn itself.
using Weights = std::array<int, 2 * grades + 1>;

inline constexpr Weights default_weights{
    0, 0, 0, 0, 0, 1, 0, 2, 5, 9, 12, 12, 2, 13, 17, 28, 39, 3,  20, 24, 47,  55, 60, 150, 200, 0,
    0, 0, 0, 0, 0, 0, 1, 4, 5, 8, 9,  0,  7, 15, 23, 34, 10, 22, 24, 51, 120, 63, 95, 200, 7};

}  // namespace zeitnot::gomoku
