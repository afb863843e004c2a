// Game trees written by hand, to show how searches work. A move is the number of a child. The
// lessons are settings, but a position's text may have any other tree (notation.hpp).
//
// A seat's margin is its payoff at the leaf. Its score is by the sign of the payoff with two seats,
// and by rank with three.
#pragma once

#include <array>
#include <cstdint>

#include "games/tree/reader.hpp"
#include "zeitnot/concepts.hpp"
#include "zeitnot/search/payoffs.hpp"

namespace zeitnot {

struct TreeSettings {
    int lesson = 0;
};

namespace tree {

struct Lesson {
    std::string_view name, text;
    int seats = 2;
};

// Russell and Norvig, "Artificial Intelligence", figure 5.2, and the same with its children in the
// best order; averages over a coin; three seats (Luckhardt and Irani 1986); a signal whose value is
// only its meaning to the partner.
inline constexpr std::array<Lesson, 5> lessons{
    {{"textbook", "max(min(3,12,8),min(2,4,6),min(14,5,2))"},
     {"best_order", "max(min(3,12,8),min(2,4,6),min(2,5,14))"},
     {"coin_flip", "max(avg(0.5:min(2,4),0.5:min(7,4)),avg(0.5:min(6,0),0.5:min(5,-2)))"},
     {"three_seats", "A(B(C(126,423),C(612,741)),B(C(511,152),C(771,545)))", 3},
     {"signal", "avg(0.5:A([p]B(1,0),[q]B(1,0)),0.5:A([p]B(0,1),[q]B(0,1)))"}}};

using SharedTree = std::shared_ptr<const Tree>;

inline const Lesson& lesson_of(const TreeSettings& settings) {
    return lessons[static_cast<std::size_t>(settings.lesson)];
}

// The trees of the lessons, read once.
inline const SharedTree& tree_of(const TreeSettings& settings) {
    static const auto trees = [] {
        std::array<SharedTree, lessons.size()> read;
        for (std::size_t i = 0; i < lessons.size(); ++i)
            read[i] =
                std::make_shared<const Tree>(*Reader(lessons[i].text, lessons[i].seats).read());
        return read;
    }();
    return trees[static_cast<std::size_t>(settings.lesson)];
}

}  // namespace tree

class TreeLesson {
   public:
    static constexpr std::string_view name = "tree";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = false;
    static constexpr bool reference_methods = true;
    using Settings = TreeSettings;
    static constexpr std::array setting_table{Setting<Settings>{
        .name = "lesson",
        .field = &Settings::lesson,
        .words = {"textbook", "best_order", "coin_flip", "three_seats", "signal"}}};
    using Move = std::uint8_t;  // the child
    using Moves = FixedList<Move, tree::max_children>;
    using Throw = std::uint8_t;  // the child

    TreeLesson() : TreeLesson(Settings{}) {}
    explicit TreeLesson(const Settings& settings)
        : TreeLesson(settings, tree::tree_of(settings), 0) {}

    static int seats(const Settings& settings) { return tree::lesson_of(settings).seats; }

    [[nodiscard]] int turn() const { return node().seat; }
    [[nodiscard]] Key hash() const {
        Key place = at_;
        return base_ ^ tree_->key ^ splitmix64(place);
    }
    void generate(Moves& moves) const {
        if (node().kind != tree::Kind::choice) return;
        for (std::size_t i = 0; i < node().next.size(); ++i) moves.push(static_cast<Move>(i));
    }
    void play(Move move) { at_ = node().next[move]; }
    [[nodiscard]] std::optional<Outcome> result() const;
    // The range of a seat's payoffs over all leaves of the tree.
    [[nodiscard]] const PayoffRange& range(int seat) const { return tree_->payoff_ranges[seat]; }

    // ── chance ──

