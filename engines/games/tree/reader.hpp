// Reads a tree's text. Everything is checked, because the text is untrusted.
#pragma once

#include <optional>

#include "games/tree/notation.hpp"

namespace zeitnot::tree {

// A recursive-descent parser that stops at the first error.
class Reader {
   public:
    Reader(std::string_view text, int seats, const Limits& limits = {})
        : text_(text), left_(text), seats_(seats), limits_(limits) {}

    Parsed<Tree> read() {
        if (text_.size() > limits_.characters)
            return Error{at_most("A tree", limits_.characters, "characters")};
        tree_.text = text_;
        tree_.seats = seats_;
        tree_.key = text_key(text_);
        node(0, "");
        if (!error_ && !left_.empty()) fail("The tree ends before its text does.");
        if (!error_) set_payoffs();
        if (!error_) mark_hidden();
        if (error_) return Error{*error_};
        return std::move(tree_);
    }

   private:
    enum class Style { none, sides, letters };  // MAX and MIN, or A, B and C

    void fail(std::string sentence) {
        if (!error_) error_ = std::move(sentence);
    }
    static std::string at_most(std::string_view what, auto number, std::string_view things) {
        return std::string(what) + " has at most " + std::to_string(number) + ' ' +
               std::string(things) + '.';
    }
    bool consume(std::string_view word) {
        if (!left_.starts_with(word)) return false;
        left_.remove_prefix(word.size());
        return true;
    }
    std::string_view take(std::size_t count) {
        const std::string_view taken = left_.substr(0, count);
        left_.remove_prefix(taken.size());
        return taken;
    }
    [[nodiscard]] std::size_t digits() const {
        const auto end = left_.find_first_not_of("0123456789");
        return end == std::string_view::npos ? left_.size() : end;
    }

    // Returns the node's number. `seat`: the seat that would be to move.
    std::size_t node(int seat, const std::string& path) {
        const std::size_t at = tree_.nodes.size();
        if (at >= limits_.nodes) fail(at_most("A tree", limits_.nodes, "nodes"));
        if (path.size() > max_plies) fail(at_most("A tree", max_plies, "plies"));
        if (error_) return 0;
        tree_.nodes.emplace_back();
        tree_.nodes[at].path = path;
        tree_.nodes[at].seat = seat;
        if (consume("[")) label(at);
        if (const auto mover = seat_word()) {
            tree_.nodes[at].kind = Kind::choice;
            tree_.nodes[at].seat = *mover;
            children(at, (*mover + 1) % seats_);
        } else if (!tree_.nodes[at].label.empty()) {
            fail("A label stands before a seat's node.");
        } else if (consume("avg(")) {
            tree_.has_chance = true;
            tree_.nodes[at].kind = Kind::chance;
            children(at, seat);
        } else {
            leaf(at);
        }
        return at;
    }

    // Consumes the word of a seat's node and returns the seat, if there is one.
    std::optional<int> seat_word() {
        if (consume("max(")) return checked_seat(Style::sides, 0);
        if (consume("min(")) return checked_seat(Style::sides, 1);
        for (int seat = 0; seat < 3; ++seat) {
            const std::array word{static_cast<char>('A' + seat), '('};
            if (consume({word.data(), 2})) return checked_seat(Style::letters, seat);
        }
        return std::nullopt;
    }

    int checked_seat(Style style, int seat) {
        if (style_ != Style::none && style_ != style)
            fail("max and min do not mix with A, B and C.");
        if (style == Style::sides && seats_ != 2) fail("max and min are for two seats.");
        if (seat >= seats_) fail("C is for a lesson of three seats.");
        style_ = style;
        return std::min(seat, seats_ - 1);
    }

    void label(std::size_t at) {
        const auto length = left_.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
        const std::string_view name = take(std::min<std::size_t>(length, max_letters));
        if (name.empty() || !consume("]"))
            return fail("A label is one to " + std::to_string(max_letters) +
                        " small letters in square brackets.");
        tree_.nodes[at].label = name;
    }

