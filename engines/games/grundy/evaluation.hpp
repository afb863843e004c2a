// Grundy's game: positions are judged by whether they are won, which nim-values tell (endings.hpp).
#pragma once

#include "games/grundy/position.hpp"
#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

template <>
struct Evaluation<Grundy> : PointsEvaluation {};

}  // namespace zeitnot
