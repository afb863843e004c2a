#include "erased.hpp"
#include "zeitnot/games/ewn.hpp"

namespace zeitnot {

GameEntry ewn_entry() { return entry_of<Ewn>(); }

}  // namespace zeitnot
