// A uniform tree, a game for measurements of alpha-beta: every inner node has the same number of
// children, and every leaf is at the same depth. Nothing is stored: a node is a hash of the path to
// it, and so is the value of a leaf, which makes the values independent random numbers.
//
// The children of a node come in random order, or sorted by their minimax values, the best or the
// worst first; a sorted node recomputes the values of its children from all leaves below them. In
// the order `adverse` the values are not random: each child is better for the side to move than
// all before it, whatever the other side answers, so that alpha-beta cannot cut anywhere (Knuth
// and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975).
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

struct UniformTreeSettings {
    int branching = 4;
    int depth = 4;
    int order = 0;  // of the children: see `Order`
    int seed = 1;
    int informed = 0;  // whether the static value of an inner node is its minimax value
    friend bool operator==(const UniformTreeSettings&, const UniformTreeSettings&) = default;
};

class UniformTree {
   public:
    static constexpr std::string_view name = "uniformtree";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    static constexpr int max_branching = 64;
    static constexpr int max_margin = 999'000;  // below the scores of a forced win
    enum Order { random, best, worst, adverse };
    using Settings = UniformTreeSettings;
    static constexpr std::array<Setting<Settings>, 5> setting_table{{
        {.name = "branching", .field = &Settings::branching, .range = {2, max_branching}},
        {.name = "depth", .field = &Settings::depth, .range = {1, 40}},
        {.name = "order",
         .field = &Settings::order,
         .words = {"random", "best", "worst", "adverse"}},
        {.name = "seed", .field = &Settings::seed, .range = {1, 1'000'000}},
        {.name = "informed", .field = &Settings::informed, .words = {"no", "yes"}},
    }};
    using Move = std::uint8_t;  // the number of the child, before sorting
    using Moves = FixedList<Move, max_branching>;

    UniformTree() : UniformTree(Settings{}) {}
    explicit UniformTree(const Settings& settings) : settings_(settings) {
        node_.path = static_cast<Key>(settings.seed);
        node_.path = splitmix64(node_.path);
    }

    [[nodiscard]] int turn() const { return node_.ply & 1; }

    void generate(Moves& moves) const {
        if (node_.ply == settings_.depth) return;
        for (int i = 0; i < settings_.branching; ++i) moves.push(static_cast<Move>(i));
        if (settings_.order != best && settings_.order != worst) return;
        std::array<std::pair<Score, Move>, max_branching> ranked;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Score value = negamax(child(node_, moves[i]));  // for the other side
            ranked[i] = {settings_.order == best ? value : -value, moves[i]};
        }
        std::sort(ranked.begin(), ranked.begin() + settings_.branching);
        for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = ranked[i].second;
    }

    void play(Move move) { node_ = child(node_, move); }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (node_.ply < settings_.depth) return std::nullopt;
        const Score margin = leaf_value(node_);
        return Outcome{margin > 0 ? 1.0 : margin < 0 ? 0.0 : 0.5, margin, "leaf"};
    }

    // For the side to move: the minimax value, or a random number.
    [[nodiscard]] Score static_value() const {
        return settings_.informed != 0 ? negamax(node_) : random_value(~node_.path);
    }

    [[nodiscard]] Key hash() const { return node_.path; }
    [[nodiscard]] static bool is_capture(Move) { return false; }
    [[nodiscard]] static std::string move_text(Move move) { return std::to_string(move); }
    [[nodiscard]] std::string text() const { return std::to_string(node_.path); }
    static Parsed<UniformTree> parse(std::string_view, const Settings&) {
        return Error{"A path cannot be read from its hash."};
    }
    friend bool operator==(const UniformTree&, const UniformTree&) = default;

   private:
    struct Node {
        Key path = 0;
        std::int64_t rank = 0;  // of the adverse value, among the nodes of this ply
        int ply = 0;
        friend bool operator==(const Node&, const Node&) = default;
    };

    [[nodiscard]] Node child(const Node& node, int number) const {
        Key path = node.path + static_cast<Key>(number);
        const int step = node.ply % 2 == 0 ? number : settings_.branching - 1 - number;
        return {splitmix64(path), node.rank * settings_.branching + step, node.ply + 1};
    }

    // For seat 0.
    [[nodiscard]] Score leaf_value(const Node& node) const {
        if (settings_.order == adverse) return static_cast<Score>(node.rank) - max_margin;
        return random_value(node.path);
    }
    static Score random_value(Key key) {
        return static_cast<Score>((key >> 16U) % (2 * max_margin + 1)) - max_margin;
    }

    // The minimax value of a node for the side to move there.
    [[nodiscard]] Score negamax(const Node& node) const {
        if (node.ply == settings_.depth)
            return node.ply % 2 == 0 ? leaf_value(node) : -leaf_value(node);
        Score value = -max_margin;
        for (int i = 0; i < settings_.branching; ++i)
            value = std::max(value, -negamax(child(node, i)));
        return value;
    }

    Settings settings_;
    Node node_;
};

template <>
struct Evaluation<UniformTree> {
    static constexpr double instability_margin = 1;
    Score operator()(const UniformTree& position) const { return position.static_value(); }
    [[nodiscard]] static Score final_score(const Outcome& end) { return end.margins[0]; }
    [[nodiscard]] static double reported(Score score) { return score; }
};

}  // namespace zeitnot
