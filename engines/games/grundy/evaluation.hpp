// Grundy's game needs no static evaluation: nim-values tell which positions are won (endings.hpp).
#pragma once

#include "games/grundy/position.hpp"
#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

template <>
struct Evaluation<Grundy> : PointsEvaluation {};

}  // namespace zeitnot
