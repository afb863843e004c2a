// A policy over moves: the softmax of the sums of their features' weights (the Bradley-Terry model
// of Coulom 2007, in which the features of a move form a team).
#pragma once

#include <array>
#include <cmath>

#include "games/go/move_features.hpp"
#include "zeitnot/search/mcts/random.hpp"

namespace zeitnot::go {

using MoveWeights = std::array<float, MoveRows::count>;

inline float sum_of(const MoveWeights& weights, const FeatureList& features) {
    float sum = 0;
    for (const std::uint16_t row : features) sum += weights[row];
    return sum;
}

// Turns sums into probabilities, in place.
inline void softmax(std::span<float> sums) {
    if (sums.empty()) return;
    const float highest = *std::max_element(sums.begin(), sums.end());
    float total = 0;
    for (float& sum : sums) total += sum = std::exp(sum - highest);
    for (float& sum : sums) sum /= total;
}

// The candidate moves of a position: their features and, after `compute_policy`, their
// probabilities.
class MoveChoice {
   public:
    static constexpr std::size_t max_moves = max_points + 1;

    void clear() { count_ = 0; }
    // Adds a move; the caller fills in its features.
    FeatureList& add(Point move) {
        moves_[count_] = move;
        features_[count_].clear();
        return features_[count_++];
    }
    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] Point move(std::size_t i) const { return moves_[i]; }
    [[nodiscard]] std::span<const float> policy() const { return {policy_.data(), count_}; }

    void compute_policy(const MoveWeights& weights) {
        for (std::size_t i = 0; i < count_; ++i) policy_[i] = sum_of(weights, features_[i]);
        softmax({policy_.data(), count_});
    }

    // Samples a move by these probabilities and returns its index.
    [[nodiscard]] std::size_t sample(Random& random) const {
        float left = static_cast<float>(random.next32()) / 4294967296.0F;
        for (std::size_t i = 0; i + 1 < count_; ++i) {
            left -= policy_[i];
            if (left < 0) return i;
        }
        return count_ - 1;
    }

    // Calls `add(row, amount)` for the gradient of the logarithm of a move's probability: its
    // features minus the expected features.
    template <class Add>
    void gradient(std::size_t chosen, Add add) const {
        for (std::size_t i = 0; i < count_; ++i) {
            const float amount = (i == chosen ? 1.0F : 0.0F) - policy_[i];
            for (const std::uint16_t row : features_[i]) add(row, amount);
        }
    }

   private:
    std::size_t count_ = 0;
    std::array<Point, max_moves> moves_;
    std::array<FeatureList, max_moves> features_;
    std::array<float, max_moves> policy_;
};

// Lists all legal moves and a pass. `komi`: in points.
inline void list_legal(const Stones& stones, Colour colour, double komi, MoveChoice& choice) {
    choice.clear();
    const MoveFeatures features(stones, colour);
    for (const Point p : stones.empty_points()) {
        if (stones.is_legal(p, colour)) features.of_point(p, choice.add(p));
    }
    const double black = area_margin(stones) - komi;
    features.of_pass(colour == Colour::black ? black : -black, choice.add(pass_point));
}

// Lists only sensible moves; none if only a pass is left.
inline void list_sensible(const Stones& stones, Colour colour, MoveChoice& choice) {
    choice.clear();
    const MoveFeatures features(stones, colour);
    for (const Point p : stones.empty_points()) {
        if (is_sensible(stones, p, colour)) features.of_point(p, choice.add(p));
    }
}

}  // namespace zeitnot::go
