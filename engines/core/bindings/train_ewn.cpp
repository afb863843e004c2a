// The learning of EinStein's network, for Python.
#include "bind.hpp"
#include "zeitnot/learn/ewn_packed.hpp"
#include "zeitnot/learn/ewn_trial.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

using ewn::Fit;

nb::bytes state(const Fit& self) { return nb::bytes(&self.weights(), sizeof(Fit::Weights)); }

void restore(Fit& self, const nb::bytes& bytes) {
    if (bytes.size() != sizeof(Fit::Weights))
        throw nb::value_error("This is no state of a network.");
    std::memcpy(&self.weights(), bytes.data(), bytes.size());
}

std::pair<std::uint64_t, double> play(Fit& self, std::uint64_t first, std::uint64_t count,
                                      double rate, double half) {
    const nb::gil_scoped_release released;
    ewn::SelfPlay games(self);
    for (std::uint64_t seed = first; seed < first + count; ++seed)
        games.play(seed, static_cast<float>(rate / (1 + static_cast<double>(seed) / half)));
    return {games.positions(), games.surprise()};
}

double value(const Fit& self, std::string_view text) {
    const auto position = Ewn::parse(text, EwnSettings{});
    if (!position) throw nb::value_error(position.error().c_str());
    return static_cast<double>(self.value(*position));
}

double trial(const Fit& self, std::uint64_t pairs) {
    const nb::gil_scoped_release released;
    return ewn::trial(self, pairs);
}

}  // namespace

void bind_ewn_training(nb::module_& m) {
    nb::class_<Fit>(m, "EwnFit", "The network of EinStein würfelt nicht!, being learnt.")
        .def(nb::init<std::uint64_t>(), "seed"_a = 1)
        .def("play", &play, "first"_a, "count"_a, "rate"_a, "half"_a,
             "Plays games by number and learns from each position; the step is `rate` for game 0 "
             "and half of it for game `half`. Returns how many positions there were, and the sum "
             "of the squared differences between their probabilities and what they were taught.")
        .def("value", &value, "position"_a,
             "The probability that the side to move wins, from a position's text before the throw.")
        .def("trial", &trial, "pairs"_a,
             "The share of games won against the textbook's table, both looking at their own "
             "moves alone; always the same set-ups and throws.")
        .def("state", &state, "All that is learnt.")
        .def("restore", &restore, "state"_a, "Takes up what `state` gave.")
        .def(
            "packed", [](const Fit& self) { return ewn::packed(*ewn::rounded(self)); },
            "The weights in the form of ewn_weights.inc.");
}

}  // namespace zeitnot
