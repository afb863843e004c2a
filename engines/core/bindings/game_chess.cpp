#include "erased_engine.hpp"
#include "zeitnot/eval/chess.hpp"

namespace zeitnot {

GameEntry chess_entry() { return with_engine<Chess>(entry_of<Chess>()); }

}  // namespace zeitnot
