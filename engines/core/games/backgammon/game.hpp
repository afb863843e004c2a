// What the build takes from this folder; see docs/how-to/adding-a-game.md.
#pragma once

#include "games/backgammon/evaluation.hpp"

namespace zeitnot::games {

using backgammon = Backgammon;

}  // namespace zeitnot::games
