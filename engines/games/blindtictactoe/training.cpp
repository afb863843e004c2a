// Python bindings for training blind tic-tac-toe's strategy.
#include "bind.hpp"
#include "games/blindtictactoe/best_response.hpp"
#include "games/blindtictactoe/learner.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

using blindtictactoe::Learner;
using blindtictactoe::Memory;

Learner learner(const std::string& memory) {
    if (memory == "order") return Learner(Memory::order);
    if (memory == "count") return Learner(Memory::count);
    if (memory == "nothing") return Learner(Memory::nothing);
    throw nb::value_error(
        "A seat remembers the \"order\" of refusals, their \"count\" or \"nothing\".");
}

nb::bytes as_bytes(const std::vector<std::uint8_t>& data) {
    return nb::bytes(reinterpret_cast<const char*>(data.data()), data.size());
}

void restore(Learner& self, const nb::bytes& state) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(state.c_str());
    if (!self.restore({data, state.size()}))
        throw nb::value_error("This is no state of a learner.");
}

// The best-response gains of seats 0 and 1, with perfect recall, against the strategy.
std::pair<double, double> best_gains(const Learner& self) {
    const nb::gil_scoped_release released;
    const auto strategy = self.strategy();
    blindtictactoe::BestResponse response(self.tree(), strategy);
    const double first = response.value(0);
    return {first, response.value(1)};
}

}  // namespace

void bind_blindtictactoe_training(nb::module_& m) {
    nb::class_<Learner>(m, "BlindTicTacToeLearner",
                        "Finds a strategy of blind tic-tac-toe by counterfactual regrets.")
        .def(
            "__init__",
            [](Learner* self, const std::string& memory) { new (self) Learner(learner(memory)); },
            "memory"_a = "order",
            "`memory`: what a seat remembers of the other's refused tries: their \"order\" among "
            "all tries, their \"count\" or \"nothing\". Raises ValueError.")
        .def("iterate", &Learner::iterate, "count"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Updates the strategies of both seats this many times.")
        .def_prop_ro("iterations", &Learner::iterations, "Iterations so far.")
        .def_prop_ro(
            "information_sets", [](const Learner& self) { return self.tree().sets().size(); },
            "How many information sets the strategies have, up to symmetry.")
        .def("best_gains", &best_gains,
             "What seats 0 and 1 gain at most against the average strategy, in points, when they "
             "forget nothing. Takes seconds.")
        .def(
            "state", [](const Learner& self) { return as_bytes(self.state()); },
            "Everything that `restore` needs.")
        .def("restore", &restore, "state"_a, "Continues from a state. Raises ValueError.")
        .def(
            "packed", [](const Learner& self) { return as_bytes(self.packed()); },
            "The file of weights with the average strategy.");
}

}  // namespace zeitnot
