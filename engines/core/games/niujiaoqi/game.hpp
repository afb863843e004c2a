// What the build takes from this folder; see docs/how-to/adding-a-game.md.
#pragma once

#include "games/niujiaoqi/evaluation.hpp"

namespace zeitnot::games {

using niujiaoqi = Niujiaoqi;

}  // namespace zeitnot::games
