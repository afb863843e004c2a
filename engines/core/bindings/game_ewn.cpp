#include "erased_engine.hpp"
#include "erased_tables.hpp"
#include "zeitnot/eval/ewn.hpp"
#include "zeitnot/exact/ewn_tables.hpp"

namespace zeitnot {

GameEntry ewn_entry() { return with_tables<EwnTables>(with_engine<Ewn>(entry_of<Ewn>())); }

}  // namespace zeitnot
