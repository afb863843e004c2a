// The native module zeitnot_engines._core.
#include "bind.hpp"

NB_MODULE(_core, m) {
    // Python modules cache games until the interpreter ends, which nanobind reports as leaks;
    // tests/engines/test_native.py detects real leaks.
    nanobind::set_leak_warnings(false);
    m.doc() = "Native games and searches. Values are immutable, and any thread may use them.";
    zeitnot::bind_games(m);
    zeitnot::bind_tablebase(m);
    zeitnot::bind_weights(m);
    zeitnot::bind_strategy(m);
    zeitnot::bind_engine(m);
    zeitnot::bind_solve(m);
    zeitnot::bind_nim(m);
    zeitnot::bind_ownership(m);
    zeitnot::bind_texel(m);
    zeitnot::bind_training(m);
}