    void children(std::size_t at, int seat) {
        const bool is_chance = tree_.nodes[at].kind == Kind::chance;
        do {
            const std::size_t count = tree_.nodes[at].next.size();
            if (count == max_children) return fail(at_most("A node", max_children, "children"));
            if (is_chance) probability(at);
            const std::size_t child =
                node(seat, tree_.nodes[at].path + static_cast<char>('0' + count));
            if (error_) return;
            tree_.nodes[at].next.push_back(child);
        } while (consume(","));
        if (!consume(")")) return fail("After a child stands a comma or a closing bracket.");
        const auto& shares = tree_.nodes[at].hundredths;
        if (is_chance && std::accumulate(shares.begin(), shares.end(), 0) != 100)
            fail("The probabilities of a chance node add up to 1.");
    }

    // "0.5:", "0.25:" or "1:".
    void probability(std::size_t at) {
        int hundredths = 0;
        if (consume("1:")) {
            hundredths = 100;
        } else if (consume("0.")) {
            const std::string_view decimals = take(digits());
            if (decimals.size() == 1) hundredths = 10 * (decimals[0] - '0');
            if (decimals.size() == 2) hundredths = 10 * (decimals[0] - '0') + decimals[1] - '0';
            if (!consume(":")) hundredths = 0;
        }
        if (hundredths == 0) fail("A chance node's children are probability:tree, as 0.25:7.");
        tree_.nodes[at].hundredths.push_back(hundredths);
    }

    // An integer in canonical form. Its meaning depends on the seats; see set_payoffs.
    void leaf(std::size_t at) {
        const std::string_view before = left_;
        const bool is_negative = consume("-");
        const std::string_view number = take(digits());
        const bool has_zero = number.starts_with('0') && (number.size() > 1 || is_negative);
        const bool is_vector = seats_ == 3;
        if (number.empty() && !is_negative && !(is_vector && left_.starts_with('(')))
            return fail(missing_node_error());
        if (is_vector && (is_negative || number.size() != 3))
            return fail("With three seats a leaf is three digits, one for each, as 123.");
        if (number.empty()) return fail("After the sign stands a whole number.");
        if (number.size() > max_digits) return fail(at_most("A leaf", max_digits, "digits"));
        if (has_zero && !is_vector)
            return fail("A leaf is written without leading zeros, and 0 without a sign.");
        if (left_.starts_with('.')) return fail("A leaf is a whole number.");
        tree_.nodes[at].leaf = before.substr(0, number.size() + (is_negative ? 1 : 0));
    }

    // Describes the error where a node is expected.
    [[nodiscard]] std::string missing_node_error() const {
        if (left_.empty()) return "The text ends where a node should stand.";
        if (left_[0] == ')' || left_[0] == ',')
            return std::string("A node is missing before \"") + left_[0] + "\".";
        if (left_[0] == '(') return "Before a bracket stands max, min, avg or a seat's letter.";
        std::string word(left_.substr(0, left_.find_first_of("(),[]:")));
        for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if (word == "max" || word == "min" || word == "avg")
            return left_.starts_with(word) ? "After " + word + " stands an opening bracket."
                                           : "Write " + word + " in small letters.";
        if (word == "a" || word == "b" || word == "c")
            return "A seat is a capital letter before a bracket, as A(1,2).";
        return "A tree is max(…), min(…), avg(…), A(…), B(…), C(…) or a whole number.";
    }

    void set_payoffs() {
        tree_.is_shared = seats_ == 2 && style_ == Style::letters;
        for (Node& node : tree_.nodes) {
            if (node.kind != Kind::leaf) continue;
            if (seats_ == 3) {
                node.payoffs = {node.leaf[0] - '0', node.leaf[1] - '0', node.leaf[2] - '0'};
            } else {
                const int value = std::stoi(node.leaf);
                node.payoffs = {value, tree_.is_shared ? value : -value};
            }
            widen_payoff_ranges(node.payoffs);
        }
    }

