// Compares two algorithms of blind tic-tac-toe with plain recursion: the best response, by which
// strategies are measured, and one iteration of regret minimisation, by which they are learnt.
//
//   blindtictactoe_checks    prints each failure and the number of failures
#include <cmath>
#include <cstdio>
#include <random>

#include "games/blindtictactoe/best_response.hpp"
#include "games/blindtictactoe/regret.hpp"
#include "games/blindtictactoe/strategy.hpp"
#include "tests/games/blindtictactoe/twin.hpp"

namespace {

using namespace zeitnot;
using namespace zeitnot::blindtictactoe;

int failures = 0;

void check(bool holds, const char* what) {
    if (holds) return;
    if (++failures < 20) std::printf("%s\n", what);
}

bool nearly(double a, double b) { return std::abs(a - b) <= 1e-6 * (1 + std::abs(a)); }

// ── best responses ──

// A cell that is not yet known and completes a line of `marks`.
std::optional<Cell> completing(Cells marks, Cells known) {
    for (Cell cell = 0; cell < cell_count; ++cell)
        if ((known >> cell & 1) == 0 && has_line(marks | 1U << cell)) return cell;
    return std::nullopt;
}

// A strategy that completes its lines, blocks those of the opponent that it knows, and otherwise
// plays one random choice per information set, or two with fixed shares. It leads to few games, so
// plain recursion is fast, and it does not lose all of them.
std::vector<float> some_strategy(const PublicTree& tree, std::mt19937_64& random) {
    std::vector<float> shares(tree.choices());
    for (const auto& node : tree.nodes()) {
        for (std::size_t number = 0; number < node.first_choice.size(); ++number) {
            if (node.first_choice[number] == PublicTree::Node::none) continue;
            float* const row = &shares[static_cast<std::size_t>(node.first_choice[number])];
            const StateClass& known = StateClasses::all()[number];
            const auto& [marks, found] = known.state;
            auto cell = completing(marks, known.state.known());
            if (!cell) cell = completing(found, known.state.known());
            if (cell) {
                row[known.choice_of[*cell]] = 1;
            } else {
                const float mixed = random() % 10 < 3 ? 0.375F : 0;
                row[random() % known.choices] += 1 - mixed;
                row[random() % known.choices] += mixed;
            }
        }
    }
    return shares;
}

void check_best_responses(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const PublicTree& tree = PublicTree::for_stored_strategies();
    const Strategy strategy(some_strategy(tree, random));
    BestResponse response(tree, strategy.probabilities());
    for (const int seat : {0, 1}) {
        const double found = response.value(seat);
        const double expected = PlainResponse(tree, strategy.probabilities(), seat).value();
        std::printf("seat %d gains %.6f at most\n", seat, expected);
        check(expected < 1, "a strategy that does not lose every game");
        check(nearly(found, expected), "the value of the best response");
    }
}

// ── one iteration ──

constexpr double vast = 1e200;

// Learnt numbers so large that one iteration cannot change the strategy, except at the game's first
// try, where all cells are equal: that strategy changes at once, and the other seat must play
// against the changed one within the same iteration.
Numbers some_numbers(const PublicTree& tree, std::mt19937_64& random) {
    const auto small = [&] { return static_cast<double>(random() % 1000) / 3000; };
    const std::vector<float> strategy = some_strategy(tree, random);
    Numbers numbers;
    for (std::size_t i = 0; i < strategy.size(); ++i) {
        const bool is_first_try = i < tree.sets()[0].choices;
        const double learnt = strategy[i] > 0 ? vast * static_cast<double>(strategy[i]) : -small();
        numbers.regrets.push_back(is_first_try ? 0.5 : learnt);
        numbers.pending.push_back(0);
        numbers.sums.push_back(small());
    }
    return numbers;
}

void check_iteration(std::uint64_t seed) {
    constexpr int iteration = 7;
    std::mt19937_64 random(seed);
    const PublicTree& tree = PublicTree::for_stored_strategies();
    Numbers numbers = some_numbers(tree, random);
    RegretMinimiser minimiser(tree);
    check(minimiser.restore(numbers.state(iteration - 1)), "a state is restored");
    minimiser.iterate();
    const PlainIteration plain(tree, numbers, iteration);
    check(std::abs(plain.strategy()[0] - 1.0 / 3) > 0.1, "the first try changes");
    const auto found = minimiser.state(), expected = numbers.state(iteration);
    check(found.size() == expected.size() && found[0] == expected[0], "the iterations' number");
    for (std::size_t i = 1; i < expected.size(); ++i)
        check(nearly(expected[i], found[i]), "what an iteration learns");
    for (std::size_t i = 0; i < plain.strategy().size(); ++i)
        check(nearly(vast * plain.strategy()[i], vast * minimiser.current()[i]),
              "the next strategy");
}

}  // namespace

int main() {
    check_best_responses(4);
    check_iteration(4);
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
