// Python bindings of solved games.
#include "any_engine.hpp"
#include "bind.hpp"
#include "find_game.hpp"
#include "py_game.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

Solution solve(const PyGame& game) {
    const std::string name(game.game->name());
    const GameEntry entry = find_game(name);
    if (entry.solve == nullptr)
        throw nb::value_error((name + " is too large to be solved whole.").c_str());
    const nb::gil_scoped_release released;
    return entry.solve(*game.game);
}

using VerdictTuple = std::pair<int, std::optional<int>>;

std::optional<VerdictTuple> find(const Solution& self, const PyHistory& history) {
    const auto verdict = self.find(*history.state);
    if (!verdict) return std::nullopt;
    return VerdictTuple{verdict->value, verdict->distance};
}

}  // namespace

void bind_solve(nb::module_& m) {
    nb::class_<Solution>(m, "Solution", "The exact value of every position of a game.")
        .def_prop_ro(
            "value", [](const Solution& self) { return self.start.value; },
            "The value of the start for the side to move: 1, 0 or -1.")
        .def_prop_ro(
            "distance", [](const Solution& self) { return self.start.distance; },
            "Plies to the forced end; None if the start is drawn.")
        .def_ro("positions", &Solution::positions)
        .def_prop_ro(
            "won", [](const Solution& self) { return std::pair{self.won[0], self.won[1]}; },
            "Positions won by seat 0 and by seat 1.")
        .def_ro("drawn", &Solution::drawn)
        .def_ro("longest", &Solution::longest, "Plies of the longest forced win.")
        .def("find", &find, "history"_a,
             "A position's value for the side to move and its distance, regardless of its history; "
             "None "
             "for an unreachable position.");
    m.def("solve", &solve, "game"_a,
          "Solves a game by retrograde analysis. Raises ValueError if it is too large.");
}

}  // namespace zeitnot
