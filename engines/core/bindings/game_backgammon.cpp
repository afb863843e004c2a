#include "erased_engine.hpp"
#include "zeitnot/eval/backgammon.hpp"

namespace zeitnot {

GameEntry backgammon_entry() { return with_engine<Backgammon>(entry_of<Backgammon>()); }

}  // namespace zeitnot
