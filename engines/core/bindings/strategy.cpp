// Python bindings of the trees of small games, and of strategies for them.
#include <optional>
#include <variant>

#include "any_tree_builder.hpp"
#include "bind.hpp"
#include "find_game.hpp"
#include "py_game.hpp"
#include "py_strategy.hpp"
#include "zeitnot/equilibrium/cfr_plus.hpp"
#include "zeitnot/equilibrium/mccfr.hpp"
#include "zeitnot/equilibrium/resolve.hpp"
#include "zeitnot/equilibrium/strategy_file.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

// ── the tree ──

void make_tree(PyGameTree* self, const PyGame& game) {
    const std::string name(game.game->name());
    const GameEntry entry = find_game(name);
    if (entry.tree_builder == nullptr)
        throw nb::value_error((name + " has no tree that can be solved.").c_str());
    const nb::gil_scoped_release no_gil;
    const auto builder = entry.tree_builder(game.game->settings());
    const StopToken never_stopped;
    Control control(Limits{}, never_stopped);
    Meter meter(control);
    builder->build(meter);
    new (self) PyGameTree{game.game, std::make_shared<const SmallGame>(builder->take())};
}

std::vector<std::string_view> games_with_small_tree() {
    std::vector<std::string_view> names;
    for (const GameEntry& entry : all_games()) {
        if (entry.tree_builder != nullptr) names.push_back(entry.name);
    }
    return names;
}

void bind_tree(nb::module_& m) {
    m.def("games_with_small_tree", &games_with_small_tree,
          "The games with hidden information that are small enough to be solved completely.");
    nb::class_<PyGameTree>(m, "GameTree",
                           "Every history of a small game with hidden information, or of one hand "
                           "of a session; immutable.")
        .def("__init__", &make_tree, "game"_a, "Raises ValueError for other games.")
        .def_prop_ro("game", [](const PyGameTree& self) { return PyGame{self.game}; })
        .def_prop_ro("histories",
                     [](const PyGameTree& self) { return self.small->tree.nodes.size(); })
        .def_prop_ro("ends", [](const PyGameTree& self) { return self.small->tree.ends(); })
        .def_prop_ro(
            "information_sets", [](const PyGameTree& self) { return self.small->tree.sets.size(); },
            "The number of information sets of both seats.")
        .def_prop_ro("key", [](const PyGameTree& self) { return self.small->tree.key(); });
}

// ── a strategy ──

PyStrategy strategy_of(const PyGameTree& tree, Strategy strategy, std::string origin) {
    return {tree.game,
            std::make_shared<const StoredStrategy>(StoredStrategy{tree.small, std::move(strategy)}),
            std::move(origin)};
}

void read_strategy(PyStrategy* self, const PyGameTree& tree, const nb::bytes& data) {
    const Bytes bytes(static_cast<const std::uint8_t*>(data.data()), data.size());
    const auto reject = [](const std::string& message) { throw nb::value_error(message.c_str()); };
    const auto file = read_strategy_file(bytes);
    if (!file) reject(file.error());
    if (file->game != tree.game->name())
        reject("This is a strategy for " + file->game + ", not for " +
               std::string(tree.game->name()) + ".");
    auto strategy = strategy_for(tree.small->tree, *file);
    if (!strategy) reject(strategy.error());
    new (self) PyStrategy(strategy_of(tree, *std::move(strategy), file->origin));
}

std::pair<std::string, std::string> strategy_header(const nb::bytes& data) {
    const auto file =
        read_strategy_file({static_cast<const std::uint8_t*>(data.data()), data.size()});
    if (!file) throw nb::value_error(file.error().c_str());
    return {file->game, file->settings};
}

std::string settings_words(const AnyGame& game) {
    std::string words;
    for (const auto& [name, value] : game.settings()) {
        const auto* word = std::get_if<std::string>(&value);
        words += (words.empty() ? "" : " ") + name + "=" +
                 (word != nullptr ? *word : std::to_string(std::get<int>(value)));
    }
    return words;
}

