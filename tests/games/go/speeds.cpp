// Measures the speed of Go's playouts from the empty board in one thread, and its ratio to that of
// chess's move generator in the same run, because the ratio depends less on the machine.
//
//   go_speeds RUNS    prints a Markdown table with the median of the runs in each row
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "games/chess/position.hpp"
#include "games/go/policy.hpp"
#include "zeitnot/perft.hpp"

namespace {

using namespace zeitnot;

// The rate, per second of processor time, of something that `work` does `count` times.
template <class Work>
double rate(double count, Work work) {
    const std::clock_t start = std::clock();
    work();
    return count * CLOCKS_PER_SEC / static_cast<double>(std::clock() - start);
}

// Paths per second of chess's perft, 5 plies from the start.
double perft_rate() {
    const History<Chess> start{Chess()};
    const auto poll = [] {};
    return rate(4'865'609, [&] {
        if (perft(start, 5, poll) != 4'865'609) std::exit(1);
    });
}

struct Speed {
    double playouts;  // per second
    double moves;     // per playout, on average
};

template <class Policy>
Speed speed_of(int size) {
    const int playouts = 1'000'000 / (size * size);
    const Policy policy;
    Random random(1);
    std::int64_t moves = 0;
    const double playouts_a_second = rate(playouts, [&] {
        const go::Stones start(size);
        for (int i = 0; i < playouts; ++i) {
            go::Stones stones = start;
            moves += go::play_out(stones, go::Colour::black, 0, go::mercy_of(size), policy, random,
                                  [](go::Point, go::Colour) {});
        }
    });
    return {playouts_a_second, static_cast<double>(moves) / playouts};
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// A row: playouts per second, and playouts per million paths of chess's perft.
template <class Policy>
void row(const char* name, int size, int runs) {
    std::vector<double> rates, ratios;
    double moves = 0;
    for (int run = 0; run < runs; ++run) {
        const double yardstick = perft_rate();
        const Speed speed = speed_of<Policy>(size);
        rates.push_back(speed.playouts);
        ratios.push_back(1e6 * speed.playouts / yardstick);
        moves = speed.moves;
    }
    std::printf("| %s, %d×%d | %.0f | %.0f | %.0f |\n", name, size, size, median(rates), moves,
                median(ratios));
}

}  // namespace

int main(int count, char** words) {
    const int runs = count > 1 ? std::max(1, std::atoi(words[1])) : 5;
    std::printf(
        "| playouts | a second | moves each | for a million paths of chess |\n|---|---|---|---|\n");
    for (const int size : {9, 13, 19}) {
        row<go::UniformPolicy>("uniform", size, runs);
        row<go::PatternPolicy>("patterns, captures, atari", size, runs);
    }
    return 0;
}
