// Python bindings for hold'em's hands and for training its blueprint.
#include <cstring>

#include "bind.hpp"
#include "games/holdem/duplicate.hpp"
#include "games/holdem/learner.hpp"
#include "games/holdem/strategy_match.hpp"
#include "py_weights.hpp"
#include "zeitnot/weights_file.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

using holdem::Abstraction;
using holdem::AbstractionBuilder;
using holdem::Blueprint;
using holdem::Learner;

// ── hands ──

holdem::Cards cards_of(const std::vector<int>& cards) {
    holdem::Cards hand = 0;
    for (const int card : cards) {
        if (card < 0 || card >= holdem::card_count || (hand >> card & 1U) != 0)
            throw nb::value_error("A hand has different cards from 0 to 51.");
        hand |= holdem::Cards{1} << card;
    }
    return hand;
}

int rank_of(const std::vector<int>& cards) {
    const holdem::Cards hand = cards_of(cards);
    if (cards.size() < 5 || cards.size() > 7)
        throw nb::value_error("A hand has five to seven cards.");
    return holdem::hand_rank(hand);
}

std::vector<std::pair<std::string_view, std::uint64_t>> categories(int cards) {
    if (cards < 5 || cards > 7) throw nb::value_error("A hand has five to seven cards.");
    std::vector<std::pair<std::string_view, std::uint64_t>> counts;
    for (const std::string_view name : holdem::category_names) counts.push_back({name, 0});
    const nb::gil_scoped_release released;
    holdem::each_hand(cards, [&](holdem::Cards hand) {
        ++counts[static_cast<std::size_t>(holdem::category_of(holdem::hand_rank(hand)))].second;
    });
    return counts;
}

// ── the abstraction ──

nb::bytes finished(AbstractionBuilder& self) {
    if (self.flops_added() < AbstractionBuilder::flop_total())
        throw nb::value_error("Flops are missing.");
    std::vector<std::uint8_t> bytes;
    {
        const nb::gil_scoped_release released;
        bytes = holdem::packed_abstraction(self.finished());
    }
    return as_bytes(bytes);
}

// ── the learner ──

void make_learner(Learner* self, const nb::bytes& abstraction) {
    const auto unpacked = holdem::unpacked_abstraction(
        {static_cast<const std::uint8_t*>(abstraction.data()), abstraction.size()});
    if (unpacked == nullptr) throw nb::value_error("These bytes are no abstraction.");
    new (self) Learner(unpacked);
}

nb::bytes state(const Learner& self) {
    const auto& [offsets, regrets, sums] = self.tables();
    const std::uint64_t iterations = self.iterations();
    std::string bytes(sizeof iterations + 2 * sizeof(float) * regrets.size(), '\0');
    std::memcpy(bytes.data(), &iterations, sizeof iterations);
    char* const numbers = bytes.data() + sizeof iterations;
    std::memcpy(numbers, regrets.data(), sizeof(float) * regrets.size());
    std::memcpy(numbers + sizeof(float) * regrets.size(), sums.data(), sizeof(float) * sums.size());
    return nb::bytes(bytes.data(), bytes.size());
}

void restore(Learner& self, const nb::bytes& bytes) {
    holdem::Tables tables = self.tables();
    const std::size_t half = sizeof(float) * tables.regrets.size();
    std::uint64_t iterations = 0;
    if (bytes.size() != sizeof iterations + 2 * half)
        throw nb::value_error("These bytes are not a learner's state: the length is wrong.");
    const char* const data = static_cast<const char*>(bytes.data());
    std::memcpy(&iterations, data, sizeof iterations);
    std::memcpy(tables.regrets.data(), data + sizeof iterations, half);
    std::memcpy(tables.sums.data(), data + sizeof iterations + half, half);
    self.restore(iterations, std::move(tables));
}

// ── matches between strategies ──

holdem::Strategy fixed_strategy(std::size_t action) {
    return [action](std::size_t node_number, holdem::Bucket) {
        holdem::ActionProbabilities strategy{};
        strategy[holdem::betting_tree()[node_number].allows(action) ? action : 1] = 1;
        return strategy;
    };
}

holdem::Strategy strategy_of(const Learner& learner) {
    return [&learner](std::size_t node_number, holdem::Bucket bucket) {
        return holdem::average_strategy(learner.tables(), node_number, bucket);
    };
}

std::vector<std::pair<double, double>> trial(const Learner& self, int boards) {
    if (boards < 2) throw nb::value_error("A trial takes two boards or more.");
    const nb::gil_scoped_release released;
    const holdem::Strategy own = strategy_of(self);
    std::vector<std::pair<double, double>> results;
    for (const std::size_t action : {1U, 2U})
        results.push_back(
            holdem::mean_match_result(own, fixed_strategy(action), *self.abstraction(), boards));
    return results;
}

// ── playing hands ──

// The blueprint in these weights.
const Blueprint& blueprint_in(const PyWeights& weights) {
    const auto* blueprint = std::any_cast<std::shared_ptr<const Blueprint>>(&weights.unpacked);
    if (blueprint == nullptr) throw nb::value_error("These are another game's weights.");
    return **blueprint;
}

std::vector<int> numbers_of(holdem::Cards cards) {
    std::vector<int> numbers;
    for (; cards != 0; cards &= cards - 1) numbers.push_back(std::countr_zero(cards));
    return numbers;
}