nb::bytes to_bytes(const PyStrategy& self) {
    const Strategy& strategy = self.stored->strategy;
    return as_bytes(write_strategy_file({std::string(self.game->name()),
                                         settings_words(*self.game),
                                         self.origin,
                                         self.stored->game->tree.key(),
                                         {strategy.begin(), strategy.end()}}));
}

PyStrategy uniform_strategy(const PyGameTree& tree) {
    return strategy_of(tree, uniform(tree.small->tree), "uniform");
}

PyStrategy mixture(const PyStrategy& self, const PyStrategy& other, double share) {
    if (self.stored->game->tree.key() != other.stored->game->tree.key())
        throw nb::value_error("The strategies are for different games or settings.");
    if (!(share >= 0 && share <= 1)) throw nb::value_error("A share is from 0 to 1.");
    return strategy_of({self.game, self.stored->game},
                       mixed(self.stored->strategy, other.stored->strategy, share),
                       self.origin + ", mixed");
}

PyStrategy resolve(const PyStrategy& self, const PyHistory& history, int seat, int iterations) {
    if (history.game->name() != self.game->name() ||
        history.game->settings() != self.game->settings())
        throw nb::value_error("The history is of another game or has other settings.");
    if (seat != 0 && seat != 1) throw nb::value_error("There are the seats 0 and 1.");
    if (iterations < 1) throw nb::value_error("There must be at least one iteration.");
    const GameTree& tree = self.stored->game->tree;
    const auto information = history.state->information(history.state->turn());
    const auto set = information ? tree.set_of.find(*information) : tree.set_of.end();
    if (set == tree.set_of.end()) throw nb::value_error("No seat is to move here.");
    Index node = 0;
    while (tree.nodes[node].set != set->second) ++node;
    const nb::gil_scoped_release no_gil;
    return strategy_of({self.game, self.stored->game},
                       resolve_subgame(tree, self.stored->strategy, node, seat, iterations),
                       self.origin + ", a subgame solved anew");
}

// ── its rows ──

struct StrategyRow {
    int seat;
    std::string information;
    std::vector<Choice> choices;
};

std::vector<StrategyRow> rows(const PyStrategy& self) {
    const StrategyValues values(*self.stored);
    std::vector<StrategyRow> rows;
    for (const InformationSet& set : self.stored->game->tree.sets)
        rows.push_back({set.seat, set.information, values.choices(set.information)});
    return rows;
}

std::vector<Choice> choices(const PyStrategy& self, const std::string& information) {
    return StrategyValues(*self.stored).choices(information);
}

void bind_rows(nb::module_& m) {
    nb::class_<Choice>(m, "Choice", "A move of a strategy.")
        .def_ro("move", &Choice::move)
        .def_ro("probability", &Choice::probability)
        .def_ro("value", &Choice::value,
                "Its mean gain for its seat; 0 at a set that the other seat never leads to.");
    nb::class_<StrategyRow>(m, "StrategyRow", "What a strategy does at one information set.")
        .def_ro("seat", &StrategyRow::seat)
        .def_ro("information", &StrategyRow::information, "As returned by `History.information`.")
        .def_ro("choices", &StrategyRow::choices);
}

// ── solving ──

// One of the two methods, on a tree.
struct PyMinimiser {
    PyGameTree tree;
    std::variant<CfrPlus, Mccfr> method;

    [[nodiscard]] std::uint64_t iterations() const {
        return std::visit([](const auto& each) { return each.iterations(); }, method);
    }
};

void make_minimiser(PyMinimiser* self, const PyGameTree& tree, std::string_view method,
                    std::uint64_t seed) {
    if (method == "cfr") {
        new (self) PyMinimiser{tree, CfrPlus(tree.small->form)};
    } else if (method == "mccfr") {
        new (self) PyMinimiser{tree, Mccfr(tree.small->tree, seed)};
    } else {
        throw nb::value_error("The methods are cfr and mccfr.");
    }
}

