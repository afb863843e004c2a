// Solves small games with hidden moves, endgames of blind tic-tac-toe, and compares best responses
// with the best of all pure strategies. Prints the failures and returns their number.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "toy_games/blind.hpp"
#include "zeitnot/equilibrium/best_response.hpp"
#include "zeitnot/equilibrium/cfr_plus.hpp"
#include "zeitnot/equilibrium/small_game.hpp"
#include "zeitnot/equilibrium/tree_builder.hpp"

namespace zeitnot {
namespace {

// From positions with few empty cells the tree is small.
struct LateBlind : Blind {
    static constexpr bool small_tree = true;
    using Blind::Blind;
    LateBlind() = default;
    explicit LateBlind(const Blind& position) : Blind(position) {}
    static Parsed<LateBlind> parse(std::string_view text, const Settings& settings) {
        const auto position = Blind::parse(text, settings);
        if (!position) return Error{position.error()};
        return LateBlind(*position);
    }
    static Parsed<LateBlind> sample(std::string_view text, const Settings& settings,
                                    auto&& /*random_below*/) {
        return parse(text, settings);
    }
};
static_assert(SmallTree<LateBlind> && HidesMoves<LateBlind>);

int failures = 0;
int compared = 0;  // best responses compared with all pure strategies

void check(bool is_true, const std::string& what) {
    if (is_true) return;
    ++failures;
    std::printf("%s\n", what.c_str());
}

// The best value of a seat over all pure strategies.
double best_pure(const GameTree& tree, const SequenceForm& form, int seat, Strategy strategy) {
    std::vector<const InformationSet*> sets;
    for (const InformationSet& set : tree.sets)
        if (set.seat == seat) sets.push_back(&set);
    std::vector<Index> choice(sets.size());
    double best = -1e9;
    while (true) {
        for (std::size_t i = 0; i < sets.size(); ++i) {
            for (Index k = 0; k < sets[i]->count; ++k)
                strategy[sets[i]->first + k] = k == choice[i] ? 1 : 0;
        }
        const double value = game_value(form, strategy);
        best = std::max(best, seat == 0 ? value : -value);
        std::size_t at = 0;
        while (at < sets.size() && ++choice[at] == sets[at]->count) choice[at++] = 0;
        if (at == sets.size()) return best;
    }
}

double pure_strategies(const GameTree& tree, int seat) {
    double product = 1;
    for (const InformationSet& set : tree.sets)
        if (set.seat == seat) product *= set.count;
    return product;
}

// `value`: the expected value for x.
void check_position(const std::string& text, double value) {
    const auto root = LateBlind::parse(text, {});
    check(static_cast<bool>(root), text + " is not a position");
    if (!root) return;
    const GameTree tree = build_tree(*root);
    const SequenceForm form(tree);
    const Strategy random = uniform(tree);
    const auto responses = best_response_values(form, random);
    for (const int seat : {0, 1}) {
        if (pure_strategies(tree, seat) > 20'000) continue;
        ++compared;
        const double best = best_pure(tree, form, seat, random);
        check(std::abs(best - responses[static_cast<std::size_t>(seat)]) < 1e-9,
              text + ": a different best response of seat " + std::to_string(seat));
    }
    CfrPlus solver(form);
    for (int i = 0; i < 2000; ++i) solver.iterate();
    Strategy strategy = random;
    solver.average(strategy);
    const double found = exploitability(form, strategy);
    check(std::abs(game_value(form, strategy) - value) < 1e-3, text + ": a different value");
    check(found >= -1e-9 && found < 1e-3, text + ": exploitability " + std::to_string(found));
    std::printf("%s: %zu histories, %zu sets, value %.4f, exploitability %.6f\n", text.c_str(),
                tree.nodes.size(), tree.sets.size(), game_value(form, strategy), found);
}

// One throw leads to the sets 1 and 2, another to 0 and 1: before either, the seat knows the same.
void check_value_before_a_throw() {
    GameTree tree;
    tree.nodes.resize(11);
    tree.nodes[0] = {no_index, 1, 2};
    tree.nodes[1] = {no_index, 3, 2, 0.5};
    tree.nodes[2] = {no_index, 5, 2, 0.5};
    const std::array<Index, 4> sets{1, 2, 0, 1};
    for (Index i = 0; i < 4; ++i) {
        tree.nodes[3 + i] = {sets[i], 7 + i, 1, 0.5};
        tree.nodes[7 + i].gain = i;
    }
    for (Index set = 0; set < 3; ++set) {
        tree.sets.push_back({0, set, 1, no_index, std::to_string(set)});
        tree.set_of.emplace(std::to_string(set), set);
        tree.actions.emplace_back("go");
    }
    const Strategy strategy = uniform(tree);
    const auto game = std::make_shared<const SmallGame>(std::move(tree));
    const StoredStrategy stored{game, strategy};
    const double value = StrategyValues(stored).value_before({"0"});
    check(std::abs(value - 1.5) < 1e-9, "before a throw: " + std::to_string(value));
}

}  // namespace
}  // namespace zeitnot

int main() {
    // A capital has been found by the other seat. The first three need a mixed strategy.
    zeitnot::check_position("OX.O.XX.. o", 1.0 / 3);
    zeitnot::check_position("..OOXX... x", 0.5);
    zeitnot::check_position("OX.O.X... x", 1.0 / 3);
    zeitnot::check_position("XOXOXO... x", 1);
    zeitnot::check_position("XOXXO.O.. x", 0);
    zeitnot::check_value_before_a_throw();
    zeitnot::check(zeitnot::compared > 0, "no best response was compared");
    std::printf("%d failures\n", zeitnot::failures);
    return zeitnot::failures;
}
