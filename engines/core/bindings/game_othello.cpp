#include "erased_engine.hpp"
#include "zeitnot/eval/othello.hpp"

namespace zeitnot {

GameEntry othello_entry() { return with_engine<Othello>(entry_of<Othello>()); }

}  // namespace zeitnot