// The blueprint with random moves at this rate, like the bots' weaker levels.
holdem::Strategy with_blunders(const Blueprint& blueprint, float blunder_rate) {
    return [&blueprint, blunder_rate](std::size_t node_number, holdem::Bucket bucket) {
        const holdem::BettingNode& node = holdem::betting_tree()[node_number];
        auto strategy = blueprint.probabilities(node_number, bucket);
        for (std::size_t a = 0; a < strategy.size(); ++a) {
            const float random = node.allows(a) ? 1.0F / static_cast<float>(node.choices()) : 0.0F;
            strategy[a] += blunder_rate * (random - strategy[a]);
        }
        return strategy;
    };
}

std::pair<double, double> level_duel(const PyWeights& weights, float blunder_rate,
                                     float other_blunder_rate, int boards) {
    if (boards < 2) throw nb::value_error("A duel takes two boards or more.");
    for (const float rate : {blunder_rate, other_blunder_rate})
        if (!(rate >= 0 && rate <= 1)) throw nb::value_error("A blunder rate is from 0 to 1.");
    const Blueprint& blueprint = blueprint_in(weights);
    const nb::gil_scoped_release released;
    return holdem::mean_match_result(with_blunders(blueprint, blunder_rate),
                                     with_blunders(blueprint, other_blunder_rate),
                                     blueprint.abstraction, boards);
}

// A player that asks a function in Python.
using Choose =
    nb::typed<nb::callable, std::string(std::vector<int>, std::vector<int>, std::string)>;

holdem::Player python_player(const Choose& choose) {
    return [&choose](const holdem::Hand& hand, holdem::Cards own) {
        const auto answer = nb::cast<std::string>(
            choose(numbers_of(own), numbers_of(hand.board()), hand.betting().text()));
        holdem::Actions allowed;
        hand.betting().generate(allowed);
        if (answer.size() != 1 || std::ranges::find(allowed, answer[0]) == allowed.end())
            throw nb::value_error("The opponent's action is not allowed.");
        return answer[0];
    };
}

std::vector<std::vector<double>> duplicates(const PyWeights& weights,
                                            const std::vector<Choose>& opponents,
                                            std::uint64_t first, std::uint64_t count) {
    std::vector<std::vector<double>> won(opponents.size());
    for (std::uint64_t number = first; number < first + count; ++number) {
        holdem::BlueprintPlayer player(blueprint_in(weights), number);
        const holdem::Player own = std::ref(player);
        for (std::size_t i = 0; i < opponents.size(); ++i)
            won[i].push_back(holdem::play_duplicate(holdem::DealtCards(number), own,
                                                    python_player(opponents[i])));
    }
    return won;
}

}  // namespace

void bind_holdem_training(nb::module_& m) {
    m.def(
        "holdem_rank", &rank_of, "cards"_a,
        "The rank of five, six or seven cards, each 4 * rank + suit with ranks from 0 (two) to 12 "
        "(ace): higher is better, equal hands have equal ranks. 4096 times the category, from 0 "
        "(high card) to 8 (straight flush), and a number within it. Raises ValueError.");
    m.def("holdem_categories", &categories, "cards"_a,
          "How many hands of five, six or seven cards there are of each category, the lowest "
          "first; each hand is ranked. Raises ValueError for other numbers.");
    m.def(
        "holdem_duplicates", &duplicates, "weights"_a, "opponents"_a, "first"_a, "count"_a,
        "Plays the deals with these numbers, each twice with the seats exchanged, with the "
        "blueprint against each opponent: a function of its cards, the board's and the betting so "
        "far (\"crc-c\") that returns f, c or r. Returns for each opponent what the blueprint won "
        "a hand, one number for each deal. Raises ValueError.");
    m.def(
        "holdem_level_duel", &level_duel, "weights"_a, "blunder_rate"_a, "other_blunder_rate"_a,
        "boards"_a,
        "What the blueprint wins a hand from itself, and the standard error, if both play random "
        "moves at these rates: exact sums on boards that are always the same. Raises ValueError.");
    nb::class_<AbstractionBuilder>(
        m, "HoldemAbstraction",
        "Builds the abstraction of hold'em's cards. Constructing it computes "
        "all but the flops, in about ten seconds.")
        .def(
            "__init__",
            [](AbstractionBuilder* self, std::uint64_t seed, int boards) {
                if (boards < 8) throw nb::value_error("The centres take eight boards or more.");
                const nb::gil_scoped_release released;
                new (self) AbstractionBuilder({}, seed, boards);
            },
            "seed"_a = 1, "boards"_a = 1'500, "`boards`: dealt for the centres of clusters.")
        .def_prop_ro_static("flops",
                            [](const nb::handle&) { return AbstractionBuilder::flop_total(); })
        .def("add_flops", &AbstractionBuilder::add_flops, "count"_a,
             nb::call_guard<nb::gil_scoped_release>(), "Computes the next flops.")
        .def("finished", &finished, "The abstraction as bytes, for a learner. Raises ValueError.");
    nb::class_<Learner>(m, "HoldemLearner", "Learns hold'em's blueprint.")
        .def("__init__", &make_learner, "abstraction"_a)
        .def_prop_ro("iterations", &Learner::iterations)
        .def("iterate", &Learner::iterate, "count"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Deals this many boards and learns from each.")
        .def("trial", &trial, "boards"_a,
             "What the average strategy wins a hand, and the standard error, from players that "
             "always call and always raise: exact sums on boards that are always the same.")
        .def("state", &state, "Regrets and strategy as bytes, for `restore`.")
        .def("restore", &restore, "state"_a, "Continues from the bytes of `state`.")
        .def(
            "packed",
            [](const Learner& self) {
                return as_bytes(write_weights_file(
                    "holdem", holdem::packed_blueprint(*self.abstraction(), self.tables())));
            },
            "The blueprint as a weights file.");
}

}  // namespace zeitnot
