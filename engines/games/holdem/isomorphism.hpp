// Suit isomorphism: which flops, and which hands on a flop, are equal up to a permutation of suits.
// There are 1,755 flops, and 1,286,792 pairs of a flop and a hand (the numbers of Waugh, "A fast
// and optimal hand isomorphism algorithm", AAAI workshop on computer poker, 2013).
//
// The canonical form is the one in which the flop, and then the hand, are the smallest as numbers.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "games/holdem/hands.hpp"
#include "games/holdem/holdings.hpp"

namespace zeitnot::holdem {

using SuitPermutation = std::array<std::uint8_t, suit_count>;  // the new suit of each suit

inline constexpr std::array<SuitPermutation, 24> suit_permutations = [] {
    std::array<SuitPermutation, 24> all{};
    SuitPermutation next{0, 1, 2, 3};
    for (auto& each : all) {
        each = next;
        std::next_permutation(next.begin(), next.end());
    }
    return all;
}();

constexpr Cards permuted(Cards cards, const SuitPermutation& permutation) {
    Cards renamed = 0;
    for (std::size_t suit = 0; suit < suit_count; ++suit)
        renamed |= (cards >> suit & every_rank) << permutation[suit];
    return renamed;
}

struct FlopHand {
    Cards flop, hand;
    friend auto operator<=>(const FlopHand&, const FlopHand&) = default;
};

constexpr FlopHand canonical(const FlopHand& pair) {
    FlopHand smallest = pair;
    for (const auto& permutation : suit_permutations) {
        const Cards flop = permuted(pair.flop, permutation);
        if (flop > smallest.flop) continue;
        smallest = std::min(smallest, FlopHand{flop, permuted(pair.hand, permutation)});
    }
    return smallest;
}

// Numbers the canonical pairs of flop and hand, in ascending order of flops.
class FlopIndex {
   public:
    FlopIndex() {
        each_hand(3, [&](Cards flop) {
            if (canonical({flop, 0}).flop == flop) flops_.push_back(flop);
        });
        std::sort(flops_.begin(), flops_.end());
        for (const Cards flop : flops_) add_hands(flop);
    }

    [[nodiscard]] const std::vector<Cards>& flops() const { return flops_; }
    [[nodiscard]] std::size_t size() const { return hands_.size(); }

    // Requires three cards and two others.
    [[nodiscard]] std::size_t operator()(Cards flop, Cards hand) const {
        const FlopHand form = canonical({flop, hand});
        const auto place = std::lower_bound(flops_.begin(), flops_.end(), form.flop);
        const std::size_t number = static_cast<std::size_t>(place - flops_.begin());
        const auto first = hands_.begin() + begins_[number];
        const auto last = hands_.begin() + begins_[number + 1];
        const auto pair = static_cast<std::uint16_t>(holding_of(form.hand).number());
        return static_cast<std::size_t>(std::lower_bound(first, last, pair) - hands_.begin());
    }

   private:
    // Adds the hands that are minimal under all permutations that preserve the flop.
    void add_hands(Cards flop) {
        std::vector<SuitPermutation> preserving;
        for (const auto& permutation : suit_permutations) {
            if (permuted(flop, permutation) == flop) preserving.push_back(permutation);
        }
        for (const Holding& holding : holdings) {
            const Cards hand = holding.cards();
            const auto is_least = [&](const SuitPermutation& permutation) {
                return permuted(hand, permutation) >= hand;
            };
            if ((hand & flop) == 0 && std::all_of(preserving.begin(), preserving.end(), is_least))
                hands_.push_back(static_cast<std::uint16_t>(holding.number()));
        }
        begins_.push_back(static_cast<std::ptrdiff_t>(hands_.size()));
    }

    std::vector<Cards> flops_;
    std::vector<std::ptrdiff_t> begins_{0};  // each flop's first index in `hands_`, then the end
    std::vector<std::uint16_t> hands_;       // numbers of pairs, ascending for each flop
};

inline const FlopIndex& flop_index() {
    static const FlopIndex index;
    return index;
}

}  // namespace zeitnot::holdem
