// Python bindings of estimates of territory.
#include "zeitnot/search/ownership.hpp"

#include "any_engine.hpp"
#include "bind.hpp"
#include "find_game.hpp"
#include "py_game.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

OwnershipEstimate estimate(const PyHistory& history, int playouts, std::uint64_t seed) {
    const std::string name(history.game->name());
    const GameEntry entry = find_game(name);
    if (entry.ownership == nullptr)
        throw nb::value_error((name + " is not scored by territory.").c_str());
    if (playouts < 1) throw nb::value_error("An estimate needs at least one playout.");
    const nb::gil_scoped_release no_gil;
    return entry.ownership(*history.state, playouts, seed);
}

}  // namespace

void bind_ownership(nb::module_& m) {
    nb::class_<OwnershipEstimate>(m, "OwnershipEstimate",
                                  "An estimate of who will own each point of a board at the end.")
        .def_ro("first_seat", &OwnershipEstimate::first_seat,
                "For each point, the probability that it will be seat 0's; row by row from the "
                "lowest, each from the left.")
        .def_ro("dead", &OwnershipEstimate::dead,
                "One point of each group that is considered dead.");
    m.def("estimate_ownership", &estimate, "history"_a, "playouts"_a, "seed"_a = 1,
          "Runs `playouts` from a position; equal seeds give equal estimates. Raises "
          "ValueError for a game without territory.");
}

}  // namespace zeitnot
