// Ranks a hand by the rules, slowly, as a category and a number within it. Fills the tables of
// evaluator.hpp.
//
// Sets of ranks, which are compared from the highest down, are numbered by the combinatorial number
// system, which preserves that order: {c1 < c2 < ... < ck} is C(c1, 1) + C(c2, 2) + ... + C(ck, k).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace zeitnot::holdem {

using Cards = std::uint64_t;     // a bit for each card: 4 * rank + suit; rank 2 is 0, ace 12
using HandRank = std::uint16_t;  // higher is better, equal is equal; see `category_of`

inline constexpr int rank_count = 13, suit_count = 4, card_count = 52;
inline constexpr Cards every_rank = 0x1'1111'1111'1111;  // the cards of the first suit

enum class Category : std::uint8_t {
    high_card,
    pair,
    two_pair,
    three_of_a_kind,
    straight,
    flush,
    full_house,
    four_of_a_kind,
    straight_flush,
};
inline constexpr std::array<std::string_view, 9> category_names{
    "high card", "pair",       "two pair",       "three of a kind", "straight",
    "flush",     "full house", "four of a kind", "straight flush"};

// A number within a category is less than 4096; no hand has rank 0.
constexpr HandRank rank_in(Category category, unsigned number) {
    return static_cast<HandRank>(static_cast<unsigned>(category) << 12U | (number + 1));
}
constexpr Category category_of(HandRank rank) { return static_cast<Category>(rank >> 12U); }

// The number of cards of each rank, in four bits per rank.
constexpr std::uint64_t counts_of(Cards cards) {
    cards -= cards >> 1U & 0x5'5555'5555'5555;
    return (cards & 0x3'3333'3333'3333) + (cards >> 2U & 0x3'3333'3333'3333);
}

// A bit for each rank from the cards of the first suit.
constexpr unsigned ranks_of(Cards own) {
    own = (own | own >> 3U) & 0x0303'0303'0303'0303;
    own = (own | own >> 6U) & 0x000F'000F'000F'000F;
    own = (own | own >> 12U) & 0x0000'00FF'0000'00FF;
    return static_cast<unsigned>((own | own >> 24U) & 0xFFFF);
}

constexpr unsigned highest(unsigned ranks) {
    return static_cast<unsigned>(std::bit_width(ranks)) - 1;
}
constexpr unsigned without(unsigned ranks, unsigned rank) { return ranks & ~(1U << rank); }

// The number of the set of the `size` highest ranks, in comparison order.
constexpr unsigned number_of_highest(unsigned ranks, unsigned size) {
    unsigned number = 0;
    for (unsigned k = size; k > 0; --k) {
        const unsigned rank = highest(ranks);
        unsigned binomial = 1;  // rank over k
        for (unsigned i = 0; i < k; ++i) binomial = binomial * (rank - i) / (i + 1);
        number += rank >= k ? binomial : 0;
        ranks = without(ranks, rank);
    }
    return number;
}

// The highest rank of the best straight, from 3 (a five: the ace is low) to 12; 0 without one.
constexpr unsigned straight_top(unsigned ranks) {
    for (unsigned top = 12; top >= 4; --top) {
        if ((ranks >> (top - 4) & 0x1FU) == 0x1FU) return top;
    }
    constexpr unsigned wheel = 1U << 12U | 0xFU;
    return (ranks & wheel) == wheel ? 3 : 0;
}

// The rank of a flush with these ranks; 0 for fewer than five.
constexpr HandRank flush_value(unsigned ranks) {
    if (std::popcount(ranks) < 5) return 0;
    if (const unsigned top = straight_top(ranks)) return rank_in(Category::straight_flush, top);
    return rank_in(Category::flush, number_of_highest(ranks, 5));
}

// The rank of the best five of five to seven cards with these counts (see `counts_of`), without a
// flush.
constexpr HandRank value_without_flush(std::uint64_t counts) {
    std::array<unsigned, 5> at_least{};  // element n: the ranks with n cards or more
    for (unsigned rank = 0; rank < rank_count; ++rank) {
        for (unsigned count = counts >> (4 * rank) & 0xFU; count > 0; --count)
            at_least[count] |= 1U << rank;
    }
    const auto [none, all, pairs, threes, fours] = at_least;
    if (fours != 0) {
        const unsigned four = highest(fours);
        return rank_in(Category::four_of_a_kind, four * 13 + highest(without(all, four)));
    }
    const unsigned three = threes != 0 ? highest(threes) : 0;
    const unsigned other_pairs = threes != 0 ? without(pairs, three) : pairs;
    if (threes != 0 && other_pairs != 0)
        return rank_in(Category::full_house, three * 13 + highest(other_pairs));
    if (const unsigned top = straight_top(all)) return rank_in(Category::straight, top);
    if (threes != 0) {
        const unsigned kickers = number_of_highest(without(all, three), 2);
        return rank_in(Category::three_of_a_kind, three * 78 + kickers);
    }
    if (pairs == 0) return rank_in(Category::high_card, number_of_highest(all, 5));
    const unsigned high = highest(pairs), lower_pairs = without(pairs, high);
    if (lower_pairs == 0)
        return rank_in(Category::pair, high * 286 + number_of_highest(without(all, high), 3));
    const unsigned kicker = highest(without(without(all, high), highest(lower_pairs)));
    return rank_in(Category::two_pair, number_of_highest(pairs, 2) * 13 + kicker);
}

}  // namespace zeitnot::holdem
