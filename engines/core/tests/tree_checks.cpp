// Checks of both searches on textbook trees and random ones: known values, the effect of changes of
// the leaf values on the choice, and that no heuristic of expectiminimax changes a value.
// Takes the number of random trees; returns 0 if all pass.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include "tree_game.hpp"
#include "zeitnot/search/engine.hpp"

namespace zeitnot {
namespace {

int failures = 0;

void expect(bool is_true, const std::string& what) {
    if (is_true) return;
    ++failures;
    std::printf("failed: %s\n", what.c_str());
}

template <Position P>
Report<P> search(const Tree& tree, const Options& options = {}, int depth = 12) {
    P::current = &tree;
    P::seen.clear();
    const Task<P> task{History<P>(P{}), 1, {}};
    return Engine<P>(options).search(task, {depth, {}, {}, {}}, StopToken{}, nullptr);
}

bool near(double a, double b) { return std::abs(a - b) < 1e-9; }

double minimax_value(const Tree& tree, std::size_t at = 0) {
    const tree::Node& node = tree.nodes[at];
    const bool is_max = node.seat == 0;
    double best = is_max ? -1e9 : 1e9, mean = 0;
    for (std::size_t i = 0; i < node.next.size(); ++i) {
        const double value = minimax_value(tree, node.next[i]);
        best = is_max ? std::max(best, value) : std::min(best, value);
        if (node.kind == tree::Kind::chance) mean += node.hundredths[i] / 100.0 * value;
    }
    if (node.kind == tree::Kind::leaf) return tree.values[at];
    return node.kind == tree::Kind::chance ? mean : best;
}

// Generates a random tree's text with distinct leaves, MAX and MIN alternating.
class TreeGenerator {
   public:
    TreeGenerator(unsigned seed, bool with_chance) : rng_(seed), with_chance_(with_chance) {
        for (int value = -400; value <= 400; ++value) leaves_.push_back(value);
        std::shuffle(leaves_.begin(), leaves_.end(), rng_);
    }

    std::string tree(int depth, bool max = true) {
        if (depth == 0) return leaf();
        std::string text = max ? "max(" : "min(";
        for (auto left = 2 + rng_() % 2; left > 0; --left) {
            text += with_chance_ ? chance(depth - 1, !max) : tree(depth - 1, !max);
            text += left > 1 ? "," : ")";
        }
        return text;
    }

   private:
    std::string leaf() {
        const int value = leaves_.back();
        leaves_.pop_back();
        return std::to_string(value);
    }

    std::string chance(int depth, bool max) {
        static const std::vector<std::vector<std::string>> shares{
            {"0.5", "0.5"}, {"0.9", "0.1"}, {"0.25", "0.25", "0.5"}};
        const auto& share = shares[rng_() % shares.size()];
        std::string text = "avg(";
        for (std::size_t i = 0; i < share.size(); ++i)
            text += share[i] + ":" + tree(depth, max) + (i + 1 < share.size() ? "," : ")");
        return text;
    }

    std::mt19937 rng_;
    bool with_chance_;
    std::vector<int> leaves_;
};

Tree with_changed_leaves(Tree tree, const std::function<double(double)>& change) {
    for (double& value : tree.values) value = change(value);
    return tree;
}

// ── textbook trees ──

// Russell and Norvig, "Artificial Intelligence", figure 5.2; and 5.12 with its change of scale.
void check_textbook_trees() {
    const Tree cut("max(min(3,12,8),min(2,4,6),min(14,5,2))");
    const std::size_t x = cut.at("11"), y = cut.at("12");
    const auto report = search<DeterministicTree>(cut);
    expect(report.value == 3 && report.best() == 0, "the value is 3");
    expect(DeterministicTree::seen.count(x) == 0, "alpha-beta never visits x");
    expect(DeterministicTree::seen.count(y) == 0, "alpha-beta never visits y");
    Options no_pruning;
    no_pruning.without = Heuristics{Heuristic::alphabeta};
    search<DeterministicTree>(cut, no_pruning);
    expect(DeterministicTree::seen.count(x) == 1, "without alpha-beta x is searched");

    const auto same = search<ChanceTree>(cut);
    expect(near(same.value, 3), "expectiminimax agrees without throws");
    expect(ChanceTree::seen.count(x) == 0, "expectiminimax never visits x");

    const Tree left("max(avg(0.9:2,0.1:3),avg(0.9:1,0.1:4))");
    const Tree right("max(avg(0.9:20,0.1:30),avg(0.9:1,0.1:400))");
    const auto before = search<ChanceTree>(left), after = search<ChanceTree>(right);
    expect(before.best() == 0 && near(before.value, 2.1), "the mean prefers 2.1 to 1.3");
    expect(after.best() == 1 && near(after.value, 40.9), "a monotone change makes it 40.9");

    const Tree flat("max(min(2,3),min(1,4))"), steep("max(min(20,30),min(1,400))");
    expect(
        search<DeterministicTree>(flat).best() == 0 && search<DeterministicTree>(steep).best() == 0,
        "the same change does not affect minimax");
}

// Records the nodes of a search; copies share the record.
struct RecordingTrace {
    struct Seen {
        std::size_t at;
        int ply;
        double value = 0;
        std::optional<Exit> exit{};
    };
    std::vector<Seen>* seen;
    std::vector<std::pair<int, int>>* cuts;

