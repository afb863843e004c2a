#include "erased_engine.hpp"
#include "zeitnot/eval/niujiaoqi.hpp"

namespace zeitnot {

GameEntry niujiaoqi_entry() { return with_engine<Niujiaoqi>(entry_of<Niujiaoqi>()); }

}  // namespace zeitnot
