// What the build takes from this folder; see docs/how-to/adding-a-game.md.
#pragma once

#include "games/tictactoe/evaluation.hpp"

namespace zeitnot::games {

using tictactoe = TicTacToe;

}  // namespace zeitnot::games
