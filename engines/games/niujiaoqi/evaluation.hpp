// Ox-horn chess needs no static evaluation: forced wins take at most 12 plies, and all other
// positions are drawn.
#pragma once

#include "games/niujiaoqi/index.hpp"
#include "games/niujiaoqi/position.hpp"
#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

template <>
struct Evaluation<Niujiaoqi> : PointsEvaluation {};

}  // namespace zeitnot
