// All hands that two players can have with a board of five cards, from the weakest to the
// strongest.
#pragma once

#include <array>
#include <cstdint>

#include "games/holdem/evaluator.hpp"
#include "games/holdem/holdings.hpp"

namespace zeitnot::holdem {

inline constexpr std::size_t possible_hands = 1081;  // pairs of the 47 cards off the board
inline constexpr double opposing_hands = 990;        // those that share no card with a hand

struct RankedHand {
    std::uint16_t pair;  // the number of its holding
    HandRank rank;
    Holding holding;
};
using RankedHands = std::array<RankedHand, possible_hands>;

// Radix sort by the two bytes of the rank: training spends most of its time here, and a comparison
// sort takes ten times as long.
inline RankedHands ranked_hands(Cards board) {
    const RankTables& tables = rank_tables();
    RankedHands hands, sorted;
    std::array<std::uint32_t, 256> low{}, high{};
    std::size_t count = 0;
    for (std::size_t pair = 0; pair < pair_count; ++pair) {
        const Cards cards = holdings[pair].cards();
        if ((cards & board) != 0) continue;
        const HandRank rank = hand_rank(board | cards, tables);
        hands[count++] = {static_cast<std::uint16_t>(pair), rank, holdings[pair]};
        ++low[rank & 0xFFU];
        ++high[rank >> 8U];
    }
    std::uint32_t low_sum = 0, high_sum = 0;
    for (std::size_t byte = 0; byte < 256; ++byte) {
        low_sum += std::exchange(low[byte], low_sum);
        high_sum += std::exchange(high[byte], high_sum);
    }
    for (const RankedHand& hand : hands) sorted[low[hand.rank & 0xFFU]++] = hand;
    for (const RankedHand& hand : sorted) hands[high[hand.rank >> 8U]++] = hand;
    return hands;
}

// Calls f(begin, end) for each group of equal hands, the weakest first.
template <class F>
void for_each_tie(const RankedHands& hands, F&& f) {
    for (std::size_t begin = 0, end = 0; begin < hands.size(); begin = end) {
        while (end < hands.size() && hands[end].rank == hands[begin].rank) ++end;
        f(begin, end);
    }
}

// Sums of weights over hands: over all of them, and over those with each card.
template <class T>
struct CardSums {
    T all{};
    std::array<T, card_count> with{};

    void add(const Holding& holding, const T& weight) {
        all += weight;
        with[holding.high] += weight;
        with[holding.low] += weight;
    }
    // The sum over hands that share no card with this one. If the hand itself was added, the caller
    // must add its weight, which is subtracted twice.
    [[nodiscard]] T disjoint_from(const Holding& holding) const {
        return all - with[holding.high] - with[holding.low];
    }
};

}  // namespace zeitnot::holdem
