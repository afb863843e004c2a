// What the build takes from this folder; see docs/how-to/adding-a-game.md.
#pragma once

#include "games/othello/evaluation.hpp"

namespace zeitnot::games {

using othello = Othello;

}  // namespace zeitnot::games
