// The bindings over games for tests alone: what the Python face makes of a seat that moves twice
// running, of a dice game unlike EinStein, and of a game that no engine plays.
#include "bind.hpp"

NB_MODULE(_toy_games, m) {
    nanobind::set_leak_warnings(false);
    zeitnot::bind_games(m);
    zeitnot::bind_tablebase(m);
    zeitnot::bind_weights(m);
    zeitnot::bind_engine(m);
    zeitnot::bind_solve(m);
}
