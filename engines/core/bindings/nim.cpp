// Python bindings of nim-values.
#include "any_engine.hpp"
#include "bind.hpp"
#include "find_game.hpp"
#include "py_game.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

NimComponents nim_values(const PyHistory& history) {
    const std::string name(history.game->name());
    const GameEntry entry = find_game(name);
    if (entry.nim_values == nullptr)
        throw nb::value_error((name + " is not a sum of impartial games.").c_str());
    const nb::gil_scoped_release no_gil;
    return entry.nim_values(*history.state);
}

std::vector<std::uint16_t> heap_values(const std::string& name, int largest) {
    const GameEntry entry = find_game(name);
    if (entry.heap_values == nullptr)
        throw nb::value_error((name + " is not played with heaps.").c_str());
    if (largest < 0 || largest > 1'000'000)
        throw nb::value_error("The largest heap is from 0 to 1000000.");
    const nb::gil_scoped_release no_gil;
    return entry.heap_values(largest);
}

}  // namespace

void bind_nim(nb::module_& m) {
    m.def("nim_values", &nim_values, "history"_a,
          "The components of a position, in their order, each with its nim-value; the side to move "
          "wins unless the exclusive or of these is 0. Raises ValueError for a game that is not a "
          "sum of impartial games.");
    m.def("heap_values", &heap_values, "game"_a, "largest"_a,
          "The nim-values of heaps of 0 to `largest`. Raises ValueError for a game without heaps, "
          "or a heap above a million.");
}

}  // namespace zeitnot
