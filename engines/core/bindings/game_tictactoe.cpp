#include "erased_engine.hpp"
#include "zeitnot/eval/tictactoe.hpp"

namespace zeitnot {

GameEntry tictactoe_entry() { return with_engine<TicTacToe>(entry_of<TicTacToe>()); }

}  // namespace zeitnot
