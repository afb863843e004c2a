// The betting of a hand as a tree without cards: 6,378 decisions (8 before the flop, 70 at the
// flop, 630 at the turn, 5,670 at the river).
#pragma once

#include <string_view>
#include <vector>

#include "games/holdem/betting.hpp"

namespace zeitnot::holdem {

inline constexpr std::size_t action_count = 3;
inline constexpr std::string_view action_letters = "fcr";  // in the order of children

// A decision or an end. `actor`: the player that decides or has folded; 0 is the dealer.
struct BettingNode {
    enum class Kind : std::uint8_t { decision, folded, showdown };

    Kind kind = Kind::decision;
    std::uint8_t round = 0;
    std::uint8_t actor = 0;
    std::array<std::uint8_t, 2> put{};                        // chips in the pot, by actor
    std::array<std::int16_t, action_count> next{-1, -1, -1};  // -1: not allowed

    [[nodiscard]] bool allows(std::size_t action) const { return next[action] >= 0; }
    // The number of allowed actions: two or three.
    [[nodiscard]] std::size_t choices() const { return allows(0) && allows(2) ? 3 : 2; }
};

// Nodes are numbered in depth-first order: fold, call, raise.
class BettingTree {
   public:
    BettingTree() { add(Betting()); }

    [[nodiscard]] const BettingNode& operator[](std::size_t node) const { return nodes_[node]; }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }

    // The node after these actions, such as "crc-cr" (see `Betting::text`), which must be legal.
    [[nodiscard]] std::size_t find(std::string_view actions) const {
        std::size_t node = 0;
        for (const char letter : actions) {
            if (letter != '-')
                node = static_cast<std::size_t>(nodes_[node].next[action_letters.find(letter)]);
        }
        return node;
    }

   private:
    std::int16_t add(Betting betting) {
        if (betting.is_closed() && !betting.is_over()) betting.next_round();
        const std::size_t number = nodes_.size();
        nodes_.push_back(node_of(betting));
        Actions actions;
        if (!betting.is_over()) betting.generate(actions);
        for (const Action action : actions) {
            Betting next = betting;
            next.play(action);
            const std::int16_t child = add(next);  // may reallocate `nodes_`
            nodes_[number].next[action_letters.find(action)] = child;
        }
        return static_cast<std::int16_t>(number);
    }

    static BettingNode node_of(const Betting& betting) {
        using Kind = BettingNode::Kind;
        const int actor = betting.was_folded() ? 1 - betting.actor() : betting.actor();
        return {
            betting.was_folded() ? Kind::folded
            : betting.is_over()  ? Kind::showdown
                                 : Kind::decision,
            static_cast<std::uint8_t>(betting.round()),
            static_cast<std::uint8_t>(actor),
            {static_cast<std::uint8_t>(betting.put(0)), static_cast<std::uint8_t>(betting.put(1))}};
    }

    std::vector<BettingNode> nodes_;
};

inline const BettingTree& betting_tree() {
    static const BettingTree tree;
    return tree;
}

}  // namespace zeitnot::holdem