    [[nodiscard]] bool chance_due() const { return node().kind == tree::Kind::chance; }
    [[nodiscard]] static std::optional<int> thrower() { return std::nullopt; }
    // A die with the fewest faces that can represent the probabilities.
    [[nodiscard]] DueThrow due() const { return {"dice", {faces()}}; }
    void chance(auto&& each) const {
        for (std::size_t i = 0; i < node().next.size(); ++i)
            each(static_cast<Throw>(i), node().hundredths[i] / 100.0);
    }
    void apply(Throw outcome) { at_ = node().next[outcome]; }
    // The first of the child's faces.
    [[nodiscard]] std::vector<int> values(Throw outcome) const {
        const auto& shares = node().hundredths;
        return {1 + std::accumulate(shares.begin(), shares.begin() + outcome, 0) /
                        hundredths_per_face()};
    }
    [[nodiscard]] std::optional<Throw> outcome(std::span<const int> values) const {
        if (values.size() != 1 || values[0] < 1 || values[0] > faces()) return std::nullopt;
        int face = values[0] * hundredths_per_face();
        Throw child = 0;
        while (face > node().hundredths[child]) face -= node().hundredths[child++];
        return child;
    }
    // Properties that search methods need: the number of seats, whether the game is zero-sum or has
    // common payoffs, and whether it has chance nodes or hidden information.
    [[nodiscard]] int seat_count() const { return tree_->seats; }
    [[nodiscard]] bool zero_sum_here() const { return tree_->seats == 2 && !tree_->is_shared; }
    [[nodiscard]] bool has_common_payoffs() const { return tree_->is_shared; }
    [[nodiscard]] bool has_chance() const { return tree_->has_chance; }
    [[nodiscard]] bool has_hidden() const { return tree_->has_hidden; }

    // ── hidden information ──

    [[nodiscard]] std::string view(std::optional<int> seat) const {
        return text_with(tree_->view(at_, seat));
    }
    [[nodiscard]] bool sees_value(std::size_t /*place*/, std::optional<int> seat) const {
        return sees_last(tree::Kind::chance, seat);
    }
    [[nodiscard]] bool sees_move(int mover, std::optional<int> seat) const {
        return seat == mover || sees_last(tree::Kind::choice, seat);
    }
    [[nodiscard]] std::string information(int seat) const { return view(seat); }
    // Whether the seat sees the full path.
    [[nodiscard]] bool sees_all(int seat) const { return tree_->sees_all(at_, seat); }
    // Calls f(position, probability) for each position that the seat to move cannot distinguish.
    // The probabilities are only those of chance nodes.
    void each_determinization(auto&& f) const {
        const std::string seen = tree_->view(at_, turn());
        for (std::size_t at = 0; at < tree_->nodes.size(); ++at) {
            if (tree_->view(at, turn()) != seen) continue;
            TreeLesson possible = *this;
            possible.at_ = at;
            f(possible, possible.chance_probability());
        }
    }
    static Parsed<TreeLesson> sample(std::string_view view, const Settings& settings,
                                     auto&& random_below);

    [[nodiscard]] std::string text() const { return text_with(node().path); }
    [[nodiscard]] static std::string move_text(Move move) { return std::to_string(move); }
    [[nodiscard]] static bool is_capture(Move) { return false; }
    static Parsed<TreeLesson> parse(std::string_view text, const Settings& settings);

    friend bool operator==(const TreeLesson& one, const TreeLesson& other) {
        return one.at_ == other.at_ && one.base_ == other.base_ &&
               one.tree_->text == other.tree_->text;
    }

   private:
    TreeLesson(const Settings& settings, tree::SharedTree tree, std::size_t at)
        : tree_(std::move(tree)),
          at_(at),
          base_(text_key(name) ^ settings_key<TreeLesson>(settings)) {}

    [[nodiscard]] const tree::Node& node() const { return tree_->nodes[at_]; }
    [[nodiscard]] std::string text_with(const std::string& path) const {
        return path.empty() ? tree_->text : tree_->text + ' ' + path;
    }
    [[nodiscard]] int hundredths_per_face() const {
        int divisor = 100;
        for (const int share : node().hundredths) divisor = std::gcd(divisor, share);
        return divisor;
    }
    [[nodiscard]] int faces() const { return 100 / hundredths_per_face(); }
    [[nodiscard]] bool sees_last(tree::Kind kind, std::optional<int> seat) const {
        if (node().kind == tree::Kind::leaf) return true;
        std::string_view path = node().path;
        while (!path.empty()) {
            path.remove_suffix(1);
            const std::size_t above = *tree_->find(path);
            if (tree_->nodes[above].kind == kind) return !tree_->hides(above, seat);
        }
        return true;
    }
    [[nodiscard]] double chance_probability() const {
        double probability = 1;
        std::size_t at = 0;
        for (const char step : node().path) {
            const auto child = static_cast<std::size_t>(step - '0');
            const tree::Node& above = tree_->nodes[at];
            if (above.kind == tree::Kind::chance) probability *= above.hundredths[child] / 100.0;
            at = above.next[child];
        }
        return probability;
    }
    static Parsed<tree::SharedTree> read_tree(std::string_view text, const Settings& settings);

