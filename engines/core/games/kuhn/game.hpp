// What the build takes from this folder; see docs/how-to/adding-a-game.md.
#pragma once

#include "games/kuhn/position.hpp"

namespace zeitnot::games {

using kuhn = Kuhn;

}  // namespace zeitnot::games
