// All hands of a number of cards, and random ones.
#pragma once

#include "games/holdem/hand_value.hpp"

namespace zeitnot::holdem {

// Calls f(hand) for `dealt` plus each choice of `cards` cards below card `end`.
template <class F>
void each_hand(int cards, F&& f, Cards dealt = 0, int end = card_count) {
    if (cards == 0) {
        f(dealt);
        return;
    }
    for (int card = cards - 1; card < end; ++card)
        each_hand(cards - 1, f, dealt | Cards{1} << card, card);
}

// Uniformly random cards that are not in `dealt`.
template <class Random>
Cards random_hand(int cards, Random& random, Cards dealt = 0) {
    Cards hand = 0;
    while (std::popcount(hand) < cards) {
        // The bias of a modulus of 64 random bits is below 10^-17.
        const Cards card = Cards{1} << (random() % card_count);
        if ((card & (dealt | hand)) == 0) hand |= card;
    }
    return hand;
}

}  // namespace zeitnot::holdem
