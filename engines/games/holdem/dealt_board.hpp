// A board of five cards with all hands, sorted from the weakest, and their buckets in each round.
#pragma once

#include "games/holdem/abstraction.hpp"

namespace zeitnot::holdem {

struct DealtBoard {
    DealtBoard(const std::array<int, 5>& cards, const Abstraction& abstraction) {
        Cards flop = 0, turn = 0;
        for (std::size_t i = 0; i < 3; ++i) flop |= Cards{1} << cards[i];
        turn = flop | Cards{1} << cards[3];
        hands = ranked_hands(turn | Cards{1} << cards[4]);
        const auto at_turn = distributions(turn);
        const auto at_river = river_strengths(hands, abstraction.clusters);
        for (std::size_t i = 0; i < hands.size(); ++i) {
            const Holding& holding = hands[i].holding;
            buckets[0][i] = static_cast<Bucket>(holding.suit_class());
            buckets[1][i] = abstraction.flop_bucket(holding.cards(), flop);
            buckets[2][i] = abstraction.turn_bucket(at_turn[hands[i].pair]);
            buckets[3][i] = abstraction.river_bucket(at_river[i]);
        }
        for_each_tie(hands, [&](std::size_t, std::size_t end) { tie_ends.push_back(end); });
    }

    RankedHands hands;
    std::array<std::array<Bucket, possible_hands>, round_count> buckets;
    std::vector<std::size_t> tie_ends;  // the end of each group of equal hands
};

// Five different cards, in order.
inline std::array<int, 5> random_board(auto& random) {
    std::array<int, 5> board{};
    Cards dealt = 0;
    for (int& card : board) {
        const Cards next = random_hand(1, random, dealt);
        dealt |= next;
        card = std::countr_zero(next);
    }
    return board;
}

}  // namespace zeitnot::holdem
