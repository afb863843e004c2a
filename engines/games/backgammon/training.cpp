// Python bindings of backgammon: the training of its networks, and its positions in GNU
// Backgammon's form.
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "bind.hpp"
#include "games/backgammon/position.hpp"
#include "games/backgammon/td.hpp"
#include "games/backgammon/trial.hpp"
#include "games/backgammon/weights.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

using backgammon::Networks;
using backgammon::TdLearner;

nb::bytes state(const TdLearner& self) {
    std::string bytes(2 * sizeof(Networks), '\0');
    std::memcpy(bytes.data(), &self.nets(), sizeof(Networks));
    std::memcpy(bytes.data() + sizeof(Networks), &self.mean(), sizeof(Networks));
    return nb::bytes(bytes.data(), bytes.size());
}

void restore(TdLearner& self, const nb::bytes& bytes) {
    if (bytes.size() != 2 * sizeof(Networks))
        throw nb::value_error("These bytes are not a learner's state: the length is wrong.");
    const auto nets = std::make_unique<std::array<Networks, 2>>();
    std::memcpy(nets.get(), bytes.data(), bytes.size());
    self = TdLearner((*nets)[0], (*nets)[1]);
}

void play(TdLearner& self, std::uint64_t first, std::uint64_t count, double rate, double last_rate,
          std::uint64_t games) {
    if (first < 1 || games < first) throw nb::value_error("Games are counted from 1.");
    const nb::gil_scoped_release released;
    for (std::uint64_t number = first; number < first + count; ++number) {
        const double progress = static_cast<double>(number) / static_cast<double>(games);
        self.play(number, static_cast<float>(rate * std::pow(last_rate / rate, progress)));
    }
}

std::pair<double, double> trial(const TdLearner& self, std::uint64_t pairs) {
    const nb::gil_scoped_release released;
    return backgammon::trial(self.mean(), pairs);
}

std::optional<std::string> gnu_id(std::string_view text) {
    const auto position = Backgammon::parse(text, {.cube = 1});
    if (!position) throw nb::value_error(position.error().c_str());
    return position->gnu_id();
}

}  // namespace

void bind_backgammon_training(nb::module_& m) {
    m.def("gnu_backgammon_id", &gnu_id, "position"_a,
          "The position and match IDs of GNU Backgammon for a position with the cube; None before "
          "the opening roll and after the end. Raises ValueError.");
    nb::class_<TdLearner>(m, "BackgammonLearner",
                          "Learns backgammon's networks from games against themselves.")
        .def(nb::init<std::uint64_t>(), "seed"_a = 1)
        .def("play", &play, "first"_a, "count"_a, "rate"_a, "last_rate"_a, "games"_a,
             "Plays games by number, counted from 1, and learns from each position; the learning "
             "rate falls geometrically from `rate` to `last_rate` over all `games`.")
        .def("trial", &trial, "pairs"_a,
             "Mean points per game against the handcrafted evaluation, both without search, and "
             "the standard error; always the same rolls.")
        .def("state", &state, "The networks as bytes, for `restore`.")
        .def("restore", &restore, "state"_a, "Continues from the bytes of `state`.")
        .def(
            "packed",
            [](const TdLearner& self) {
                return as_bytes(backgammon::packed_networks(self.mean()));
            },
            "The weights as a weights file.");
}

}  // namespace zeitnot
