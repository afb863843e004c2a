#include "erased_engine.hpp"
#include "zeitnot/eval/ewn.hpp"

namespace zeitnot {

GameEntry ewn_entry() { return with_engine<Ewn>(entry_of<Ewn>()); }

}  // namespace zeitnot
