// What the build takes from this folder; see docs/how-to/adding-a-game.md.
#pragma once

#include "games/xiangqi/evaluation.hpp"

namespace zeitnot::games {

using xiangqi = Xiangqi;

}  // namespace zeitnot::games