    tree::SharedTree tree_;
    std::size_t at_;
    Key base_;
};

inline std::optional<Outcome> TreeLesson::result() const {
    if (node().kind != tree::Kind::leaf) return std::nullopt;
    const PerSeat<int>& payoffs = node().payoffs;
    auto scores = PerSeat<double>::all(payoffs.size(), 0);
    const auto points = [](int mine, int theirs) {
        return mine > theirs ? 1.0 : mine == theirs ? 0.5 : 0.0;
    };
    for (int seat = 0; seat < payoffs.size(); ++seat) {
        if (payoffs.size() == 2) {
            scores[seat] = points(payoffs[seat], 0);
            continue;
        }
        for (int other = 0; other < payoffs.size(); ++other) {
            if (other != seat) scores[seat] += points(payoffs[seat], payoffs[other]) / 2;
        }
    }
    return Outcome{scores, payoffs, "leaf"};
}

// Scales a leaf's payoff by the range of the tree's leaves; see payoffs.hpp.
inline PerSeat<double> end_rates(const TreeLesson& position, const Outcome& end) {
    auto rates = PerSeat<double>::all(end.margins.size(), 0);
    for (int seat = 0; seat < rates.size(); ++seat)
        rates[seat] = rate_of(end.margins[seat], position.range(seat));
    return rates;
}

inline Parsed<tree::SharedTree> TreeLesson::read_tree(std::string_view text,
                                                      const Settings& settings) {
    const tree::SharedTree& lesson = tree::tree_of(settings);
    if (text == lesson->text) return lesson;
    auto own = tree::Reader(text, seats(settings)).read();
    if (!own) return Error{own.error()};
    return tree::SharedTree(std::make_shared<const tree::Tree>(std::move(*own)));
}

// Parses the tree and, after a space, the path to the node, one digit per step; no path at the
// root.
inline Parsed<TreeLesson> TreeLesson::parse(std::string_view text, const Settings& settings) {
    const auto space = text.find(' ');
    const std::string_view path = space == text.npos ? "" : text.substr(space + 1);
    if (path.find_first_not_of("0123456789?") != path.npos)
        return Error{
            "A tree is written without blanks; after one stands the path to a node, a digit a "
            "step."};
    const auto tree = read_tree(text.substr(0, space), settings);
    if (!tree) return Error{tree.error()};
    if (space == text.npos) return TreeLesson(settings, *tree, 0);
    const auto at = (*tree)->find(path);
    if (path.empty() || !at) return Error{"After the tree stands the path to one of its nodes."};
    return TreeLesson(settings, *tree, *at);
}

inline Parsed<TreeLesson> TreeLesson::sample(std::string_view view, const Settings& settings,
                                             auto&& random_below) {
    if (view.find('?') == std::string_view::npos) return parse(view, settings);
    const auto space = view.find(' ');
    const auto tree = read_tree(view.substr(0, space), settings);
    if (!tree) return Error{tree.error()};
    const std::string path(space == std::string_view::npos ? "" : view.substr(space + 1));
    std::vector<TreeLesson> possible;
    int sum = 0;
    for (std::size_t at = 0; at < (*tree)->nodes.size(); ++at) {
        if ((*tree)->nodes[at].kind == tree::Kind::leaf) continue;
        if (tree::Reader::matches(path, (*tree)->nodes[at].path))
            possible.push_back(TreeLesson(settings, *tree, at));
    }
    if (possible.empty()) return Error{"No node of the tree looks like this."};
    // Weighted by the probabilities of chance nodes, in ten-thousandths.
    std::vector<int> weights;
    for (const TreeLesson& position : possible) {
        weights.push_back(std::max(1, static_cast<int>(10'000 * position.chance_probability())));
        sum += weights.back();
    }
    int chosen = random_below(sum);
    std::size_t index = 0;
    while (chosen >= weights[index]) chosen -= weights[index++];
    return possible[index];
}

}  // namespace zeitnot
