// Python bindings for training the network of EinStein würfelt nicht!
#include "bind.hpp"
#include "games/ewn/packed.hpp"
#include "games/ewn/trial.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

using ewn::Fit;

nb::bytes state(const Fit& self) { return nb::bytes(&self.weights(), sizeof(Fit::Weights)); }

void restore(Fit& self, const nb::bytes& bytes) {
    if (bytes.size() != sizeof(Fit::Weights))
        throw nb::value_error("These bytes are not a network's state: the length is wrong.");
    std::memcpy(&self.weights(), bytes.data(), bytes.size());
}

std::pair<std::uint64_t, double> play(Fit& self, std::uint64_t first_game, std::uint64_t count,
                                      double learning_rate, double halving_games) {
    const nb::gil_scoped_release released;
    ewn::SelfPlay games(self);
    for (std::uint64_t game = first_game; game < first_game + count; ++game) {
        const double decay = 1 + static_cast<double>(game) / halving_games;
        games.play(game, static_cast<float>(learning_rate / decay));
    }
    return {games.positions(), games.squared_error()};
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
    nb::class_<Fit>(m, "EwnFit", "The network of EinStein würfelt nicht!, in training.")
        .def(nb::init<std::uint64_t>(), "seed"_a = 1)
        .def("play", &play, "first_game"_a, "count"_a, "learning_rate"_a, "halving_games"_a,
             "Plays games against itself, each from its number as seed, and learns from each "
             "position. The learning rate is halved by game `halving_games`. Returns the number "
             "of positions, and the sum of the squared differences between their values and the "
             "targets.")
        .def("value", &value, "position"_a,
             "The probability that the side to move wins, from a position's text before the roll.")
        .def("trial", &trial, "pairs"_a,
             "The share of games won against the textbook's table, both searching one ply; always "
             "the same setups and rolls.")
        .def("state", &state, "All weights, as bytes.")
        .def("restore", &restore, "state"_a, "Continues from what `state` returned.")
        .def(
            "packed", [](const Fit& self) { return as_bytes(ewn::packed(*ewn::rounded(self))); },
            "The weights as a weights file.");
}

}  // namespace zeitnot