void iterate(PyMinimiser& self, std::uint64_t iterations, const StopToken* stop) {
    const nb::gil_scoped_release no_gil;
    std::visit(
        [&](auto& method) {
            for (std::uint64_t i = 0; i < iterations; ++i) {
                if (stop != nullptr && stop->stopped()) return;
                method.iterate();
            }
        },
        self.method);
}

PyStrategy average(const PyMinimiser& self) {
    Strategy strategy = uniform(self.tree.small->tree);
    std::visit([&](const auto& each) { each.average(strategy); }, self.method);
    const bool samples = std::holds_alternative<Mccfr>(self.method);
    const std::string iterations = std::to_string(self.iterations()) + " iterations";
    return strategy_of(self.tree, std::move(strategy),
                       (samples ? "mccfr, " : "cfr, ") + iterations);
}

void bind_minimiser(nb::module_& m) {
    nb::class_<PyMinimiser>(m, "RegretMinimiser",
                            "Solves a small game by CFR+ (`cfr`) or by external sampling "
                            "(`mccfr`), which takes `seed`.")
        .def("__init__", &make_minimiser, "tree"_a, "method"_a = "cfr", "seed"_a = 0,
             "Raises ValueError.")
        .def("iterate", &iterate, "iterations"_a, "stop"_a = nb::none(),
             nb::sig("def iterate(self, iterations: int, stop: StopToken | None = None) -> None"),
             "Updates both seats `iterations` times, or until it is stopped. One caller at a time.")
        .def_prop_ro("iterations", &PyMinimiser::iterations)
        .def("strategy", &average, "The average strategy so far, which is the result.");
}

}  // namespace

void bind_strategy(nb::module_& m) {
    bind_tree(m);
    bind_rows(m);
    nb::class_<PyStrategy>(m, "Strategy",
                           "For each information set of a small game, the probabilities of its "
                           "moves, for both seats; immutable.")
        .def("__init__", &read_strategy, "tree"_a, "data"_a,
             "The bytes from `write`. Raises ValueError if they are not a strategy for this tree.")
        .def_static("uniform", &uniform_strategy, "tree"_a, "All moves equally likely.")
        .def_static("header", &strategy_header, "data"_a,
                    "The game, and its settings as `name=value` words, of the bytes of a strategy. "
                    "Raises ValueError.")
        .def("write", &to_bytes, "The bytes of a file.")
        .def_prop_ro("game", [](const PyStrategy& self) { return PyGame{self.game}; })
        .def_prop_ro(
            "origin", [](const PyStrategy& self) { return self.origin; }, "How it was made.")
        .def(
            "value",
            [](const PyStrategy& self) {
                return game_value(self.stored->game->form, self.stored->strategy);
            },
            "The value for seat 0 if both seats follow the strategy.")
        .def(
            "best_responses",
            [](const PyStrategy& self) {
                const auto [first, second] =
                    best_response_values(self.stored->game->form, self.stored->strategy);
                return std::pair(first, second);
            },
            "The value of a best response for each seat.")
        .def(
            "exploitability",
            [](const PyStrategy& self) {
                return exploitability(self.stored->game->form, self.stored->strategy);
            },
            "The mean of `best_responses`; 0 for an equilibrium.")
        .def(
            "mixed", &mixture, "other"_a, "share"_a,
            "Plays the other strategy with the probability `share` at each information set. Raises "
            "ValueError.")
        .def("resolved", &resolve, "history"_a, "seat"_a, "iterations"_a,
             "The strategy with the seat's part in the subgame of this public state re-solved, "
             "which never makes it worse. Raises ValueError.")
        .def("choices", &choices, "information"_a,
             "The moves of a seat with this information; empty if there is no such set.")
        .def("rows", &rows, "All information sets, in the order of play.");
    bind_minimiser(m);
}

}  // namespace zeitnot
