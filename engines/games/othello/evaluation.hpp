// Othello's evaluation: patterns learnt by self-play, or another kind of evaluation_kinds.hpp.
// Boards of 6 by 6 use the handcrafted one. Unit: hundredths of a disc. The end of the game scores
// the difference in discs, with the empty squares for the winner.
#pragma once

#include <memory>

#include "games/othello/endings.hpp"
#include "games/othello/evaluation_kinds.hpp"
#include "games/othello/hand_evaluation.hpp"
#include "games/othello/position.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/learnt.hpp"

namespace zeitnot {

template <>
class Evaluation<Othello> {
   public:
    using Endings = OthelloEndings;

    using Weights = othello::LearntWeights;

    // The solver needs the weights even where the evaluation is handcrafted.
    explicit Evaluation(const Options& options)
        : kind_(othello::kind_named(options.evaluation)),
          shared_(learnt_weights<Othello>(options)) {}

    // A search whose value drops by this many discs takes more time.
    static constexpr double instability_margin = 2;
    // See MovePriors; tuned by matches (docs/measurements/mcts.md).
    static constexpr int expand_after = 2, prior_visits = 0;
    static constexpr auto kinds = othello::kind_names;
    [[nodiscard]] static std::shared_ptr<const Weights> unpack(Bytes packed) {
        return othello::unpack(packed);
    }
    // Weights of earlier versions and of `zeitnot train othello` have no edge tables.
    [[nodiscard]] static bool lacks_weights(const Options& options) {
        return othello::needs_edge_tables(othello::kind_named(options.evaluation)) &&
               !learnt_weights<Othello>(options)->edges;
    }

    Score operator()(const Othello& position) const {
        if (kind_ == othello::Kind::hand || position.size() != 8)
            return HandcraftedOthello()(position);
        return othello::value_of(kind_, *weights_, othello::sides_of(position));
    }

    [[nodiscard]] static Score final_score(const Outcome& end) { return 100 * end.margins[0]; }
    [[nodiscard]] static double reported(Score score) { return score / 100.0; }

    [[nodiscard]] Endings endings(Table<1>& table, Meter& meter) const {
        return {table, meter, weights_->patterns};
    }

    [[nodiscard]] static int order_bonus(const Othello& position, Othello::Move move, int depth) {
        return HandcraftedOthello::order_bonus(position, move, depth);
    }

   private:
    othello::Kind kind_;
    std::shared_ptr<const Weights> shared_;
    const Weights* weights_ = shared_.get();
};

}  // namespace zeitnot
