// Kriegspiel's playouts have no moves: the value of a sampled board is its material and placement
// after captures, and against a bare king how little room that king has.
//
// This is not an `Evaluation`, because that would enable alpha-beta, which sees the other side's
// men.
#pragma once

#include <algorithm>
#include <cmath>

#include "games/kriegspiel/position.hpp"
#include "zeitnot/search/mcts/captures.hpp"
#include "zeitnot/search/mcts/playouts.hpp"

namespace zeitnot {

namespace kriegspiel {

// Centipawns for the side to move: material, advanced pawns, and centralised men. Anything finer
// would be noise, because the other side's men are random.
struct MaterialValue {
    static constexpr std::array<int, 6> values{100, 300, 320, 500, 950, 0};

    Score operator()(const OrthodoxChess& board) const {
        const chess::State& state = board.state();
        const Score white = of(state, chess::white) - of(state, chess::black);
        return state.turn == chess::white ? white : -white;
    }

   private:
    static Score of(const chess::State& state, int side) {
        Score sum = 0;
        chess::each(state.sides[chess::index(side)], [&](int square) {
            const chess::Kind kind = chess::kind_of(state.at[chess::index(square)]);
            const int x = square % 8, y = side == chess::white ? square / 8 : 7 - square / 8;
            sum += values[kind];
            if (kind == chess::pawn) sum += 2 * y * y;
            if (kind != chess::pawn && kind != chess::king)
                sum += 4 * std::min(x, 7 - x) + 4 * std::min(y, 7 - y);
            if (kind == chess::king) sum -= 8 * y;
        });
        return sum;
    }
};

}  // namespace kriegspiel

template <>
class Playouts<Kriegspiel> {
   public:
    static constexpr int max_plies = 0, evaluated_plies = 0;
    static constexpr MctsParts unsupported{MctsPart::rave};

    explicit Playouts(const Options&) {}

    PerSeat<double> operator()(const Kriegspiel& leaf, Random&, PlayoutMoves<Kriegspiel>&) const {
        const chess::State& state = leaf.board().state();
        for (const int bare : {0, 1}) {
            if (chess::more_than_one(state.sides[chess::index(bare)])) continue;
            const double strong = against_bare_king(state, bare);
            return bare == 0 ? PerSeat<double>{1 - strong, strong}
                             : PerSeat<double>{strong, 1 - strong};
        }
        const double own = rate(after_captures(leaf.board(), kriegspiel::MaterialValue{}));
        return leaf.turn() == 0 ? PerSeat<double>{own, 1 - own} : PerSeat<double>{1 - own, own};
    }

   private:
    // Without sight a win is far away, so extra material counts even with a large lead.
    static double rate(double centipawns) {
        return 0.5 + 0.4 * centipawns / (std::abs(centipawns) + half_scale);
    }
    static constexpr double half_scale = 500;

    // The strong side's rate. The bare king should be at the edge, near the other king, with few
    // squares and nothing to capture.
    static double against_bare_king(const chess::State& state, int bare) {
        const int strong = bare ^ 1, king = state.king_of(bare), other = state.king_of(strong);
        const auto men = state.sides[chess::index(strong)];
        std::size_t free = 0, hanging = 0;
        chess::each(chess::king_attacks[chess::index(king)], [&](int to) {
            const auto without = (state.occupied() ^ chess::bit(king)) | chess::bit(to);
            if (state.attacked(strong, to, without)) return;
            ++free;
            if (state.turn == bare && (men & chess::bit(to)) != 0) ++hanging;
        });
        const int x = std::min(king % 8, 7 - king % 8), y = std::min(king / 8, 7 - king / 8);
        return 0.8 - 0.012 * static_cast<double>(free) - 0.015 * std::min(x, y) -
               0.006 * chess::distance(king, other) +
               0.006 * static_cast<double>(chess::size(men)) - 0.15 * static_cast<double>(hanging);
    }
};

}  // namespace zeitnot
