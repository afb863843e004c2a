// The bindings with toy games for tests, such as a game in which a seat moves twice in a row, a
// second dice game, and a game that no engine plays.
#include "bind.hpp"

NB_MODULE(_toy_games, m) {
    nanobind::set_leak_warnings(false);
    zeitnot::bind_games(m);
    zeitnot::bind_tablebase(m);
    zeitnot::bind_weights(m);
    zeitnot::bind_engine(m);
    zeitnot::bind_solve(m);
    zeitnot::bind_strategy(m);
    zeitnot::bind_ownership(m);
}
