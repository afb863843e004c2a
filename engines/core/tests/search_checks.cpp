// Tests of complete searches that need sanitizers: threads that share a table, stops, and the time
// manager. Returns 0 if all pass.
#include <cstdio>
#include <thread>

#include "games/backgammon/evaluation.hpp"
#include "games/chess/evaluation.hpp"
#include "games/ewn/evaluation.hpp"
#include "games/othello/evaluation.hpp"
#include "games/tictactoe/evaluation.hpp"
#include "games/xiangqi/evaluation.hpp"
#include "package_weights.hpp"
#include "wide_moves.hpp"
#include "zeitnot/exact/retrograde_engine.hpp"
#include "zeitnot/search/engine.hpp"

namespace zeitnot {

// One position is the only root, so that positions that cannot follow it stay unsolved.
template <>
struct StateSpace<WideTicTacToe> {
    static std::vector<WideTicTacToe> roots(const WideTicTacToe::Settings& settings) {
        return {*WideTicTacToe::parse("x...o.... x", settings)};
    }
};

namespace {

int failures = 0;

void expect(bool is_true, const char* what) {
    if (is_true) return;
    ++failures;
    std::printf("failed: %s\n", what);
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
    const Task<Ewn> task{History<Ewn>(Ewn{}), 1, {}};
    const auto value = [&task](const Options& tried) {
        Engine<Ewn> engine(with_weights<Ewn>(tried));
        return engine.search(task, to_depth(2), StopToken{}, nullptr).value;
    };
    const double one_thread = value(Options{}), four_threads = value(options);
    expect(std::abs(one_thread - four_threads) < 1e-9, "threads agree on EinStein");
    check_shared_search<Chess>(options, 7);
    check_shared_search<Xiangqi>(options, 5);
    check_shared_search<Othello>(options, 6);
}

// Stopping a search ends all of its threads.
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
        expect(report.best() && report.nodes <= 512, "a stop before the search takes effect");
    }
    expect(engine.search(start, to_depth(3), StopToken{}, nullptr).depth == 3,
           "other tokens are not stopped");
}

// A mate far from the root does not fit into the principal variation, which is cut.
void cut_long_variations() {
    Table<1> table(1);
    const StopToken token;
    Control control({}, token);
    const Evaluation<Chess> evaluation;
    Worker<Chess> worker(table, evaluation, control, config_of<Chess>(Options{}));
    const auto position = *Chess::parse("8/8/8/8/3k4/8/8/KR6 w - - 0 1", {});
    constexpr int ply = 110;
    const auto value = worker.solved(position, 1, -infinite_score, infinite_score, ply);
    const auto mate = worker.pvs[ply];
    expect(value && static_cast<int>(mate.size()) == plies_to_end(value->score) - ply,
           "the line to a mate is as long as its distance");
    for (int above = ply - 1; above >= 0; --above) worker.update_pv(above, mate[0]);
    expect(mate.size() > max_ply - ply && worker.pvs[0].full(), "a long variation is cut");
    expect(worker.pvs[0][max_ply - 1] == mate[max_ply - ply - 1], "it is cut at its end");
}

// A position that was not solved is not reported as a proved draw.
void check_unsolved_positions() {
    RetrogradeEngine<WideTicTacToe> engine(Options{}, WideTicTacToe::Settings{});
    for (const std::string_view text : {"......... x", "x...o.... x", "x...o...x o"}) {
        const Task<WideTicTacToe> task{
            History<WideTicTacToe>(*WideTicTacToe::parse(text, {})), 1, {}};
        expect(engine.search(task, {}, StopToken{}, nullptr).exact == (text[0] == 'x'),
               "an unsolved position is not exact");
    }
}

// A perfect index of `count` numbers; the first is a position with nine moves.
struct Numbers {
    std::size_t count;
    [[nodiscard]] std::size_t size() const { return count; }
    [[nodiscard]] static std::optional<WideTicTacToe> position(std::size_t number) {
        return number == 0 ? std::optional(WideTicTacToe()) : std::nullopt;
    }
    [[nodiscard]] static std::optional<std::size_t> number(const WideTicTacToe&) { return {}; }
};

// The memory for a perfect index is known before anything is allocated.
void estimate_memory() {
    const double bytes = bytes_to_solve<WideTicTacToe>(Numbers{1'000'000'000'000});
    expect(bytes > 54e12 && bytes < 55e12, "a trillion positions with few moves");
    expect(bytes_to_solve<WideTicTacToe>(Numbers{1}) == 54 + 9 * 16, "a position with nine moves");
}

// Whether the search stops after `share` of the soft limit when its value has dropped by `drop`.
bool stops_after(double share, double drop, double margin) {
    TimeManager<char> time_manager(std::chrono::milliseconds(1000), margin);
    const bool first = time_manager.should_stop('a', 3 * margin, 0);
    return first || time_manager.should_stop('b', 3 * margin - drop, share);
}

// A search whose value has dropped by the margin gets more time, in every unit; a rise gets none.
void check_time_manager() {
    for (const double margin :
         {Evaluation<Chess>::instability_margin, Evaluation<Xiangqi>::instability_margin,
          Evaluation<Othello>::instability_margin, Evaluation<Ewn>::instability_margin,
          Evaluation<Backgammon>::instability_margin, Evaluation<TicTacToe>::instability_margin}) {
        expect(stops_after(1.5, 0, margin), "a stable value gets the normal time");
        expect(stops_after(1.5, -margin, margin), "a rising value gets the normal time");
        expect(!stops_after(1.5, margin, margin), "a dropping value gets more time");
        expect(stops_after(2.5, 9 * margin, margin), "a dropping value gets a bounded time");
    }
}

}  // namespace
}  // namespace zeitnot

int main() {
    zeitnot::search_wide_moves();
    zeitnot::search_with_threads();
    zeitnot::stop_threads();
    zeitnot::stop_before_the_search();
    zeitnot::check_time_manager();
    zeitnot::cut_long_variations();
    zeitnot::check_unsolved_positions();
    zeitnot::estimate_memory();
    return zeitnot::failures == 0 ? 0 : 1;
}
