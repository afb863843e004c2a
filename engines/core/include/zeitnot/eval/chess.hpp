// Chess, by hand: material and where it stands.
#pragma once

#include "zeitnot/eval/evaluation.hpp"
#include "zeitnot/games/chess.hpp"

namespace zeitnot {

template <>
class Evaluation<Chess> {
   public:
    Score operator()(const Chess& position) const {
        const chess::State& state = position.state();
        const int us = state.turn;
        return men(state, us) - men(state, us ^ 1);
    }

    [[nodiscard]] static Score final_score(const Outcome& end) {
        return PointsEvaluation::final_score(end);
    }
    // In pawns; a forced mate counts as a hundred.
    [[nodiscard]] static double reported(Score score) {
        return is_decisive(score) ? (score > 0 ? 100.0 : -100.0) : score / 100.0;
    }

   private:
    static Score men(const chess::State& state, int side) {
        Score score = 0;
        for (const chess::Kind kind :
             {chess::pawn, chess::knight, chess::bishop, chess::rook, chess::queen}) {
            chess::each(state.men(side, kind), [&](int square) {
                const int x = square % 8, y = square / 8;
                score +=
                    chess::exchange_value(kind) + 5 * (x < 4 ? x : 7 - x) + 5 * (y < 4 ? y : 7 - y);
            });
        }
        return score;
    }
};

}  // namespace zeitnot
