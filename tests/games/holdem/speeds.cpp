// Measures the speed of hold'em's hand evaluator in one thread, and its ratio to that of chess's
// move generator in the same run, because the ratio depends less on the machine.
//
//   hand_speeds RUNS    prints a Markdown table with the median of the runs in each row
//
// "In order" evaluates every hand of that size in nested loops; "random" evaluates a million random
// hands dealt beforehand, which defeats caches and branch prediction.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "games/chess/position.hpp"
#include "games/holdem/evaluator.hpp"
#include "games/holdem/hands.hpp"
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

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double rate_in_order(int cards, double count) {
    std::uint64_t sum = 0;
    const double hands = rate(count, [&] {
        holdem::each_hand(cards, [&](holdem::Cards hand) { sum += holdem::hand_rank(hand); });
    });
    return sum == 0 ? 0 : hands;  // using the sum keeps the loop from being optimized away
}

double rate_of_random(int cards) {
    std::mt19937_64 random(1);
    std::vector<holdem::Cards> hands(1'000'000);
    for (holdem::Cards& hand : hands) hand = holdem::random_hand(cards, random);
    std::uint64_t sum = 0;
    const double found = rate(10.0 * static_cast<double>(hands.size()), [&] {
        for (int round = 0; round < 10; ++round) {
            for (const holdem::Cards hand : hands) sum += holdem::hand_rank(hand);
        }
    });
    return sum == 0 ? 0 : found;
}

// A row: millions of hands per second, and hands per path of chess's perft.
template <class Rate>
void row(const char* name, int runs, Rate measure) {
    std::vector<double> rates, ratios;
    for (int run = 0; run < runs; ++run) {
        const double yardstick = perft_rate();
        rates.push_back(measure());
        ratios.push_back(rates.back() / yardstick);
    }
    std::printf("| %s | %.0f | %.2f |\n", name, median(rates) / 1e6, median(ratios));
}

}  // namespace

int main(int count, char** words) {
    const int runs = count > 1 ? std::max(1, std::atoi(words[1])) : 5;
    holdem::rank_tables();
    std::printf("| hands | million a second | for a path of chess |\n|---|---|---|\n");
    row("five cards, in order", runs, [] { return rate_in_order(5, 2'598'960); });
    row("seven cards, in order", runs, [] { return rate_in_order(7, 133'784'560); });
    row("five cards, random", runs, [] { return rate_of_random(5); });
    row("six cards, random", runs, [] { return rate_of_random(6); });
    row("seven cards, random", runs, [] { return rate_of_random(7); });
    return 0;
}
