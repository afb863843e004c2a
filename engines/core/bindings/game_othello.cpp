#include "erased.hpp"
#include "zeitnot/games/othello.hpp"

namespace zeitnot {

GameEntry othello_entry() { return entry_of<Othello>(); }

}  // namespace zeitnot
