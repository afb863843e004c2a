// Vectors over all hands of a board, and the utilities of terminal nodes: the inner loops of
// training.
#pragma once

#include "games/holdem/dealt_board.hpp"

namespace zeitnot::holdem {

// One element per hand, weakest first; the length is a multiple of 16.
struct HandVector {
    alignas(64) std::array<float, 1088> of{};

    float& operator[](std::size_t hand) { return of[hand]; }
    float operator[](std::size_t hand) const { return of[hand]; }
    [[nodiscard]] float sum() const {
        float sum = 0;
        for (const float each : of) sum += each;
        return sum;
    }
};

// Four numbers in one register.
using Float4 [[gnu::vector_size(16)]] = float;

// A decision after which the hand may end: the reach of the waiting seat's hands, and of the
// actor's if it calls and if it folds. One pass over the hands sums all three.
struct EndReaches {
    const HandVector& waiting;
    const HandVector& calling;
    const HandVector& folding;

    [[nodiscard]] Float4 operator[](std::size_t hand) const {
        return Float4{waiting[hand], calling[hand], folding[hand], 0};
    }
};

// The elements of `EndSums` that are sums over the hands of `EndReaches::waiting`, `calling` and
// `folding`.
inline constexpr std::size_t over_waiting = 0, over_calling = 1, over_folding = 2;

// For each hand, sums of each reach over the hands that share no card with it: `all` over all of
// them, `net` over the weaker ones minus the stronger ones.
struct EndSums {
    std::array<Float4, possible_hands> all, net;
};

inline void add_all(const DealtBoard& board, const EndReaches& reaches, CardSums<Float4>& sums,
                    EndSums& ends) {
    for (std::size_t i = 0; i < possible_hands; ++i)
        ends.all[i] = sums.disjoint_from(board.hands[i].holding) + reaches[i];
}

// The hands are added tie by tie: weaker + (weaker or equal) - all is weaker - stronger.
inline void value_showdown(const DealtBoard& board, const EndReaches& reaches, EndSums& ends) {
    const RankedHands& hands = board.hands;
    CardSums<Float4> sums;
    std::size_t begin = 0;
    for (const std::size_t end : board.tie_ends) {
        for (std::size_t i = begin; i < end; ++i)
            ends.net[i] = sums.disjoint_from(hands[i].holding);
        for (std::size_t i = begin; i < end; ++i) sums.add(hands[i].holding, reaches[i]);
        for (std::size_t i = begin; i < end; ++i)
            ends.net[i] += sums.disjoint_from(hands[i].holding) + reaches[i];
        begin = end;
    }
    add_all(board, reaches, sums, ends);
    for (std::size_t i = 0; i < possible_hands; ++i) ends.net[i] -= ends.all[i];
}

// The same for a fold only: does not set `net`.
inline void value_fold(const DealtBoard& board, const EndReaches& reaches, EndSums& ends) {
    CardSums<Float4> sums;
    for (std::size_t i = 0; i < possible_hands; ++i) sums.add(board.hands[i].holding, reaches[i]);
    add_all(board, reaches, sums, ends);
}

}  // namespace zeitnot::holdem
