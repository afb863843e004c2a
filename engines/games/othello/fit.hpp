// Fits the weights of Othello's patterns to finished games, so that the sum of a position's weights
// predicts the final margin of its game.
//
// Stochastic gradient descent on the squared error, with a step that shrinks for weights that many
// positions share (Adagrad: Duchi, Hazan and Singer, JMLR 12, 2011).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "games/othello/patterns.hpp"
#include "games/othello/self_play.hpp"

namespace zeitnot::othello {

class Fit {
   public:
    // Without `play_book`, edges and corners count 0, to measure their contribution.
    explicit Fit(bool play_book = true)
        : first_used_(play_book ? 0 : first_weight[edge_shapes]),
          weights_(stages * weight_count),
          occurrences_(stages * weight_count),
          canonical_(weight_count) {
        for_each_pair([this](std::uint32_t i, std::uint32_t mirror) {
            canonical_[i] = canonical_[mirror] = i;
        });
    }

    // Makes one step for each sample; returns the mean squared error before the steps, in discs
    // squared.
    double learn(std::span<const TrainingSample> samples, float rate) {
        double sum = 0;
        for (const TrainingSample& sample : samples) sum += step(sample, rate);
        return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
    }

    // The mean squared error, in discs squared.
    [[nodiscard]] double error(std::span<const TrainingSample> samples) const {
        double sum = 0;
        for (const TrainingSample& sample : samples) {
            StagedFeatures staged = features_of(sample);
            const double error = static_cast<double>(sample.margin) - value(staged);
            sum += error * error;
        }
        return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
    }

    // In discs; equal for mirrored patterns. Rare patterns have weight 0.
    [[nodiscard]] float weight(int stage, std::uint32_t number) const {
        const std::size_t at = index(stage, canonical_[number]);
        return occurrences_[at] < min_occurrences ? 0 : weights_[at];
    }
    // How often the pattern occurred in the training samples.
    [[nodiscard]] float occurrences(int stage, std::uint32_t number) const {
        return occurrences_[index(stage, canonical_[number])];
    }

   private:
    static constexpr float min_occurrences = 4, step_damping = 60;

    struct StagedFeatures {
        int stage;
        Features features;
        std::size_t count = feature_count;

        [[nodiscard]] std::span<const std::uint32_t> used() const {
            return std::span(features).first(count);
        }
    };

    static std::size_t index(int stage, std::uint32_t number) {
        return static_cast<std::size_t>(stage) * weight_count + number;
    }

    [[nodiscard]] StagedFeatures features_of(const TrainingSample& sample) const {
        StagedFeatures staged{stage_of(64 - std::popcount(sample.own | sample.enemy)), {}};
        const Board all = ~Board{0};
        find_features(sample.own, sample.enemy,
                      std::popcount(mobility(sample.own, sample.enemy, all)),
                      std::popcount(mobility(sample.enemy, sample.own, all)), staged.features);
        for (auto& feature : staged.features) feature = canonical_[feature];
        const auto unused = [this](std::uint32_t feature) { return feature < first_used_; };
        const auto end = std::remove_if(staged.features.begin(), staged.features.end(), unused);
        staged.count = static_cast<std::size_t>(end - staged.features.begin());
        return staged;
    }

    [[nodiscard]] float value(const StagedFeatures& staged) const {
        float sum = 0;
        for (const auto feature : staged.used()) sum += weights_[index(staged.stage, feature)];
        return sum;
    }

    double step(const TrainingSample& sample, float rate) {
        const StagedFeatures staged = features_of(sample);
        const float error = static_cast<float>(sample.margin) - value(staged);
        for (const auto feature : staged.used()) {
            const std::size_t i = index(staged.stage, feature);
            ++occurrences_[i];
            weights_[i] += rate * error / std::sqrt(occurrences_[i] + step_damping);
        }
        return static_cast<double>(error) * static_cast<double>(error);
    }

    std::uint32_t first_used_;  // weights before it are not used
    std::vector<float> weights_, occurrences_;
    std::vector<std::uint32_t> canonical_;
};

}  // namespace zeitnot::othello
