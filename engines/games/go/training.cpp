// Python bindings for training Go's policy and value.
#include <nanobind/stl/tuple.h>

#include "bind.hpp"
#include "games/go/learner.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

using go::Learner;

// Size, komi, black's stones, white's stones, the seat that begins, moves; points as row * size +
// column, and a pass as -1.
using Game = std::tuple<int, double, std::vector<int>, std::vector<int>, int, std::vector<int>>;

go::Point point_of(int index, int size) {
    if (index < 0 || index >= size * size) throw nb::value_error("A point is off the board.");
    return go::point(index % size, index / size);
}

go::RecordedGame recorded(const Game& game) {
    const auto& [size, komi, black, white, first, moves] = game;
    if (size < 5 || size > go::max_size) throw nb::value_error("A board is 5 to 19 points wide.");
    if (first != 0 && first != 1) throw nb::value_error("The seats are 0 and 1.");
    go::RecordedGame made{go::Stones(size), static_cast<go::Colour>(first), komi, {}};
    for (const auto& [stones, colour] :
         {std::pair{&black, go::Colour::black}, std::pair{&white, go::Colour::white}}) {
        for (const int index : *stones) {
            const go::Point p = point_of(index, size);
            if (!made.start.is_legal_without_ko(p, colour))
                throw nb::value_error("The initial stones of a game are not a legal position.");
            made.start.play(p, colour);
        }
    }
    for (const int move : moves)
        made.moves.push_back(move == -1 ? go::pass_point : point_of(move, size));
    return made;
}

std::tuple<std::uint64_t, double, std::uint64_t> imitate(Learner& self,
                                                         const std::vector<Game>& games,
                                                         float rate) {
    std::vector<go::RecordedGame> all;
    for (const Game& game : games) all.push_back(recorded(game));
    const nb::gil_scoped_release released;
    const go::Likelihood found = self.imitate(all, rate);
    return {found.moves, found.log_sum, found.top_choices};
}

void check(int size, std::uint64_t count) {
    if (size < 5 || size > go::max_size) throw nb::value_error("A board is 5 to 19 points wide.");
    if (count == 0) throw nb::value_error("There must be a game.");
}

double improve(Learner& self, std::uint64_t first, std::uint64_t count, int size, float rate) {
    check(size, count);
    if (!self.has_begun_improvement())
        throw nb::value_error("Call begin_improvement() before improve().");
    const nb::gil_scoped_release released;
    return self.improve(first, count, size, rate);
}

std::pair<double, double> learn_value(Learner& self, std::uint64_t first, std::uint64_t count,
                                      int size, float rate) {
    check(size == 0 ? go::max_size : size, count);
    const nb::gil_scoped_release released;
    const go::ValueErrors errors = self.learn_value(first, count, size, rate);
    const auto positions = static_cast<double>(errors.positions);
    return {errors.squares / positions, errors.guess_squares / positions};
}

Learner::Player player(const std::string& name) {
    if (name == "imitation") return Learner::Player::imitation;
    if (name == "improved") return Learner::Player::improved;
    if (name == "patterns") return Learner::Player::patterns;
    throw nb::value_error("A policy is \"imitation\", \"improved\" or \"patterns\".");
}

std::vector<double> trial(const Learner& self, const std::string& first, const std::string& second,
                          int size, std::uint64_t pairs) {
    check(size, pairs);
    const auto one = player(first), two = player(second);
    const nb::gil_scoped_release released;
    return self.trial(one, two, size, pairs);
}

void restore(Learner& self, const nb::bytes& bytes) {
    if (!self.restore({static_cast<const std::uint8_t*>(bytes.data()), bytes.size()}))
        throw nb::value_error("These bytes are not a learner's state: the length is wrong.");
}

}  // namespace

void bind_go_training(nb::module_& m) {
    nb::class_<Learner>(m, "GoLearner", "The policy and the value of Go, in training.")
        .def(nb::init<>())
        .def("imitate", &imitate, "games"_a, "rate"_a,
             "Learns the moves of recorded games, each a tuple of size, komi, black's stones, "
             "white's stones, the seat that begins and the moves; points are row * size + column, "
             "a pass is -1. With the rate 0 it only measures. Returns the number of moves, the sum "
             "of the logarithms of their probabilities before they were learnt, and how many were "
             "the likeliest. Raises ValueError.")
        .def("begin_improvement", &Learner::begin_improvement,
             "Begins the second stage from the policy of the first.")
        .def("improve", &improve, "first_game"_a, "count"_a, "size"_a, "rate"_a,
             "Plays games, each from its number as seed, against earlier selves and learns from "
             "their outcomes. Returns the mean score.")
        .def("learn_value", &learn_value, "first_game"_a, "count"_a, "size"_a, "rate"_a,
             "Plays games of the improved policy, each from its number as seed, and learns from "
             "one position of each; size 0: of all sizes. With the rate 0 it only measures. "
             "Returns the mean squared errors of the win probability, and of always one half.")
        .def("trial", &trial, "first"_a, "second"_a, "size"_a, "pairs"_a,
             "The first policy's score in each pair of games against the second, both without a "
             "search: \"imitation\", \"improved\", or \"patterns\", that of the playouts. Always "
             "the same seeds.")
        .def(
            "state", [](const Learner& self) { return as_bytes(self.state()); },
            "All weights, as bytes.")
        .def("restore", &restore, "state"_a, "Continues from what `state` returned.")
        .def(
            "packed",
            [](const Learner& self, const std::string& policy) {
                return as_bytes(self.packed(player(policy)));
            },
            "policy"_a, "The weights as a weights file, with the policy of this stage.");
}

}  // namespace zeitnot
