// Othello's evaluation: by patterns learnt from our own games; on 6 by 6, or with the option
// `bare`, by hand. Unit: hundredths of a disc. Once a search reaches the end of the game it counts
// discs, the empty squares for the winner.
#pragma once

#include <algorithm>
#include <bit>

#include "zeitnot/eval/evaluation.hpp"
#include "zeitnot/eval/othello_hand.hpp"
#include "zeitnot/eval/othello_weights.hpp"
#include "zeitnot/exact/othello_endings.hpp"
#include "zeitnot/games/othello.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

template <>
class Evaluation<Othello> {
   public:
    using Endings = OthelloEndings;

    Evaluation() = default;
    explicit Evaluation(const Options& options) : by_hand_(options.bare) {}

    Score operator()(const Othello& position) const {
        if (by_hand_ || position.size() != 8) return OthelloByHand()(position);
        const auto own = position.own(), enemy = position.enemy();
        const auto answers = othello::mobility(enemy, own, position.squares());
        const Score score = othello::pattern_value(own, enemy, std::popcount(position.mobility()),
                                                   std::popcount(answers));
        return std::clamp(score, -6300, 6300);
    }

    [[nodiscard]] static Score final_score(const Outcome& end) { return 100 * end.margin; }
    [[nodiscard]] static double reported(Score score) { return score / 100.0; }

    [[nodiscard]] static int promise(const Othello& position, Othello::Move move, int depth) {
        return OthelloByHand::promise(position, move, depth);
    }

   private:
    bool by_hand_ = false;
};

}  // namespace zeitnot
