#include "erased_engine.hpp"
#include "pig.hpp"
#include "twice.hpp"

namespace zeitnot {

GameEntry pig_entry() { return with_engine<Pig>(entry_of<Pig>()); }
GameEntry twice_entry() { return with_engine<Twice>(entry_of<Twice>()); }
GameEntry unplayed_entry() { return entry_of<Unplayed>(); }

}  // namespace zeitnot
