#include "erased_engine.hpp"
#include "zeitnot/eval/xiangqi.hpp"

namespace zeitnot {

GameEntry xiangqi_entry() { return with_engine<Xiangqi>(entry_of<Xiangqi>()); }

}  // namespace zeitnot
