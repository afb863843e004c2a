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

    Evaluation() : Evaluation(Options{}) {}
    explicit Evaluation(const Options& options)
        : weights_(options.bare ? nullptr : &othello::learnt_weights()) {}

    Score operator()(const Othello& position) const {
        if (weights_ == nullptr || position.size() != 8) return OthelloByHand()(position);
        const auto own = position.own(), enemy = position.enemy(), all = position.squares();
        othello::Features features;
        othello::look_at(own, enemy, std::popcount(position.mobility()),
                         std::popcount(othello::mobility(enemy, own, all)), features);
        const auto& stage = (*weights_)[static_cast<std::size_t>(
            othello::stage_of(std::popcount(all & ~(own | enemy))))];
        Score score = 0;
        for (const auto feature : features) score += stage[feature];
        return std::clamp(score * othello::weight_unit, -6300, 6300);
    }

    [[nodiscard]] static Score final_score(const Outcome& end) { return 100 * end.margin; }
    [[nodiscard]] static double reported(Score score) { return score / 100.0; }

    [[nodiscard]] static int promise(const Othello& position, Othello::Move move, int depth) {
        return OthelloByHand::promise(position, move, depth);
    }

   private:
    const othello::Weights* weights_;
};

}  // namespace zeitnot
