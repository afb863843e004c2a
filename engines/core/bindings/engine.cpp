// Python bindings of Engine and Report. Searches release the GIL and acquire it only for reports.
#include <mutex>

#include "any_engine.hpp"
#include "bind.hpp"
#include "cfr_engine.hpp"
#include "find_game.hpp"
#include "mcts_options.hpp"
#include "py_game.hpp"
#include "py_methods.hpp"
#include "py_strategy.hpp"
#include "py_tablebase.hpp"
#include "py_weights.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot {
namespace {

struct PyEngine {
    AnyGamePtr game;
    std::unique_ptr<AnyEngine> engine;
    bool any_seat;  // see MethodEntry
    std::mutex searching;
};

[[noreturn]] void reject(const char* sentence) { throw nb::value_error(sentence); }

// Switches heuristics off by name; a name may belong to several methods.
void disable_heuristics(Options& options, MctsOptions& mcts,
                        const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        const auto heuristic = heuristic_of(name);
        const auto chance_heuristic = chance_heuristic_of(name);
        const auto mcts_part = mcts_part_of(name);
        if (!heuristic && !chance_heuristic && !mcts_part)
            throw nb::value_error(("There is no heuristic " + quoted(name) + ".").c_str());
        if (heuristic) options.without = options.without | Heuristics{*heuristic};
        if (chance_heuristic)
            options.chance_without = options.chance_without | ChanceHeuristics{*chance_heuristic};
        if (mcts_part) mcts.without = mcts.without | MctsParts{*mcts_part};
    }
}

// `auto` is the first method that does not refuse the game's settings.
const MethodEntry& find_method(const GameEntry& entry, std::string_view name,
                               const Options& options) {
    if (entry.methods.empty()) reject("No engine plays this game.");
    if (name == "auto") {
        for (const MethodEntry& method : entry.methods)
            if (method.refusal == nullptr || !method.refusal(options)) return method;
        return entry.methods.front();
    }
    // From the end, because methods that were added replace the game's own of the same name.
    const auto found = std::find_if(entry.methods.rbegin(), entry.methods.rend(),
                                    [name](const auto& method) { return method.name == name; });
    if (found != entry.methods.rend()) return *found;
    std::string names;
    for (const MethodEntry& method : entry.methods)
        names += (names.empty() ? "" : " or ") + std::string(method.name);
    const std::string message = std::string(entry.name) + " is searched by " + names + ", not by " +
                                quoted(std::string(name)) + ".";
    throw nb::value_error(message.c_str());
}

std::shared_ptr<const StoredStrategy> stored_for(const AnyGame& game, const PyStrategy& strategy) {
    if (strategy.game->name() != game.name() || strategy.game->settings() != game.settings())
        reject("The strategy is for another game or other settings.");
    return strategy.stored;
}

Alliance make_alliance(const AnyGame& game, const std::vector<int>& members,
                       const std::vector<int>& against) {
    std::vector<int> all(members);
    all.insert(all.end(), against.begin(), against.end());
    std::sort(all.begin(), all.end());
    const bool in_range = all.empty() || (all.front() >= 0 && all.back() < game.seats());
    if (!in_range || std::adjacent_find(all.begin(), all.end()) != all.end())
        reject("An alliance, and those it is against, are different seats of the game.");
    if (members.empty() && !against.empty()) reject("`against` needs an alliance.");
    return {members, against};
}

void make(PyEngine* self, const PyGame& game, std::size_t hash_mb, int threads,
          std::string_view method, std::optional<std::size_t> hash_slots, bool exact_depth,
          const std::vector<std::string>& without, const std::string& evaluation,
          const PyWeights* weights, const PyTablebase* tablebase, const PyStrategy* strategy,
          const std::vector<int>& alliance, const std::vector<int>& against, const PyMethods* more,
          const nb::kwargs& mcts) {
    if (hash_mb > 65536) reject("The table may take at most 65536 MB.");
    if (threads < 1 || threads > 256) reject("There may be 1 to 256 threads.");
    Options options;
    options.hash_mb = hash_mb;
    options.hash_slots = hash_slots;
    options.threads = threads;
    options.exact_depth = exact_depth;
    options.evaluation = evaluation;
    options.settings = game.game->settings();
    options.alliance = make_alliance(*game.game, alliance, against);
    if (weights != nullptr) options.weights = weights_for(*game.game, *weights);
    if (tablebase != nullptr) {
        if (tablebase->tablebase->game() != game.game->name())
            reject("The tablebase is another game's.");
        options.tablebase = tablebase->tablebase;
    }
    if (strategy != nullptr) options.strategy = stored_for(*game.game, *strategy);
    MctsOptions mcts_options;
    disable_heuristics(options, mcts_options, without);
    read_mcts_options(mcts, mcts_options);
    options.mcts = std::make_shared<const MctsOptions>(mcts_options);
    GameEntry entry = find_game(std::string(game.game->name()));
    if (more != nullptr) {
        if (more->game != entry.name) reject("The methods are another game's.");
        entry.methods.insert(entry.methods.end(), more->entries.begin(), more->entries.end());
    }
    const MethodEntry& selected_method = find_method(entry, method, options);
    if (strategy != nullptr && selected_method.name != cfr_name)
        reject("Only the method cfr plays a strategy.");
    if (entry.options_error != nullptr) {
        if (const auto error = entry.options_error(options)) reject(error->message.c_str());
    }
    // A large table, or a game's first engine, takes a second, in which other threads may run.
    auto engine = [&] {
        const nb::gil_scoped_release no_gil;
        return selected_method.make(options);
    }();
    new (self) PyEngine{game.game, std::move(engine), selected_method.any_seat, {}};
}