    void widen_payoff_ranges(const PerSeat<int>& payoffs) {
        const bool is_first = tree_.payoff_ranges.size() == 0;
        if (is_first) tree_.payoff_ranges = PerSeat<PayoffRange>::all(seats_, {});
        for (int seat = 0; seat < seats_; ++seat) {
            const double payoff = payoffs[seat];
            PayoffRange& range = tree_.payoff_ranges[seat];
            range.min = is_first ? payoff : std::min(range.min, payoff);
            range.max = is_first ? payoff : std::max(range.max, payoff);
        }
    }

    // ── information sets ──

    // Hides the choice at a node from a seat if one of its information sets has members below
    // several children.
    void mark_hidden() {
        for (Node& node : tree_.nodes)
            node.is_hidden.assign(static_cast<std::size_t>(seats_), false);
        for (std::size_t a = 0; a < tree_.nodes.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                const Node &one = tree_.nodes[a], &other = tree_.nodes[b];
                if (one.label.empty() || one.label != other.label) continue;
                if (one.seat != other.seat || one.next.size() != other.next.size())
                    return fail("An information set is one seat's, with as many moves everywhere.");
                hide_at_fork(one.path, other.path, one.seat);
            }
        }
        check_views();
    }

    // Hides from `seat` the choice at the node where two paths diverge.
    void hide_at_fork(const std::string& one, const std::string& other, int seat) {
        const auto parting = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
        if (parting.first == one.end() || parting.second == other.end())
            return fail("A node cannot be in the information set of a node above it.");
        Node& node = tree_.nodes[*tree_.find({one.begin(), parting.first})];
        if (node.kind == Kind::choice && node.seat == seat)
            return fail("A seat cannot forget its own move.");
        node.is_hidden[static_cast<std::size_t>(seat)] = true;
        tree_.has_hidden = true;
    }

    // Checks that views and labels agree: two nodes of a seat look the same exactly if they have
    // the same label, and the hidden steps of a view do not reveal anything.
    void check_views() {
        for (int seat = -1; seat < seats_; ++seat) {
            const auto viewer = seat < 0 ? std::nullopt : std::optional(seat);
            std::vector<std::string> views;
            for (std::size_t at = 0; at < tree_.nodes.size(); ++at)
                views.push_back(tree_.view(at, viewer));
            for (std::size_t a = 0; a < views.size(); ++a) {
                if (views[a] == tree_.nodes[a].path) continue;
                for (std::size_t b = 0; b < views.size(); ++b) compare(a, b, views, viewer);
            }
        }
    }

    void compare(std::size_t a, std::size_t b, const std::vector<std::string>& views,
                 std::optional<int> viewer) {
        const Node &one = tree_.nodes[a], &other = tree_.nodes[b];
        if (other.kind == Kind::leaf || !matches(views[a], other.path)) return;
        if (views[a] != views[b] || one.kind != other.kind || one.seat != other.seat)
            return fail("Nodes that look the same must be of one kind, and hide the same.");
        if (viewer == one.seat && one.kind == Kind::choice &&
            (one.label.empty() || one.label != other.label))
            return fail("Nodes that a seat cannot tell apart need one label.");
    }

   public:
    // Whether a view, with ? for hidden steps, matches a path.
    static bool matches(std::string_view view, std::string_view path) {
        return view.size() == path.size() &&
               std::equal(view.begin(), view.end(), path.begin(),
                          [](char seen, char step) { return seen == '?' || seen == step; });
    }

   private:
    std::string_view text_, left_;
    int seats_;
    Limits limits_;
    Style style_ = Style::none;
    Tree tree_;
    std::optional<std::string> error_;
};

}  // namespace zeitnot::tree
