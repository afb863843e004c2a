// Deals the unseen cards uniformly at random, given the number of cards of each hand and the suits
// that hands are known to lack.
//
// If hands lack suits, the deal is drawn suit by suit. Only how many cards of a suit each hand gets
// matters for the other suits, so each suit's split is drawn in proportion to the number of deals
// that it leaves.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "games/whist/cards.hpp"

namespace zeitnot::whist {

inline constexpr int max_hands = 4;
using Hands = std::array<Cards, max_hands>;

// What is known about a deal: known cards of hands, the number of missing cards of each hand, the
// pool from which they are drawn, and a bit for each suit that a hand lacks.
struct Unseen {
    Hands known{};
    std::array<int, max_hands> missing{};
    Cards pool = 0;
    std::array<std::uint8_t, max_hands> voids{};
};

class Dealer {
   public:
    explicit Dealer(const Unseen& unseen) : unseen_(unseen) {
        for (int suit = 0; suit < suits; ++suit)
            pool_sizes_[static_cast<std::size_t>(suit)] =
                whist::count(unseen.pool & suit_cards(suit));
        for (std::size_t hand = 0; hand < max_hands; ++hand) {
            if (unseen.missing[hand] > 0 && unseen.voids[hand] != 0) is_restricted_ = true;
            total_ += unseen.missing[hand];
        }
    }

    // Whether a deal is possible.
    [[nodiscard]] bool is_possible() {
        if (!is_restricted_) return total_ <= whist::count(unseen_.pool);
        return count_deals(0, unseen_.missing) > 0;
    }

    // Draws a deal; requires that one is possible. `random_below(n)` returns a number from 0 to n
    // - 1.
    Hands deal(auto&& random_below) {
        hands_ = unseen_.known;
        if (!is_restricted_) {
            cards_.clear();
            for (Cards pool = unseen_.pool; pool != 0;) cards_.push_back(pop(pool));
            deal_randomly(unseen_.missing, random_below);
            return hands_;
        }
        Numbers left = unseen_.missing;
        for (int suit = 0; suit < suits; ++suit) {
            const Numbers numbers = draw_numbers(suit, left, random_below);
            for (std::size_t hand = 0; hand < max_hands; ++hand) left[hand] -= numbers[hand];
            cards_.clear();
            for (Cards pool = unseen_.pool & suit_cards(suit); pool != 0;)
                cards_.push_back(pop(pool));
            deal_randomly(numbers, random_below);
        }
        return hands_;
    }

   private:
    using Numbers = std::array<int, max_hands>;

    // Deals random cards of `cards_` to the hands, `numbers[hand]` each.
    void deal_randomly(const Numbers& numbers, auto&& random_below) {
        std::size_t first = 0;
        for (std::size_t hand = 0; hand < max_hands; ++hand) {
            for (int i = 0; i < numbers[hand]; ++i, ++first) {
                const auto left = static_cast<int>(cards_.size() - first);
                const auto other = first + static_cast<std::size_t>(random_below(left));
                std::swap(cards_[first], cards_[other]);
                hands_[hand] |= set_of(cards_[first]);
            }
        }
    }

    // Calls each(numbers, weight) for all splits of this suit among the hands. `weight`: the number
    // of deals with this split, including those of the following suits.
    void each_split(int suit, const Numbers& left, auto&& each) {
        Numbers numbers{};
        split(suit, left, 0, pool_sizes_[static_cast<std::size_t>(suit)], 1, numbers, each);
    }
    void split(int suit, const Numbers& left, std::size_t hand, int cards, double weight,
               Numbers& numbers, auto& each) {
        if (hand == max_hands) {
            Numbers rest = left;
            for (std::size_t i = 0; i < max_hands; ++i) rest[i] -= numbers[i];
            const double deals = weight * count_deals(suit + 1, rest);
            if (deals > 0) each(numbers, deals);
            return;
        }
        const bool is_void = (unseen_.voids[hand] >> suit & 1) != 0;
        const int max_taken = is_void ? 0 : std::min(left[hand], cards);
        double choices = 1;  // of `numbers[hand]` cards out of `cards`
        for (int taken = 0; taken <= max_taken; ++taken) {
            numbers[hand] = taken;
            split(suit, left, hand + 1, cards - taken, weight * choices, numbers, each);
            choices *= static_cast<double>(cards - taken) / (taken + 1);
        }
        numbers[hand] = 0;
    }

    // The number of deals of this suit and the following ones in which each hand gets `left` cards.
    double count_deals(int suit, const Numbers& left) {
        if (suit == suits) return left == Numbers{} ? 1 : 0;
        std::uint32_t key = static_cast<std::uint32_t>(suit);
        for (const int number : left) key = key * 16 + static_cast<std::uint32_t>(number);
        if (const auto known = deal_counts_.find(key); known != deal_counts_.end())
            return known->second;
        double sum = 0;
        each_split(suit, left, [&sum](const Numbers&, double deals) { sum += deals; });
        return deal_counts_[key] = sum;
    }

    Numbers draw_numbers(int suit, const Numbers& left, auto&& random_below) {
        constexpr int grain = 1 << 30;
        const double drawn =
            random_below(grain) / static_cast<double>(grain) * count_deals(suit, left);
        double sum = 0;
        Numbers chosen{};
        bool found = false;
        each_split(suit, left, [&](const Numbers& numbers, double deals) {
            if (found) return;
            chosen = numbers;  // the last one, if the sum stays below by rounding
            sum += deals;
            found = drawn < sum;
        });
        return chosen;
    }

    Unseen unseen_;
    std::array<int, suits> pool_sizes_{};
    bool is_restricted_ = false;
    int total_ = 0;
    std::vector<Card> cards_;
    Hands hands_{};
    std::unordered_map<std::uint32_t, double> deal_counts_;
};

}  // namespace zeitnot::whist