    template <class P, class Bound>
    void enter(const P& position, int /*depth*/, int ply, Bound alpha, Bound beta) const {
        expect(alpha < beta, "alpha is less than beta");
        seen->push_back({position.at, ply});
    }
    void leave(int ply, const Value& value, Exit exit) const { close(ply, value.score, exit); }
    void leave(int ply, const Interval& value, Exit exit) const { close(ply, value.lower, exit); }
    void cut(int ply, std::uint8_t move) const { cuts->emplace_back(ply, move); }

   private:
    // Completes the last node that was entered and not left.
    void close(int ply, double value, Exit exit) const {
        for (auto node = seen->rbegin(); node != seen->rend(); ++node) {
            if (node->exit) continue;
            expect(node->ply == ply, "nodes are left in reverse order");
            node->value = value;
            node->exit = exit;
            return;
        }
        expect(false, "a node that is left was entered");
    }
};

// Verifies the trace of a search of the textbook's tree.
template <Position P>
void check_traces() {
    const Tree cut("max(min(3,12,8),min(2,4,6),min(14,5,2))");
    const std::size_t x = cut.at("11"), y = cut.at("12");
    const auto untraced = search<P>(cut);
    std::vector<RecordingTrace::Seen> seen;
    std::vector<std::pair<int, int>> cuts;
    Engine<P, RecordingTrace> engine(Options{}, RecordingTrace{&seen, &cuts});
    P::seen.clear();
    const Task<P> task{History<P>(P{}), 1, {}};
    const auto report = engine.search(task, {12, {}, {}, {}}, StopToken{}, nullptr);
    expect(report.value == untraced.value && report.nodes == untraced.nodes,
           "a trace changes nothing");
    expect(P::seen.count(x) == 0, "a traced search never visits x");
    bool refuted = false;
    for (const auto& [at, ply, value, exit] : seen) {
        expect(exit.has_value(), "every node is left");
        expect(at != x && at != y, "pruned leaves are not entered");
        refuted |= ply == 2 && value == 2 && exit == Exit::ended;
    }
    expect(refuted, "the refuting leaf is recorded with its value");
    expect(std::find(cuts.begin(), cuts.end(), std::pair{1, 0}) != cuts.end(),
           "the cutoff is recorded");
}

// ── random trees ──

// Verifies that strictly increasing changes of the leaves do not affect alpha-beta's choice.
void check_increasing_changes(unsigned seed) {
    const Tree tree(TreeGenerator(seed, false).tree(4));
    const auto before = search<DeterministicTree>(tree);
    expect(before.value == minimax_value(tree), "alpha-beta has the tree's value");
    const std::vector<std::function<double(double)>> changes{
        [](double v) { return v * v * v / 100 + 20 * v; },
        [](double v) { return v < 0 ? 2 * v : 700 * v + 5; },
        [](double v) { return std::round(50000 * std::atan(v / 40)) + 300; }};
    for (const auto& change : changes) {
        const Tree other = with_changed_leaves(tree, change);
        expect(search<DeterministicTree>(other).best() == before.best(),
               "an increasing change keeps the choice");
    }
}

void check_linear_changes(unsigned seed) {
    const Tree tree(TreeGenerator(seed, true).tree(3));
    const auto before = search<ChanceTree>(tree);
    expect(near(before.value, minimax_value(tree)), "expectiminimax has the tree's value");
    for (const auto& [slope, offset] : {std::pair{2.25, 7.0}, {0.01, -3.0}, {1.5, -300.0}}) {
        const Tree other = with_changed_leaves(tree, [&](double v) { return slope * v + offset; });
        const auto after = search<ChanceTree>(other);
        expect(after.best() == before.best(), "a positive linear change keeps the choice");
        expect(near(after.value, slope * before.value + offset),
               "a positive linear change transforms the value");
    }
}

// Verifies the value with every combination of heuristics, with entries of other depths in the
// table.
void check_heuristic_combinations(unsigned seed) {
    const Tree tree(TreeGenerator(seed, true).tree(3));
    for (unsigned heuristics = 0; heuristics < 1U << chance_heuristic_names.size(); ++heuristics) {
        Options options;
        options.hash_mb = 1;
        for (std::size_t i = 0; i < chance_heuristic_names.size(); ++i) {
            if ((heuristics >> i & 1U) == 0) continue;
            options.chance_without =
                options.chance_without | ChanceHeuristics{static_cast<ChanceHeuristic>(i)};
        }
        expect(near(search<ChanceTree>(tree, options).value, minimax_value(tree)),
               "without heuristics " + std::to_string(heuristics));
    }
}

}  // namespace
}  // namespace zeitnot

int main(int count, char** arguments) {
    using namespace zeitnot;
    const unsigned trees = count > 1 ? static_cast<unsigned>(std::atoi(arguments[1])) : 100;
    check_textbook_trees();
    check_traces<DeterministicTree>();
    check_traces<ChanceTree>();
    for (unsigned seed = 1; seed <= trees; ++seed) {
        check_increasing_changes(seed);
        check_linear_changes(seed);
        if (seed % 10 == 0) check_heuristic_combinations(seed);
    }
    std::printf("%u trees, %d failures\n", trees, failures);
    return failures == 0 ? 0 : 1;
}
