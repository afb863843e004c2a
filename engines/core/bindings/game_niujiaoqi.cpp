#include "erased.hpp"
#include "zeitnot/games/niujiaoqi.hpp"

namespace zeitnot {

GameEntry niujiaoqi_entry() { return entry_of<Niujiaoqi>(); }

}  // namespace zeitnot