void check_game(const PyEngine& self, const PyHistory& history) {
    if (history.game->name() != self.game->name() ||
        history.game->settings() != self.game->settings())
        reject("The engine is for another game or other settings.");
}

void check(const Request& request) {
    const auto& [depth, nodes, time, soft] = request.limits;
    if (depth && *depth < 1) reject("The depth must be at least 1.");
    if (nodes && *nodes < 1) reject("The node limit must be at least 1.");
    if ((time && time->count() < 0) || (soft && soft->count() < 0))
        reject("The time cannot be negative.");
    if (request.lines < 1) reject("There must be at least one line.");
}

bool is_for_other_seat(const PyEngine& self, const PyHistory& history, const Request& request) {
    return request.seat && self.game->hides() && *request.seat != history.state->turn();
}

// If information is hidden, a seat that is not to move does not know the root's moves.
void check_seat(const PyEngine& self, const PyHistory& history, const Request& request) {
    if (!request.seat) return;
    if (*request.seat < 0 || *request.seat >= self.game->seats())
        reject("There is no such seat in the game.");
    if (!is_for_other_seat(self, history, request)) return;
    if (!self.any_seat) {
        const std::string message = "The method " + std::string(self.engine->method()) +
                                    " searches only for the side to move.";
        throw nb::value_error(message.c_str());
    }
    if (!request.searchmoves.empty()) reject("Only the side to move knows its moves.");
}

// The root to search: the position or, for a seat that is not to move, a sample that looks the same
// to it, so that the search cannot use what is hidden from it.
AnyHistoryPtr root_of(const PyEngine& self, const PyHistory& history, const Request& request) {
    if (!is_for_other_seat(self, history, request)) return history.state;
    const auto sampled = self.game->sample(history.state->view(request.seat), 1);
    if (!sampled) reject(sampled.error().c_str());
    return *sampled;
}

TextReport search(PyEngine& self, const PyHistory& history, std::optional<int> depth,
                  std::optional<std::uint64_t> nodes, std::optional<std::int64_t> ms,
                  std::optional<std::int64_t> soft_ms, int lines,
                  const std::optional<std::vector<std::string>>& searchmoves,
                  std::optional<int> seat, const StopToken* stop, const nb::object& on_report) {
    Request request{
        {depth, nodes, {}, {}}, lines, searchmoves.value_or(std::vector<std::string>{}), seat};
    if (ms) request.limits.time = std::chrono::milliseconds(*ms);
    if (soft_ms) request.limits.soft = std::chrono::milliseconds(*soft_ms);
    check_game(self, history);
    check(request);
    check_seat(self, history, request);
    const std::unique_lock lock(self.searching, std::try_to_lock);
    if (!lock) throw std::runtime_error("The engine is already searching.");
    OnTextReport report_to_python;
    if (!on_report.is_none()) {
        report_to_python = [&on_report](const TextReport& report) {
            const nb::gil_scoped_acquire gil;
            on_report(report);
        };
    }
    const StopToken never_stopped;
    const AnyHistoryPtr root = root_of(self, history, request);
    auto report = [&] {
        const nb::gil_scoped_release no_gil;
        return self.engine->search(*root, request, stop ? *stop : never_stopped, report_to_python);
    }();
    if (!report) reject(report.error().c_str());
    return std::move(*report);
}

double evaluate(const PyEngine& self, const PyHistory& history) {
    check_game(self, history);
    const auto value = self.engine->evaluate(*history.state);
    if (!value) reject(value.error().c_str());
    return *value;
}

