// Checks of the transposition table and of repetition that need sanitizers: threads that write and
// read few slots, and random graphs compared with a naive solver. Takes the number of graphs;
// returns 0 if all pass.
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <random>
#include <thread>

#include "graph_game.hpp"
#include "strategies.hpp"
#include "zeitnot/exact/growing_table.hpp"
#include "zeitnot/search/engine.hpp"

namespace zeitnot {
namespace {

int failures = 0;

void expect(bool is_true, const char* what) {
    if (is_true) return;
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
            auto expected = data_of(key, (*data)[0] >> 40U);
            expected[0] = (expected[0] & ~std::uint64_t{0xFF00}) | ((*data)[0] & 0xFF00U);
            if (expected != *data) ++torn;
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
    const auto data_of = [](int depth, int ply) {
        return typename Slots<1>::Data{static_cast<std::uint64_t>(ply) << 32U |
                                       static_cast<std::uint64_t>(depth) | std::uint64_t{1} << 16U};
    };
    table.store(1, data_of(old_depth, old_ply));
    if (later_search) table.new_search();
    table.store(2, data_of(depth, ply));
    expect(table.find(1).has_value() != table.find(2).has_value(), "one slot stores one entry");
    return table.find(2).has_value();
}

void check_replacement() {
    for (const bool later_search : {false, true}) {
        expect(is_replaced<Always>(9, 1, 1, 9, later_search), "always: the newest entry stays");
        expect(is_replaced<Chained>(9, 1, 1, 9, later_search),
               "chained: the oldest entry is replaced");
        expect(is_replaced<Buckets>(9, 1, 1, 9, later_search),
               "bucket: the worst entry is replaced, here the only one");
        expect(is_replaced<Depth>(9, 1, 1, 9, later_search) == later_search,
               "depth: the deeper entry stays");
        expect(is_replaced<Later>(9, 1, 1, 9, later_search) == later_search,
               "later: the entry nearer to the root stays");
    }
    expect(is_replaced<Depth>(3, 1, 3, 9) && is_replaced<Later>(9, 4, 1, 4),
           "an equal entry is replaced");
}

template <class... Strategies>
void compare_strategies() {
    (hammer_table<1, Strategies>(), ...);
    check_replacement();
}

// A table that grows keeps its entries: each is still found, with its data.
void check_growth() {
    constexpr std::size_t checked_every = 4096;
    GrowingTable<1> table(5);
    const std::size_t first = table.size();
    const auto data_of = [](Key key) {
        return Slots<1>::Data{(key & 0xFFFF'0000) | std::uint64_t{1} << 16U | 7U};
    };
    const auto is_found = [&](Key key) {
        const auto data = table.find(key);
        return data && ((*data)[0] & ~std::uint64_t{0xFF00}) == data_of(key)[0];
    };
    std::mt19937_64 rng(1);
    std::vector<Key> keys;
    int growths = 0;
    for (std::size_t size = first; keys.size() < 3 * first;) {
        std::vector<Key> found;
        if ((keys.size() + 1) % checked_every == 0)
            std::ranges::copy_if(keys, std::back_inserter(found), is_found);
        keys.push_back(rng());
        const bool is_checked = keys.size() % checked_every == 0;
        table.store(keys.back(), data_of(keys.back()));
        if (table.size() == size) continue;
        ++growths;
        size = table.size();
        expect(is_checked, "the table grows where it is checked");
        expect(std::ranges::count_if(found, is_found) + 1 >= std::ssize(found),
               "growing loses no entry except the one replaced by the store");
    }
    expect(growths == 1 && table.size() == 4 * first, "the table grows once, to its maximum");
    expect(std::ranges::count_if(keys, is_found) > 3 * std::ssize(keys) / 4,
           "most entries are found");
}

Limits to_depth(int depth) { return {depth, {}, {}, {}}; }

// The value of each position of the graph, by iteration until nothing changes; positions in `drawn`
// are draws when play reaches them. By number; 0: drawn, otherwise ±(1000 - plies) for the side to
// move.
std::vector<int> solved_values(const std::vector<bool>& drawn) {
    std::vector<int> value(GraphGame::numbers(), 0);
    const auto child_value = [&](const GraphGame& from,
                                 GraphGame to) {  // for `from`'s side, one ply later
        const std::size_t at = to.number();
        const int v = drawn[at] && !to.result() ? 0 : value[at];
        const int later = v > 0 ? v - 1 : v < 0 ? v + 1 : 0;
        return to.turn() == from.turn() ? later : -later;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t at = 0; at < value.size(); ++at) {
            const GraphGame game = GraphGame::from_number(at);
            GraphGame::Moves moves;
            game.generate(moves);
            int best = -10000;
            for (const auto move : moves) {
                GraphGame next = game;
                next.play(move);
                best = std::max(best, child_value(game, next));
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
    expect(unguarded > rounds / 2000, "the checks detect a table without the guard");
}

}  // namespace
}  // namespace zeitnot

int main(int count, char** arguments) {
    zeitnot::compare_strategies<zeitnot::Buckets, zeitnot::Always, zeitnot::Later, zeitnot::Depth,
                                zeitnot::TwoTier, zeitnot::Several, zeitnot::Chained>();
    zeitnot::hammer_table<3, zeitnot::Buckets>();
    zeitnot::check_growth();
    const int rounds = count > 1 ? std::atoi(arguments[1]) : 10000;
    for (const int pushes : {1, 2}) zeitnot::check_repetition(rounds, pushes);
    return zeitnot::failures == 0 ? 0 : 1;
}
