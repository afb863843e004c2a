// Python bindings of solved games and positions.
#include <nanobind/stl/tuple.h>

#include <mutex>
#include <tuple>

#include "any_engine.hpp"
#include "bind.hpp"
#include "find_game.hpp"
#include "py_game.hpp"
#include "py_weights.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

std::vector<std::string_view> games_of(bool (*has)(const GameEntry&)) {
    std::vector<std::string_view> names;
    for (const GameEntry& entry : all_games()) {
        if (has(entry)) names.push_back(entry.name);
    }
    return names;
}

constexpr std::size_t max_hash_mb = 65536;

Solution solve(const PyGame& game, std::size_t max_mb) {
    const std::string name(game.game->name());
    const GameEntry entry = find_game(name);
    if (entry.solve == nullptr)
        throw nb::value_error((name + " cannot be solved completely.").c_str());
    auto solution = [&] {
        const nb::gil_scoped_release no_gil;
        return entry.solve(*game.game, max_mb);
    }();
    if (!solution) throw nb::value_error(solution.error().c_str());
    return *std::move(solution);
}

struct PySolver {
    AnyGamePtr game;
    std::unique_ptr<AnySolver> solver;
    std::mutex solving;
};

void make_solver(PySolver* self, const PyGame& game, std::size_t hash_mb,
                 const PyWeights* weights) {
    const std::string name(game.game->name());
    const GameEntry entry = find_game(name);
    if (entry.make_solver == nullptr)
        throw nb::value_error((name + " has no solver of single positions.").c_str());
    if (hash_mb > max_hash_mb) throw nb::value_error("The table may take at most 65536 MB.");
    Options options;
    options.hash_mb = hash_mb;
    if (weights != nullptr) options.weights = weights_for(*game.game, *weights);
    auto solver = [&] {
        const nb::gil_scoped_release no_gil;
        return entry.make_solver(options);
    }();
    new (self) PySolver{game.game, std::move(solver), {}};
}

void check_game(const PySolver& self, const PyHistory& history) {
    if (history.game->name() != self.game->name())
        throw nb::value_error("The solver is for another game.");
}

std::optional<SolvedPosition> solve_position(PySolver& self, const PyHistory& history,
                                             const StopToken* stop, const nb::object& on_progress) {
    check_game(self, history);
    const std::unique_lock lock(self.solving, std::try_to_lock);
    if (!lock) throw std::runtime_error("The solver is already running.");
    OnSolvingProgress progress;
    if (!on_progress.is_none()) {
        progress = [&on_progress](const SolvingProgress& now) {
            const nb::gil_scoped_acquire gil;
            on_progress(now.lower, now.upper, now.nodes);
        };
    }
    const StopToken never_stopped;
    auto solved = [&] {
        const nb::gil_scoped_release no_gil;
        return self.solver->solve(*history.state, stop ? *stop : never_stopped, progress);
    }();
    if (!solved) throw nb::value_error(solved.error().c_str());
    return *std::move(solved);
}

std::optional<std::string> refusal(const PySolver& self, const PyHistory& history) {
    check_game(self, history);
    return self.solver->refusal(*history.state);
}

Key symmetric_key(const PySolver& self, const PyHistory& history) {
    check_game(self, history);
    return self.solver->symmetric_key(*history.state);
}

using BookLine = std::tuple<const PyHistory*, int, std::optional<int>>;

nb::bytes book(const PySolver& self, const std::vector<BookLine>& lines) {
    std::vector<std::pair<AnyHistoryPtr, Verdict>> values;
    for (const auto& [history, value, distance] : lines) {
        check_game(self, *history);
        if (value < -1 || value > 1 || (value == 0) != !distance)
            throw nb::value_error("A value is 1 or -1 with a distance, or 0 without.");
        values.emplace_back(history->state, Verdict{value, distance});
    }
    const auto packed = self.solver->book(values);
    if (!packed) throw nb::value_error(packed.error().c_str());
    return as_bytes(*packed);
}

