#include "erased_engine.hpp"
#include "erased_tablebase.hpp"
#include "zeitnot/eval/ewn.hpp"
#include "zeitnot/exact/ewn_tablebase.hpp"

namespace zeitnot {

GameEntry ewn_entry() { return with_tablebase<EwnTablebase>(with_engine<Ewn>(entry_of<Ewn>())); }

}  // namespace zeitnot
