// Othello's evaluation: patterns learnt by self-play; on 6 by 6 boards, and of the kind "hand",
// handcrafted. Unit: hundredths of a disc. Once a search reaches the end of the game it counts
// discs, the empty squares for the winner.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <string_view>

#include "games/othello/endings.hpp"
#include "games/othello/hand_evaluation.hpp"
#include "games/othello/position.hpp"
#include "games/othello/weights.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/learnt.hpp"

namespace zeitnot {

template <>
class Evaluation<Othello> {
   public:
    using Endings = OthelloEndings;

    using Weights = othello::Weights;

    // The solver needs the weights even where the evaluation is handcrafted.
    explicit Evaluation(const Options& options)
        : by_hand_(options.evaluation == "hand"), shared_(learnt_weights<Othello>(options)) {}

    static constexpr double swing = 2;  // discs
    // See MovePriors; by matches, as docs/measurements/mcts.md says.
    static constexpr int expand_after = 2, prior_visits = 0;
    static constexpr std::array<std::string_view, 2> kinds{"patterns", "hand"};
    [[nodiscard]] static std::shared_ptr<const Weights> unpack(Bytes packed) {
        return othello::unpack(packed);
    }

    Score operator()(const Othello& position) const {
        if (by_hand_ || position.size() != 8) return HandcraftedOthello()(position);
        const auto own = position.own(), enemy = position.enemy();
        const auto answers = othello::mobility(enemy, own, position.squares());
        const Score score = othello::pattern_value(
            *weights_, own, enemy, std::popcount(position.mobility()), std::popcount(answers));
        return std::clamp(score, -6300, 6300);
    }

    [[nodiscard]] static Score final_score(const Outcome& end) { return 100 * end.margins[0]; }
    [[nodiscard]] static double reported(Score score) { return score / 100.0; }

    [[nodiscard]] Endings endings(Table<1>& table, Meter& meter) const {
        return {table, meter, *weights_};
    }

    [[nodiscard]] static int order_bonus(const Othello& position, Othello::Move move, int depth) {
        return HandcraftedOthello::order_bonus(position, move, depth);
    }

   private:
    bool by_hand_ = false;
    std::shared_ptr<const Weights> shared_;
    const Weights* weights_ = shared_.get();
};

}  // namespace zeitnot
