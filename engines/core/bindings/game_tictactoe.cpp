#include "erased.hpp"
#include "zeitnot/games/tictactoe.hpp"

namespace zeitnot {

GameEntry tictactoe_entry() { return entry_of<TicTacToe>(); }

}  // namespace zeitnot
