// Xiangqi, by hand: material and where it stands.
//
// The sum over the pieces of what each is worth on its square (Shannon, "Programming a computer for
// playing chess", 1950). Unit: hundredths of a soldier.
#pragma once

#include "zeitnot/eval/evaluation.hpp"
#include "zeitnot/eval/xiangqi_weights.hpp"
#include "zeitnot/games/xiangqi.hpp"

namespace zeitnot {

template <>
class Evaluation<Xiangqi> {
   public:
    using Weights = xiangqi::Weights;

    Evaluation() : Evaluation(xiangqi::default_weights) {}
    explicit Evaluation(const Weights& weights) {
        using xiangqi::at;
        for (int y = 0; y < xiangqi::ranks; ++y) {
            for (int x = 0; x < xiangqi::files; ++x) {
                for (unsigned type = xiangqi::adviser; type <= xiangqi::chariot; ++type) {
                    const int worth = worth_on(weights, type, x, y);
                    worth_[0][type][at(xiangqi::square(x, y))] = worth;
                    worth_[1][type][at(xiangqi::square(x, xiangqi::ranks - 1 - y))] = worth;
                }
            }
        }
    }

    Score operator()(const Xiangqi& position) const {
        const Score red = side(position.board(), 0) - side(position.board(), 1);
        return position.turn() == 0 ? red : -red;
    }

    [[nodiscard]] static Score final_score(const Outcome& end) {
        return PointsEvaluation::final_score(end);
    }
    // A forced win counts as a general, less a point a ply to it.
    [[nodiscard]] static double reported(Score score) {
        if (!is_decisive(score)) return score;
        const int worth = 10000 - plies_to_end(score);
        return score > 0 ? worth : -worth;
    }

   private:
    // What a piece of red is worth there.
    static int worth_on(const Weights& weights, unsigned type, int x, int y) {
        int worth = weights[xiangqi::value_weights + type];
        if (type >= xiangqi::soldier) {
            const int file = x <= 4 ? x : xiangqi::files - 1 - x;
            const int table = static_cast<int>(type - xiangqi::soldier);
            const int place = 50 * table + 5 * (xiangqi::ranks - 1 - y) + file;
            worth += weights[xiangqi::square_weights + xiangqi::at(place)];
        }
        return worth;
    }

    [[nodiscard]] Score side(const xiangqi::Board& board, int seat) const {
        Score score = 0;
        xiangqi::each(board.side(seat), [&](int square) {
            score += worth_[xiangqi::at(seat)][board.type_at(square)][xiangqi::at(square)];
        });
        return score;
    }

    std::array<std::array<std::array<int, xiangqi::numbers>, 8>, 2> worth_{};
};

}  // namespace zeitnot
