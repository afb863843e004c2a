// What the build takes from this folder; see docs/how-to/adding-a-game.md.
#pragma once

#include "games/ewn/evaluation.hpp"
#include "games/ewn/tablebase.hpp"

namespace zeitnot::games {

using ewn = Ewn;

}  // namespace zeitnot::games
