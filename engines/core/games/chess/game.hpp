// What the build takes from this folder; see docs/how-to/adding-a-game.md.
#pragma once

#include "games/chess/evaluation.hpp"

namespace zeitnot::games {

using chess = Chess;

}  // namespace zeitnot::games