void bind_solver(nb::module_& m) {
    nb::class_<SolvedPosition>(m, "SolvedPosition", "The exact value of one position.")
        .def_prop_ro(
            "value", [](const SolvedPosition& self) { return self.verdict.value; },
            "For `seat`: 1, 0 or -1.")
        .def_ro("seat", &SolvedPosition::seat, "The seat to move.")
        .def_prop_ro(
            "distance", [](const SolvedPosition& self) { return self.verdict.distance; },
            "Plies to the forced end; None if it is drawn.")
        .def_ro("margin", &SolvedPosition::margin,
                "By how much `seat` is ahead at the end, in the game's unit; None if the solver "
                "does not find margins.")
        .def_ro("best", &SolvedPosition::best, "A best move.")
        .def_ro("nodes", &SolvedPosition::nodes);
    nb::class_<PySolver>(m, "Solver", "Solves single positions of a game; its table persists.")
        .def("__init__", &make_solver, "game"_a, nb::kw_only(), "hash_mb"_a = 64,
             "weights"_a = nb::none(),
             "`weights`: the game's, with which some solvers are faster. Raises ValueError for a "
             "game without a solver.")
        .def_prop_ro(
            "solves_margins", [](const PySolver& self) { return self.solver->solves_margins(); },
            "Whether it finds margins.")
        .def("refusal", &refusal, "history"_a,
             "Why the position cannot be solved, a sentence; None if it can. Raises ValueError for "
             "another game.")
        .def(
            "solve", &solve_position, "history"_a, nb::kw_only(), "stop"_a = nb::none(),
            "on_progress"_a = nb::none(),
            nb::sig("def solve(self, history: History, *, stop: StopToken | None = None, "
                    "on_progress: collections.abc.Callable[[int, int, int], object] | None = None) "
                    "-> SolvedPosition | None"),
            "The position's value; None if it was stopped. `on_progress(lower, upper, nodes)` is "
            "called in the solving thread when the bounds of the value improve. Raises ValueError "
            "for a finished game, another game and a position that is refused, RuntimeError if it "
            "is already running.")
        .def("symmetric_key", &symmetric_key, "history"_a,
             "Equal for equal positions, and for symmetric ones if the solver knows the symmetry. "
             "Raises ValueError.")
        .def("book", &book, "values"_a,
             nb::sig("def book(self, values: collections.abc.Sequence[tuple[History, int, "
                     "int | None]]) -> bytes"),
             "The file of weights with these values as the game's book: positions, each with its "
             "value and its distance. Raises ValueError, also for a game without a book.");
    m.def(
        "games_with_solvers",
        [] {
            return games_of([](const GameEntry& entry) { return entry.make_solver != nullptr; });
        },
        "The games whose positions can be solved one at a time.");
    m.def(
        "games_with_solver_books",
        [] { return games_of([](const GameEntry& entry) { return entry.has_solver_book; }); },
        "Those of them that have a book of exact values.");
}

using VerdictTuple = std::pair<int, std::optional<int>>;

std::optional<VerdictTuple> find(const Solution& self, const PyHistory& history) {
    const auto verdict = self.find(*history.state);
    if (!verdict) return std::nullopt;
    return VerdictTuple{verdict->value, verdict->distance};
}

}  // namespace

void bind_solve(nb::module_& m) {
    bind_solver(m);
    nb::class_<Solution>(m, "Solution", "The exact value of every position of a game.")
        .def_prop_ro(
            "value", [](const Solution& self) { return self.start.value; },
            "The value of the start for the side to move: 1, 0 or -1.")
        .def_prop_ro(
            "distance", [](const Solution& self) { return self.start.distance; },
            "Plies to the forced end; None if the start is drawn.")
        .def_ro("positions", &Solution::positions,
                "How many positions were solved: all legal ones, or all reachable ones.")
        .def_ro("reachable", &Solution::reachable, "How many of them are reachable from the start.")
        .def_prop_ro(
            "won", [](const Solution& self) { return std::pair{self.won[0], self.won[1]}; },
            "Positions won by seat 0 and by seat 1.")
        .def_ro("drawn", &Solution::drawn)
        .def_ro("longest", &Solution::longest, "Plies of the longest forced win.")
        .def("find", &find, "history"_a,
             "A position's value for the side to move and its distance, regardless of its history; "
             "None for a position that is not among those solved.");
    m.def("solve", &solve, "game"_a, nb::kw_only(), "max_mb"_a = 1024,
          "Solves a game by retrograde analysis with at most so much memory. Raises ValueError for "
          "other games, and in advance if it would take more memory.");
    m.def(
        "fully_solvable_games",
        [] { return games_of([](const GameEntry& entry) { return entry.solve != nullptr; }); },
        "The games that can be solved completely if there is enough memory.");
}

}  // namespace zeitnot