void clear(PyEngine& self) {
    const std::unique_lock lock(self.searching, std::try_to_lock);
    if (!lock) throw std::runtime_error("The engine is searching.");
    self.engine->clear();
}

void bind_report(nb::module_& m) {
    nb::class_<TextLine>(m, "Line", "A root move and the expected play after it.")
        .def_ro("move", &TextLine::move)
        .def_ro("value", &TextLine::value)
        .def_ro("distance", &TextLine::distance, "Plies to the forced end, if known.")
        .def_ro("pv", &TextLine::pv)
        .def_ro("probability", &TextLine::probability,
                "The probability of the move if the method plays a mixed strategy, otherwise None.")
        .def_ro("seats", &TextLine::seats, "The value for each seat; empty if the method has none.")
        .def_ro("visits", &TextLine::visits,
                "How many simulations began with the move, if the method counts them.")
        .def_ro("prior", &TextLine::prior,
                "The probability of the move before the search, if the method has priors.");
    nb::class_<TextThrowLine>(m, "ThrowLine", "A throw and the best answer to it.")
        .def_ro("values", &TextThrowLine::values)
        .def_ro("probability", &TextThrowLine::probability)
        .def_ro("move", &TextThrowLine::move, "None if another throw follows.")
        .def_ro("value", &TextThrowLine::value)
        .def_ro("pv", &TextThrowLine::pv);
    nb::class_<TextReport>(m, "Report", "The result of a search so far, for the side to move.")
        .def_ro("best", &TextReport::best, "None before a throw.")
        .def_ro("value", &TextReport::value,
                "In `unit`; 0 is an equal position (win_probability: 0 to 1).")
        .def_ro("seat", &TextReport::seat,
                "The seat for which all values are: the side to move, or to throw.")
        .def_ro("unit", &TextReport::unit)
        .def_ro("exact", &TextReport::exact, "Proved: no static evaluation went into `value`.")
        .def_ro("distance", &TextReport::distance, "Plies to the forced end, if known.")
        .def_ro("depth", &TextReport::depth, "Completed depth: plies, or throw+move pairs.")
        .def_ro("seldepth", &TextReport::seldepth,
                "Plies from the root to the deepest node of that depth's search, beyond `depth` by "
                "quiescence and extensions; 0 where the method does not count them.")
        .def_ro("nodes", &TextReport::nodes)
        .def_ro("leaves", &TextReport::leaves,
                "Positions valued at `depth`, ends and horizon, where the method counts them.")
        .def_ro("seats", &TextReport::seats,
                "The value for each seat; empty if the method has none.")
        .def_prop_ro("nps", &TextReport::nps)
        .def_ro("seconds", &TextReport::seconds)
        .def_ro("pv", &TextReport::pv)
        .def_ro("lines", &TextReport::lines)
        .def_ro("throws", &TextReport::throws, "Before a throw: one line for each outcome.");
}

constexpr const char* engine_signature =
    "def __init__(self, game: Game, *, hash_mb: int = 16, threads: int = 1, "
    "method: str = 'auto', hash_slots: int | None = None, "
    "exact_depth: bool = False, without: collections.abc.Sequence[str] = [], "
    "evaluation: str = '', weights: Weights | None = None, "
    "tablebase: Tablebase | None = None, strategy: Strategy | None = None, "
    "alliance: collections.abc.Sequence[int] = [], "
    "against: collections.abc.Sequence[int] = [], "
    "more: Methods | None = None, **mcts: object) -> None";
constexpr const char* engine_help =
    "hash_slots: the exact number of slots instead, for tests. exact_depth: use only table entries "
    "of equal depth, so that values are those of textbook minimax. without: heuristics of the "
    "search to switch off, from `heuristics()`, for games of chance `chance_heuristics()`, or for "
    "Monte-Carlo tree search `mcts_parts()`. evaluation: its name, if a game has several; see "
    "docs/why/evaluations.md. weights: required for games of `games_with_weights()`. tablebase: "
    "exact endings to look up. strategy: what to play instead of solving the game. alliance: seats "
    "that in max^n maximise the sum of their values or, with `against`, minimise the sum of those "
    "seats' values. more: methods beside the game's own. The other options are those of "
    "Monte-Carlo tree search, see docs/why/trees.md. "
    "Raises ValueError, TypeError for an unknown option.";

