// The weights of chess in the form of the evaluation: middle game and ending packed into one
// number.
//
// The two are evaluated separately and blended by the remaining pieces (tapered evaluation: Hyatt,
// Gower and Nelson, "Cray Blitz", 1990). One addition adds both halves.
#pragma once

#include "games/chess/weights.hpp"
#include "zeitnot/men/state.hpp"

namespace zeitnot::chess {

using Pair = std::int32_t;
constexpr Pair pair(int middle, int ending) { return middle + ending * 65536; }
constexpr int middle(Pair pair) { return static_cast<std::int16_t>(pair & 0xFFFF); }
constexpr int ending(Pair pair) { return static_cast<std::int16_t>((pair + 0x8000) >> 16); }
constexpr Pair times(Pair pair, std::size_t count) { return pair * static_cast<Pair>(count); }

// A square's rank, counted from this side's first rank.
template <int Us>
constexpr int own_rank(int square) {
    return Us == white ? square / 8 : 7 - square / 8;
}

class Values {
   public:
    explicit Values(const Weights& weights) : weights_(weights) {
        for (std::size_t i = 0; i < pairs_.size(); ++i)
            pairs_[i] = pair(weights[2 * i], weights[2 * i + 1]);
        for (int square = 0; square < 64; ++square) {
            for (Kind kind = pawn; kind <= king; ++kind) {
                const Pair value = on_square(kind, square);
                piece_square_[white][kind][index(square)] = value;
                piece_square_[black][kind][index(square ^ 56)] = value;
            }
        }
    }

    // The value of a piece on its square.
    [[nodiscard]] Pair piece(int side, Kind kind, int square) const {
        return piece_square_[index(side)][kind][index(square)];
    }
    // The i-th pair of a group.
    [[nodiscard]] Pair pair_of(Weight group, std::size_t i = 0) const {
        return pairs_[group / 2 + i];
    }
    // The i-th weight of a group of single weights.
    [[nodiscard]] int single(Weight group, std::size_t i = 0) const { return weights_[group + i]; }

   private:
    // For white. The tables are symmetric: files h to e use the entries of a to d.
    [[nodiscard]] Pair on_square(Kind kind, int square) const {
        const int x = square % 8, file = x < 4 ? x : 7 - x;
        const std::size_t entry = pawn_squares / 2 + index(32 * kind + square / 8 * 4 + file);
        return pairs_[entry] + (kind == king ? 0 : pairs_[piece_weights / 2 + kind]);
    }

    Weights weights_;
    std::array<Pair, danger_attackers / 2> pairs_{};
    std::array<std::array<std::array<Pair, 64>, 6>, 2> piece_square_{};
};

}  // namespace zeitnot::chess
