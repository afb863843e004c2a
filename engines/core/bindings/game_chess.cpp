#include "erased_engine.hpp"
#include "erased_texel.hpp"
#include "zeitnot/eval/chess.hpp"

namespace zeitnot {

GameEntry chess_entry() {
    return with_texel<Chess>(with_engine<Chess>(entry_of<Chess>()), chess::default_weights);
}

}  // namespace zeitnot
