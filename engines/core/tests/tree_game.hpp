// A toy game for checks: a game tree given as text. Seat 0 is MAX.
//
//   max(min(3,12,8),min(2,x,y),min(14,5,2))     MAX and MIN alternate
//   max(avg(0.9:2,0.1:3),avg(0.9:1,0.1:4))      chance nodes: probability and subtree
//
// A leaf is a number, or a name if its value must not be needed.
#pragma once

#include <charconv>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

struct Tree {
    enum class Kind { max, min, mean, leaf };
    struct Node {
        Kind kind = Kind::leaf;
        int seat = 0;  // to move; for leaves and chance nodes, the seat that would be
        double value = 0;
        std::string name{};
        std::vector<std::size_t> next{};
        std::vector<double> probability{};
    };
    std::vector<Node> nodes;  // the root first

    // Throws std::invalid_argument for an invalid text.
    explicit Tree(std::string_view text) {
        read(text, 0);
        if (!text.empty()) throw std::invalid_argument("text is left over");
    }

    [[nodiscard]] std::size_t leaf(std::string_view name) const {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].name == name) return i;
        }
        throw std::invalid_argument("no such leaf");
    }

   private:
    static bool consume(std::string_view& text, std::string_view word) {
        if (!text.starts_with(word)) return false;
        text.remove_prefix(word.size());
        return true;
    }

    static double number(std::string_view& text) {
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{}) throw std::invalid_argument("a number is missing");
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        return value;
    }

    std::size_t read(std::string_view& text, int seat) {
        const std::size_t at = nodes.size();
        nodes.emplace_back();
        nodes[at].seat = seat;
        if (consume(text, "max(")) {
            read_children(text, at, Kind::max, 0);
        } else if (consume(text, "min(")) {
            read_children(text, at, Kind::min, 1);
        } else if (consume(text, "avg(")) {
            read_children(text, at, Kind::mean, seat);
        } else if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
            nodes[at].name = text.substr(0, text.find_first_of(",)"));
            text.remove_prefix(nodes[at].name.size());
        } else {
            nodes[at].value = number(text);
        }
        return at;
    }

    void read_children(std::string_view& text, std::size_t at, Kind kind, int seat) {
        nodes[at].kind = kind;
        nodes[at].seat = seat;
        do {
            if (kind == Kind::mean) {
                nodes[at].probability.push_back(number(text));
                if (!consume(text, ":")) throw std::invalid_argument("avg(probability:tree,...)");
            }
            const std::size_t child = read(text, kind == Kind::mean ? seat : seat ^ 1);
            nodes[at].next.push_back(child);
        } while (consume(text, ","));
        if (!consume(text, ")")) throw std::invalid_argument("a bracket is missing");
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
    using Moves = FixedList<Move, 8>;
    inline static const Tree* tree = nullptr;
    inline static std::set<std::size_t> seen{};  // leaves whose result was requested

    TreeGame() = default;
    explicit TreeGame(const Settings& /*settings*/) {}
    static Parsed<TreeGame> parse(std::string_view, const Settings&) { return Error{"no text"}; }

    [[nodiscard]] const Tree::Node& node() const { return tree->nodes[at]; }
    [[nodiscard]] int turn() const { return node().seat; }
    void generate(Moves& moves) const {
        if (node().kind != Tree::Kind::max && node().kind != Tree::Kind::min) return;
        for (std::size_t i = 0; i < node().next.size(); ++i) moves.push(static_cast<Move>(i));
    }
    void play(Move move) { at = node().next[move]; }
    [[nodiscard]] Key hash() const {
        Key state = 0x7472'6565'0000'0000 + at;
        return splitmix64(state);
    }
    [[nodiscard]] std::optional<Outcome> result() const {
        if (node().kind != Tree::Kind::leaf) return std::nullopt;
        seen.insert(at);
        return Outcome{0.5, static_cast<int>(node().value), "leaf"};
    }
    [[nodiscard]] std::string text() const { return std::to_string(at); }
    [[nodiscard]] std::string move_text(Move move) const { return std::to_string(move); }
    [[nodiscard]] bool is_capture(Move) const { return false; }
    friend bool operator==(const TreeGame&, const TreeGame&) = default;

    std::size_t at = 0;
};

using PlainTree = TreeGame<false>;

struct ChanceTree : TreeGame<true> {
    using Throw = std::uint8_t;
    using TreeGame<true>::TreeGame;
    static Parsed<ChanceTree> parse(std::string_view, const Settings&) { return Error{"no text"}; }

    [[nodiscard]] bool chance_due() const { return node().kind == Tree::Kind::mean; }
    [[nodiscard]] DueThrow due() const { return {"dice", {static_cast<int>(node().next.size())}}; }
    void chance(auto&& each) const {
        for (std::size_t i = 0; i < node().next.size(); ++i)
            each(static_cast<Throw>(i), node().probability[i]);
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
struct Evaluation<PlainTree> {
    static constexpr double swing = 1;
    Score operator()(const PlainTree&) const { return 0; }
    [[nodiscard]] static Score final_score(const Outcome& end) { return end.margins[0]; }
    [[nodiscard]] static double reported(Score score) { return score; }
};

template <>
struct Evaluation<ChanceTree> {
    static constexpr double bound = 1000;
    static constexpr double swing = 1;
    double operator()(const ChanceTree&) const { return 0; }
    [[nodiscard]] static double final_value(const ChanceTree& position, const Outcome&) {
        return position.turn() == 0 ? position.node().value : -position.node().value;
    }
    [[nodiscard]] static bool ends_are_exact() { return true; }
    [[nodiscard]] static double reported(double value) { return value; }
};

}  // namespace zeitnot
