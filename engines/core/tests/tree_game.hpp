// The trees of games/tree for checks of the searches that are compiled for a game without chance,
// or with it: a position type for each, whose leaves may have any values, and which record the
// leaves that a search has visited.
#pragma once

#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games/tree/reader.hpp"
#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

// A tree with MAX and MIN, and the value of each leaf for MAX.
struct Tree : tree::Tree {
    std::vector<double> values;

    // Throws std::invalid_argument for an invalid text.
    explicit Tree(std::string_view text) : tree::Tree(read(text)) {
        for (const tree::Node& node : nodes)
            values.push_back(node.kind == tree::Kind::leaf ? node.payoffs[0] : 0);
    }

    // The number of the node that a path leads to.
    [[nodiscard]] std::size_t at(std::string_view path) const { return find(path).value(); }

   private:
    static tree::Tree read(std::string_view text) {
        auto tree = tree::Reader(text, 2, {100'000, 10'000}).read();
        if (!tree) throw std::invalid_argument(tree.error());
        return *tree;
    }
};

// A position in the current tree. `with_chance` trees are searched by expectiminimax, the
// others by alpha-beta, in which MAX and MIN must move in turn.
template <bool with_chance>
struct TreeGame {
    static constexpr std::string_view name = "tree";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    using Settings = NoSettings;
    static constexpr std::array<Setting<Settings>, 0> setting_table{};
    using Move = std::uint8_t;
    using Moves = FixedList<Move, tree::max_children>;
    inline static const Tree* current = nullptr;
    inline static std::set<std::size_t> seen{};  // leaves whose result was requested

    TreeGame() = default;
    explicit TreeGame(const Settings& /*settings*/) {}
    static Parsed<TreeGame> parse(std::string_view, const Settings&) { return Error{"no text"}; }

    [[nodiscard]] const tree::Node& node() const { return current->nodes[at]; }
    [[nodiscard]] double value() const { return current->values[at]; }
    [[nodiscard]] int turn() const { return node().seat; }
    void generate(Moves& moves) const {
        if (node().kind != tree::Kind::choice) return;
        for (std::size_t i = 0; i < node().next.size(); ++i) moves.push(static_cast<Move>(i));
    }
    void play(Move move) { at = node().next[move]; }
    [[nodiscard]] Key hash() const {
        Key state = 0x7472'6565'0000'0000 + at;
        return splitmix64(state);
    }
    [[nodiscard]] std::optional<Outcome> result() const {
        if (node().kind != tree::Kind::leaf) return std::nullopt;
        seen.insert(at);
        return Outcome{0.5, static_cast<int>(value()), "leaf"};
    }
    [[nodiscard]] std::string text() const { return std::to_string(at); }
    [[nodiscard]] std::string move_text(Move move) const { return std::to_string(move); }
    [[nodiscard]] bool is_capture(Move) const { return false; }
    friend bool operator==(const TreeGame&, const TreeGame&) = default;

    std::size_t at = 0;
};

using DeterministicTree = TreeGame<false>;

struct ChanceTree : TreeGame<true> {
    using Throw = std::uint8_t;
    using TreeGame<true>::TreeGame;
    static Parsed<ChanceTree> parse(std::string_view, const Settings&) { return Error{"no text"}; }

    [[nodiscard]] bool chance_due() const { return node().kind == tree::Kind::chance; }
    [[nodiscard]] DueThrow due() const { return {"dice", {static_cast<int>(node().next.size())}}; }
    void chance(auto&& each) const {
        for (std::size_t i = 0; i < node().next.size(); ++i)
            each(static_cast<Throw>(i), node().hundredths[i] / 100.0);
    }
    void apply(Throw outcome) { at = node().next[outcome]; }
    [[nodiscard]] std::uint64_t choice() const { return at; }  // all throws differ
    [[nodiscard]] std::vector<int> values(Throw outcome) const { return {outcome + 1}; }
    [[nodiscard]] std::optional<Throw> outcome(std::span<const int> values) const {
        return static_cast<Throw>(values[0] - 1);
    }
    friend bool operator==(const ChanceTree&, const ChanceTree&) = default;
};

template <>
struct Evaluation<DeterministicTree> {
    static constexpr double instability_margin = 1;
    Score operator()(const DeterministicTree&) const { return 0; }
    [[nodiscard]] static Score final_score(const Outcome& end) { return end.margins[0]; }
    [[nodiscard]] static double reported(Score score) { return score; }
};

template <>
struct Evaluation<ChanceTree> {
    static constexpr double bound = 1000;
    static constexpr double instability_margin = 1;
    double operator()(const ChanceTree&) const { return 0; }
    [[nodiscard]] static double final_value(const ChanceTree& position, const Outcome&) {
        return position.turn() == 0 ? position.value() : -position.value();
    }
    [[nodiscard]] static bool ends_are_exact() { return true; }
    [[nodiscard]] static double reported(double value) { return value; }
};

}  // namespace zeitnot
