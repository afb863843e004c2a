// Go's evaluator: the policy and the value that `zeitnot train go` has learnt.
#pragma once

#include <memory>

#include "games/go/position.hpp"
#include "games/go/weights.hpp"
#include "zeitnot/search/mcts/evaluator.hpp"

namespace zeitnot::go {

class LearntEvaluator final : public Evaluator<Go> {
   public:
    explicit LearntEvaluator(std::shared_ptr<const Weights> weights)
        : weights_(std::move(weights)) {}

    void evaluate(std::span<EvaluationRequest<Go>> batch) override {
        for (EvaluationRequest<Go>& question : batch) {
            const Go& position = question.history->position();
            const double black = black_wins(position);
            question.value = {black, 1 - black};
            fill_policy(position, question);
        }
    }

    // Measured in matches; docs/measurements/go.md.
    [[nodiscard]] double exploration() const override { return 0.7; }
    [[nodiscard]] double playout_share() const override { return 0.5; }

    [[nodiscard]] double black_wins(const Go& position) const {
        const AreaEstimate estimate(weights_->area, position.board().stones(), colour(position));
        return static_cast<double>(estimate.win_probability(komi(position)));
    }

   private:
    static Colour colour(const Go& position) { return static_cast<Colour>(position.turn()); }
    static double komi(const Go& position) { return position.komi_half_points() / 2.0; }

    // While dead stones are marked, all moves are equally likely.
    void fill_policy(const Go& position, EvaluationRequest<Go>& question) const {
        const Stones& stones = position.board().stones();
        const auto to_move = colour(position);
        const MoveFeatures features(stones, to_move);
        FeatureList list;
        for (std::size_t i = 0; i < question.moves.size(); ++i) {
            const int move = question.moves[i];
            list.clear();
            if (move == Go::pass) {
                const double black = area_margin(stones) - komi(position);
                features.of_pass(to_move == Colour::black ? black : -black, list);
            } else if (move < Go::pass) {
                features.of_point(point(move % stones.size(), move / stones.size()), list);
            }
            question.policy[i] = sum_of(weights_->moves, list);
        }
        softmax(question.policy);
    }

    std::shared_ptr<const Weights> weights_;
};

}  // namespace zeitnot::go
