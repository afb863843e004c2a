// The native module zeitnot_engines._laboratory: the textbook methods of all open games of two
// seats, apart from the games' own engines, whose build they would slow down.
//
// It shares the Python types of zeitnot_engines._core, which must be imported first.
#include "bind.hpp"
#include "laboratory/registry.hpp"
#include "py_methods.hpp"

namespace nb = nanobind;
using namespace nb::literals;

NB_MODULE(_laboratory, m) {
    nb::set_leak_warnings(false);  // as in _core
    m.doc() = "Textbook methods of search.";
    m.def(
        "methods",
        [](const std::string& game, bool raw) {
            return zeitnot::PyMethods{game, zeitnot::laboratory::textbook_methods(game, raw)};
        },
        "game"_a, "raw"_a = false,
        "The textbook methods of a game, for `Engine`; none of a game that is not open or not for "
        "two seats. raw: those that report values on the evaluation's own scale.");
}
