// Checks of table and search that need sanitizers: threads that share a table, and repetition on
// random graphs compared with a naive solver. Takes the number of graphs; returns 0 if all is well.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <thread>

#include "games/backgammon/evaluation.hpp"
#include "games/chess/evaluation.hpp"
#include "games/ewn/evaluation.hpp"
#include "games/othello/evaluation.hpp"
#include "games/tictactoe/evaluation.hpp"
#include "games/xiangqi/evaluation.hpp"
#include "graph_game.hpp"
#include "package_weights.hpp"
#include "strategies.hpp"
#include "wide_moves.hpp"
#include "zeitnot/search/engine.hpp"

namespace zeitnot {
namespace {

int failures = 0;

void expect(bool holds, const char* what) {
    if (holds) return;
    ++failures;
    std::printf("failed: %s\n", what);
}

// Several writers and readers on few slots: an entry that is found was stored completely.
template <std::size_t Words, class Strategy>
void hammer_table() {
    auto table = Table<Words, Strategy>::tiny(8);
    std::atomic<int> torn{0}, found{0};
    const auto data_of = [](Key key, std::uint64_t salt) {
        typename Slots<Words>::Data data;
        Key state = key ^ salt;
        for (auto& word : data) word = splitmix64(state);
        data[0] = (salt << 40U) | (data[0] & 0xFF'FF00'00FF) | 1U;
        return data;
    };
    const auto work = [&](unsigned seed) {
        std::mt19937 rng(seed);
        for (int i = 0; i < 20000; ++i) {
            const Key key = 1 + rng() % 16;
            if (rng() % 2 == 0) table.store(key, data_of(key, rng() % 8));
            const auto data = table.find(key);
            if (!data) continue;
            ++found;
            auto whole = data_of(key, (*data)[0] >> 40U);
            whole[0] = (whole[0] & ~std::uint64_t{0xFF00}) | ((*data)[0] & 0xFF00U);
            if (whole != *data) ++torn;
        }
    };
    std::vector<std::thread> threads;
    for (unsigned seed = 1; seed <= 4; ++seed) threads.emplace_back(work, seed);
    for (std::thread& thread : threads) thread.join();
    expect(torn == 0, "no entry is torn");
    expect(found > 1000, "entries are found again");
}

// Whether the new one of two entries gets the only slot.
template <class Strategy>
bool is_replaced(int old_depth, int old_ply, int depth, int ply, bool later_search = false) {
    // One slot, which every strategy uses.
    auto table = Table<1, Strategy>::tiny(1);
    const auto data_of = [](int deep, int far) {
        return typename Slots<1>::Data{static_cast<std::uint64_t>(far) << 32U |
                                       static_cast<std::uint64_t>(deep) | std::uint64_t{1} << 16U};
    };
    table.store(1, data_of(old_depth, old_ply));
    if (later_search) table.new_search();
    table.store(2, data_of(depth, ply));
    expect(table.find(1).has_value() != table.find(2).has_value(), "one place holds one entry");
    return table.find(2).has_value();
}

void check_replacement() {
    for (const bool later_search : {false, true}) {
        expect(is_replaced<Always>(9, 1, 1, 9, later_search), "always: the newest stays");
        expect(is_replaced<Chained>(9, 1, 1, 9, later_search), "chained: the oldest goes");
        expect(is_replaced<Buckets>(9, 1, 1, 9, later_search),
               "bucket: the worst goes, here the only one");
        expect(is_replaced<Depth>(9, 1, 1, 9, later_search) == later_search,
               "depth: the deep stays");
        expect(is_replaced<Later>(9, 1, 1, 9, later_search) == later_search,
               "later: the near stays");
    }
    expect(is_replaced<Depth>(3, 1, 3, 9) && is_replaced<Later>(9, 4, 1, 4),
           "what is as good is replaced");
}

template <class... Strategies>
void compare_strategies() {
    (hammer_table<1, Strategies>(), ...);
    check_replacement();
}

Limits to_depth(int depth) { return {depth, {}, {}, {}}; }

template <Position P>
void check_shared_search(const Options& options, int depth) {
    const Task<P> start{History<P>(P{}), 1, {}};
    const Report<P> report =
        Engine<P>(with_weights<P>(options)).search(start, to_depth(depth), StopToken{}, nullptr);
    expect(report.depth == depth && report.best(), P::name.data());
}

// Moves of sixteen bytes give the same results as moves of one byte.
void search_wide_moves() {
    const auto report = [](auto start) {
        using P = decltype(start);
        return Engine<P>(Options{}).search({History<P>(start), 1, {}}, to_depth(9), StopToken{},
                                           nullptr);
    };
    for (const std::string_view text : {"......... x", "x...o.... x", "xo....... x"}) {
        const auto narrow = report(*TicTacToe::parse(text, {}));
        const auto wide = report(*WideTicTacToe::parse(text, {}));
        expect(wide.value == narrow.value && wide.exact, "wide moves have the same value");
        expect(wide.distance() == narrow.distance(),
               "wide moves have the same distance to the end");
    }
}

// Four threads find the same value as one, where the depth determines it.
void search_with_threads() {
    Options options;
    options.hash_mb = 1;
    options.threads = 4;
    const Task<Ewn> throws{History<Ewn>(Ewn{}), 1, {}};
    const auto value = [&throws](const Options& threads) {
        Engine<Ewn> engine(with_weights<Ewn>(threads));
        return engine.search(throws, to_depth(2), StopToken{}, nullptr).value;
    };
    const double one_thread = value(Options{}), four_threads = value(options);
    expect(std::abs(one_thread - four_threads) < 1e-9, "threads agree on EinStein");
    check_shared_search<Chess>(options, 7);
    check_shared_search<Xiangqi>(options, 5);
    check_shared_search<Othello>(options, 6);
}

// Stopping a search ends all its threads.
void stop_threads() {
    Options options;
    options.hash_mb = 1;
    options.threads = 4;
    const Task<Chess> start{History<Chess>(Chess{}), 1, {}};
    Engine<Chess> engine(options);
    StopToken token;
    std::thread other;
    engine.search(start, Limits{}, token, [&](const Report<Chess>& report) {
        if (report.depth == 3) other = std::thread([&] { token.stop(); });
    });
    other.join();
}

// A token stopped before a search also stops this search and later ones with the same token.
void stop_before_the_search() {
    StopToken token;
    token.stop();
    const Task<Chess> start{History<Chess>(Chess{}), 1, {}};
    Engine<Chess> engine(Options{});
    for (int i = 0; i < 2; ++i) {
        const auto report = engine.search(start, Limits{}, token, nullptr);
        expect(report.best() && report.nodes <= 512, "a stop before the search is kept");
    }
    expect(engine.search(start, to_depth(3), StopToken{}, nullptr).depth == 3,
           "other tokens are not stopped");
}

// Whether the search stops after `share` of the soft limit when its value has fallen by `lost`.
bool stops_after(double share, double lost, double swing) {
    TimeManager<char> time_manager(std::chrono::milliseconds(1000), swing);
    const bool first = time_manager.should_stop('a', 3 * swing, 0);
    return first || time_manager.should_stop('b', 3 * swing - lost, share);
}

// A search whose value has fallen by a swing gets more time, in every unit; a rise gets none.
void check_time_manager() {
    for (const double swing :
         {Evaluation<Chess>::swing, Evaluation<Xiangqi>::swing, Evaluation<Othello>::swing,
          Evaluation<Ewn>::swing, Evaluation<Backgammon>::swing, Evaluation<TicTacToe>::swing}) {
        expect(stops_after(1.5, 0, swing), "a steady value takes its share");
        expect(stops_after(1.5, -swing, swing), "a rising value takes its share");
        expect(!stops_after(1.5, swing, swing), "a fallen value takes more");
        expect(stops_after(2.5, 9 * swing, swing), "a fallen value takes a bounded time");
    }
}

// The value of each position of the graph, by iteration until nothing changes; positions in `drawn`
// are draws when play reaches them. By number; 0: drawn, otherwise ±(1000 - plies) for the side to
// move.
std::vector<int> solved_values(const std::vector<bool>& drawn) {
    std::vector<int> value(GraphGame::numbers(), 0);
    const auto seen = [&](const GraphGame& from,
                          GraphGame to) {  // for `from`'s side, one ply later
        const std::size_t at = to.number();
        const int v = drawn[at] && !to.result() ? 0 : value[at];
        const int later = v > 0 ? v - 1 : v < 0 ? v + 1 : 0;
        return to.turn() == from.turn() ? later : -later;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t at = 0; at < value.size(); ++at) {
            const GraphGame game = GraphGame::numbered(at);
            GraphGame::Moves moves;
            game.generate(moves);
            int best = -10000;
            for (const auto move : moves) {
                GraphGame next = game;
                next.play(move);
                best = std::max(best, seen(game, next));
            }
            if (const auto end = game.result()) {
                const bool won = (end->scores[0] > 0.5) == (game.turn() == 0);
                best = end->scores[0] == 0.5 ? 0 : won ? 1000 : -1000;
            }
            changed |= best != value[at];
            value[at] = best;
        }
    }
    return value;
}

// A random unfinished game; marks the positions that have occurred twice in `drawn`.
std::optional<History<GraphGame>> walk(std::mt19937& rng, std::vector<bool>& drawn) {
    History<GraphGame> history{GraphGame{}};
    std::map<std::size_t, int> seen;
    const int plies = static_cast<int>(rng() % 12);
    for (int i = 0; i <= plies; ++i) {
        if (history.ending()) return std::nullopt;
        const std::size_t number = history.position().number();
        if (++seen[number] == 2) drawn[number] = true;
        GraphGame::Moves moves;
        history.position().generate(moves);
        if (i < plies) history.play(moves[rng() % moves.size()]);
    }
    return history;
}

int score_of(const Report<GraphGame>& report) {
    const auto distance = report.distance();
    if (!distance) return 0;
    return report.value > 0 ? 1000 - *distance : *distance - 1000;
}

struct Tally {
    int decided = 0, changed_by_past = 0, wrong = 0;
};

// One engine for many histories on one graph.
void check_graph(const Graph& graph, const Options& options, std::mt19937& rng, Tally& tally) {
    GraphGame::graph = &graph;
    Engine<GraphGame> engine(options);
    for (int i = 0; i < 12; ++i) {
        std::vector<bool> drawn(GraphGame::numbers());
        const auto history = walk(rng, drawn);
        if (!history) continue;
        const std::size_t number = history->position().number();
        const int expected_without_history = solved_values(std::vector<bool>(drawn.size()))[number];
        const int expected = solved_values(drawn)[number];
        const auto report = engine.search({*history, 1, {}}, to_depth(24), StopToken{}, nullptr);
        tally.wrong += score_of(report) != expected;
        tally.decided += expected != 0;
        tally.changed_by_past += expected != expected_without_history;
    }
}

Tally check_graphs(int rounds, Heuristics without) {
    std::mt19937 rng(2026);
    Tally tally;
    for (int round = 0; round < rounds; ++round) {
        const Graph graph(rng, 4 + rng() % 6);
        Options options;
        options.hash_mb = 1;
        options.without = without;
        if (round % 2 == 1) options.hash_slots = 2 + rng() % 3;
        check_graph(graph, options, rng, tally);
    }
    return tally;
}

// `pushes`: per turn.
void check_repetition(int rounds, int pushes) {
    GraphGame::pushes = pushes;
    const Tally tally = check_graphs(rounds, {});
    std::printf("%d decided, %d changed by the past, %d wrong\n", tally.decided,
                tally.changed_by_past, tally.wrong);
    expect(tally.wrong == 0, "repetition is evaluated correctly");
    if (rounds < 400) return;  // enough to detect races, too few for the statistics below
    expect(tally.decided > rounds / 2 && tally.changed_by_past > rounds / 100,
           "the graphs have enough decided positions");
    if (rounds < 4000) return;  // too few graphs to show it
    const int unguarded = check_graphs(rounds, {Heuristic::guard}).wrong;
    std::printf("%d wrong if the table stores path-dependent values\n", unguarded);
    expect(unguarded > rounds / 2000, "the checks detect a table without guard");
}

}  // namespace
}  // namespace zeitnot

int main(int count, char** words) {
    zeitnot::compare_strategies<zeitnot::Buckets, zeitnot::Always, zeitnot::Later, zeitnot::Depth,
                                zeitnot::TwoTier, zeitnot::Several, zeitnot::Chained>();
    zeitnot::hammer_table<3, zeitnot::Buckets>();
    zeitnot::search_wide_moves();
    zeitnot::search_with_threads();
    zeitnot::stop_threads();
    zeitnot::stop_before_the_search();
    zeitnot::check_time_manager();
    const int rounds = count > 1 ? std::atoi(words[1]) : 10000;
    for (const int pushes : {1, 2}) zeitnot::check_repetition(rounds, pushes);
    return zeitnot::failures == 0 ? 0 : 1;
}
