// Trains the policy in two stages: imitation of recorded games by maximum likelihood, then
// improvement from the outcomes of games against earlier versions (R. Williams' REINFORCE, 1992, as
// in Silver et al. 2016).
#pragma once

#include <memory>
#include <vector>

#include "games/go/adaptive_steps.hpp"
#include "games/go/area.hpp"
#include "games/go/move_softmax.hpp"

namespace zeitnot::go {

// A game from its first position on. Passes are moves.
struct RecordedGame {
    Stones start;
    Colour first = Colour::black;
    double komi = 0;
    std::vector<Point> moves;
};

// How well a policy predicts recorded moves.
struct Likelihood {
    std::uint64_t moves = 0, top_choices = 0;
    double log_sum = 0;  // natural logarithms of the probabilities
};

class PolicyFit {
   public:
    using Steps = AdaptiveSteps<MoveRows::count>;

    [[nodiscard]] const MoveWeights& weights() const { return steps_.weights; }
    [[nodiscard]] Steps& steps() { return steps_; }
    [[nodiscard]] const Steps& steps() const { return steps_; }

    // Learns from every move; with rate 0 it only measures. An illegal move ends the game.
    void imitate(const RecordedGame& game, float rate, Likelihood& likelihood) {
        Stones stones = game.start;
        Colour colour = game.first;
        for (const Point move : game.moves) {
            list_legal(stones, colour, game.komi, *choice_);
            choice_->compute_policy(weights());
            const std::size_t chosen = index_of(move);
            if (chosen == choice_->size()) return;
            count(chosen, likelihood);
            if (rate > 0) learn(chosen, rate);
            if (move == pass_point) {
                stones.pass();
            } else {
                stones.play(move, colour);
            }
            colour = other(colour);
        }
    }

    // Adds the gradient of the move `chosen`. The policy of `choice` must be up to date.
    void add_gradient(const MoveChoice& choice, std::size_t chosen, float amount) {
        choice.gradient(chosen, [&](std::size_t row, float part) { sums_[row] += amount * part; });
    }
    // Ascends along the sum of the gradients added since the last call.
    void ascend(float rate) {
        for (std::size_t row = 0; row < sums_.size(); ++row) {
            steps_.step(row, sums_[row], rate);
            sums_[row] = 0;
        }
    }

   private:
    [[nodiscard]] std::size_t index_of(Point move) const {
        std::size_t i = 0;
        while (i < choice_->size() && choice_->move(i) != move) ++i;
        return i;
    }

    void count(std::size_t chosen, Likelihood& likelihood) const {
        const auto policy = choice_->policy();
        ++likelihood.moves;
        likelihood.log_sum += std::log(std::max(static_cast<double>(policy[chosen]), 1e-12));
        const auto best = std::max_element(policy.begin(), policy.end()) - policy.begin();
        likelihood.top_choices += std::uint64_t{static_cast<std::size_t>(best) == chosen};
    }

    void learn(std::size_t chosen, float rate) {
        touched_.clear();
        choice_->gradient(chosen, [&](std::size_t row, float amount) {
            if (sums_[row] == 0) touched_.push_back(row);
            sums_[row] += amount;
        });
        for (const std::size_t row : touched_) {
            steps_.step(row, sums_[row], rate);
            sums_[row] = 0;
        }
    }

    Steps steps_;
    std::array<float, MoveRows::count> sums_{};
    std::vector<std::size_t> touched_;
    std::unique_ptr<MoveChoice> choice_ = std::make_unique<MoveChoice>();
};

}  // namespace zeitnot::go