void bind_names(nb::module_& m) {
    m.def(
        "heuristics",
        [] { return std::vector<std::string>(heuristic_names.begin(), heuristic_names.end()); },
        "The heuristics of alpha-beta that can be switched off, by `without`.");
    m.def(
        "chance_heuristics",
        [] {
            return std::vector<std::string>(chance_heuristic_names.begin(),
                                            chance_heuristic_names.end());
        },
        "The heuristics of expectiminimax that can be switched off, by `without`.");
    m.def(
        "mcts_parts",
        [] { return std::vector<std::string>(mcts_part_names.begin(), mcts_part_names.end()); },
        "The parts of Monte-Carlo tree search that can be switched off, by `without`.");
    m.def(
        "methods_for_any_seat",
        [](const std::string& name) {
            const GameEntry entry = find_game(name);
            const bool hides = (*entry.make({}))->hides();
            std::vector<std::string_view> names;
            for (const MethodEntry& method : entry.methods)
                if (!hides || method.any_seat) names.push_back(method.name);
            return names;
        },
        "game"_a,
        "The methods that can search a position for a seat that is not to move, with its view: all "
        "if nothing is hidden. Raises ValueError for an unknown game.");
}

void bind_stop_token(nb::module_& m) {
    nb::class_<StopToken>(m, "StopToken", "Stops a search; created by the caller of the search.")
        .def(nb::init<>())
        .def("stop", &StopToken::stop,
             "Callable from any thread, before or during the search; cannot be undone.")
        .def_prop_ro("stopped", &StopToken::stopped);
}

}  // namespace

void bind_engine(nb::module_& m) {
    bind_report(m);
    bind_names(m);
    bind_stop_token(m);
    nb::class_<PyMethods>(m, "Methods", "Methods of search for one game, from another module.")
        .def_prop_ro("names", [](const PyMethods& self) {
            std::vector<std::string_view> names;
            for (const MethodEntry& method : self.entries) names.push_back(method.name);
            return names;
        });
    nb::class_<PyEngine>(m, "Engine", "A search engine, whose table persists between searches.")
        .def("__init__", &make, "game"_a, nb::kw_only(), "hash_mb"_a = 16, "threads"_a = 1,
             "method"_a = "auto", "hash_slots"_a = nb::none(), "exact_depth"_a = false,
             "without"_a = std::vector<std::string>{}, "evaluation"_a = "",
             "weights"_a = nb::none(), "tablebase"_a = nb::none(), "strategy"_a = nb::none(),
             "alliance"_a = std::vector<int>{}, "against"_a = std::vector<int>{},
             "more"_a = nb::none(), "mcts"_a, nb::sig(engine_signature), engine_help)
        .def("search", &search, "history"_a, nb::kw_only(), "depth"_a = nb::none(),
             "nodes"_a = nb::none(), "ms"_a = nb::none(), "soft_ms"_a = nb::none(), "lines"_a = 1,
             "searchmoves"_a = nb::none(), "seat"_a = nb::none(), "stop"_a = nb::none(),
             "on_report"_a = nb::none(),
             nb::sig("def search(self, history: History, *, depth: int | None = None, "
                     "nodes: int | None = None, ms: int | None = None, "
                     "soft_ms: int | None = None, lines: int = 1, "
                     "searchmoves: collections.abc.Sequence[str] | None = None, "
                     "seat: int | None = None, "
                     "stop: StopToken | None = None, "
                     "on_report: collections.abc.Callable[[Report], object] | None = None) "
                     "-> Report"),
             "Searches until a limit, a proof or `stop`, and returns the answer of the last "
             "completed iteration; a token already stopped ends the search at once. No iteration "
             "begins after `soft_ms`, or sooner if the answer is stable and later if it is not. "
             "`seat`: the seat whose view the search uses, by default the side to move; values and "
             "lines are always for the side to move. If information is hidden, only "
             "`methods_for_any_seat` accept another seat. `on_report` is called after each "
             "iteration, in the searching thread. Raises ValueError for a finished game and bad "
             "arguments, RuntimeError if a search runs.")
        .def("evaluate", &evaluate, "history"_a,
             "The static value of a position, for the side to move. Raises ValueError "
             "for another game.")
        .def(
            "known_moves",
            [](const PyEngine& self, const PyHistory& history) {
                check_game(self, history);
                return self.engine->known_moves(*history.state);
            },
            "history"_a,
            "The best moves of a position in the book of exact values; empty for other positions. "
            "Raises ValueError for another game.")
        .def("clear", &clear, "Empties the table. Raises RuntimeError if a search runs.")
        .def(
            "filled", [](const PyEngine& self) { return self.engine->filled(); },
            "The permille of the table in use.")
        .def_prop_ro("method", [](const PyEngine& self) { return self.engine->method(); })
        .def_prop_ro("game", [](const PyEngine& self) { return PyGame{self.game}; });
}

}  // namespace zeitnot
