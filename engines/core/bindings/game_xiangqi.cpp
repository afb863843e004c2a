#include "erased_engine.hpp"
#include "erased_texel.hpp"
#include "zeitnot/eval/xiangqi.hpp"

namespace zeitnot {

GameEntry xiangqi_entry() {
    return with_texel<Xiangqi>(with_engine<Xiangqi>(entry_of<Xiangqi>()), xiangqi::default_weights);
}

}  // namespace zeitnot
