// Deals at random the cards that are not seen, so that every deal that fits is equally likely: the
// number of cards of each hand is known, and the suits that a seat has shown to lack.
//
// With such suits the deal is drawn suit by suit. Of a suit only the number of cards that each hand
// gets decides what is left for the others, so the deals are counted by these numbers, and each
// suit's numbers are drawn by the count of deals that they leave.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "games/whist/cards.hpp"

namespace zeitnot::whist {

inline constexpr int max_hands = 4;
using Hands = std::array<Cards, max_hands>;

// What is known of a deal: cards in hands, how many more each hand holds, the cards that these are
// drawn from, and a bit for each suit that a hand lacks.
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

    // Whether any deal fits.
    [[nodiscard]] bool is_possible() {
        if (!is_restricted_) return total_ <= whist::count(unseen_.pool);
        return ways(0, unseen_.missing) > 0;
    }

    // A deal; `random_below(n)` gives a number from 0 to n - 1. Precondition: one is possible.
    Hands deal(auto&& random_below) {
        hands_ = unseen_.known;
        if (!is_restricted_) {
            cards_.clear();
            for (Cards pool = unseen_.pool; pool != 0;) cards_.push_back(pop(pool));
            hand_out(unseen_.missing, random_below);
            return hands_;
        }
        Numbers left = unseen_.missing;
        for (int suit = 0; suit < suits; ++suit) {
            const Numbers numbers = draw_numbers(suit, left, random_below);
            for (std::size_t hand = 0; hand < max_hands; ++hand) left[hand] -= numbers[hand];
            cards_.clear();
            for (Cards pool = unseen_.pool & suit_cards(suit); pool != 0;)
                cards_.push_back(pop(pool));
            hand_out(numbers, random_below);
        }
        return hands_;
    }

   private:
    using Numbers = std::array<int, max_hands>;

    // Gives each hand so many of `cards_`, drawn at random.
    void hand_out(const Numbers& numbers, auto&& random_below) {
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

    // Calls each(numbers, weight) for all numbers of this suit's cards that the hands may get;
    // `weight`: in how many ways, times the deals of the other suits that this leaves.
    void each_split(int suit, const Numbers& left, auto&& each) {
        Numbers numbers{};
        split(suit, left, 0, pool_sizes_[static_cast<std::size_t>(suit)], 1, numbers, each);
    }
    void split(int suit, const Numbers& left, std::size_t hand, int cards, double weight,
               Numbers& numbers, auto& each) {
        if (hand == max_hands) {
            Numbers rest = left;
            for (std::size_t i = 0; i < max_hands; ++i) rest[i] -= numbers[i];
            const double deals = weight * ways(suit + 1, rest);
            if (deals > 0) each(numbers, deals);
            return;
        }
        const bool is_void = (unseen_.voids[hand] >> suit & 1) != 0;
        const int most = is_void ? 0 : std::min(left[hand], cards);
        double choices = 1;  // of `numbers[hand]` cards out of `cards`
        for (int taken = 0; taken <= most; ++taken) {
            numbers[hand] = taken;
            split(suit, left, hand + 1, cards - taken, weight * choices, numbers, each);
            choices *= static_cast<double>(cards - taken) / (taken + 1);
        }
        numbers[hand] = 0;
    }

    // The number of deals of this suit and the following ones to hands that lack so many cards.
    double ways(int suit, const Numbers& left) {
        if (suit == suits) return left == Numbers{} ? 1 : 0;
        std::uint32_t key = static_cast<std::uint32_t>(suit);
        for (const int number : left) key = key * 16 + static_cast<std::uint32_t>(number);
        if (const auto known = ways_.find(key); known != ways_.end()) return known->second;
        double sum = 0;
        each_split(suit, left, [&sum](const Numbers&, double deals) { sum += deals; });
        return ways_[key] = sum;
    }

    Numbers draw_numbers(int suit, const Numbers& left, auto&& random_below) {
        constexpr int grain = 1 << 30;
        const double drawn = random_below(grain) / static_cast<double>(grain) * ways(suit, left);
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
    std::unordered_map<std::uint32_t, double> ways_;
};

}  // namespace zeitnot::whist
