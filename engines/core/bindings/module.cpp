// The native module zeitnot_engines._core.
#include "bind.hpp"

NB_MODULE(_core, m) {
    m.doc() = "Games and search, native. Immutable values; everything may be used from any thread.";
    zeitnot::bind_games(m);
    zeitnot::bind_engine(m);
    zeitnot::bind_solve(m);
}
