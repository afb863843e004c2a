// Fits the weights of Othello's patterns to finished games: the sum of a position's weights shall
// be the margin its game ended with.
//
// Stochastic gradient descent on the squared error, with a step that shrinks for weights that many
// positions share (Adagrad: Duchi, Hazan and Singer, JMLR 12, 2011).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "games/othello/games.hpp"
#include "games/othello/patterns.hpp"

namespace zeitnot::othello {

class Fit {
   public:
    // Without the play book edges and corners count nothing, to see what they bring.
    explicit Fit(bool play_book = true)
        : lowest_(play_book ? 0 : first_of[book_shapes]),
          weights_(stages * weight_count),
          seen_(stages * weight_count),
          same_(weight_count) {
        for_each_pair(
            [this](std::uint32_t i, std::uint32_t mirror) { same_[i] = same_[mirror] = i; });
    }

    // One step for each sample; the mean squared error before the steps, in discs squared.
    double learn(std::span<const TrainingSample> samples, float rate) {
        double sum = 0;
        for (const TrainingSample& sample : samples) sum += step(sample, rate);
        return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
    }

    // The mean squared error.
    [[nodiscard]] double error(std::span<const TrainingSample> samples) const {
        double sum = 0;
        for (const TrainingSample& sample : samples) {
            Place at = place(sample);
            const double off = static_cast<double>(sample.margin) - value(at);
            sum += off * off;
        }
        return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
    }

    // In discs, by stage and weight; mirrored patterns alike. Patterns hardly ever seen count 0.
    [[nodiscard]] float weight(int stage, std::uint32_t number) const {
        const std::size_t at = index(stage, same_[number]);
        return seen_[at] < least_seen ? 0 : weights_[at];
    }
    // How often it was looked at in all samples learnt.
    [[nodiscard]] float seen(int stage, std::uint32_t number) const {
        return seen_[index(stage, same_[number])];
    }

   private:
    static constexpr float least_seen = 4, slow = 60;

    struct Place {
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

    [[nodiscard]] Place place(const TrainingSample& sample) const {
        Place at{stage_of(64 - std::popcount(sample.own | sample.enemy)), {}};
        const Board all = ~Board{0};
        look_at(sample.own, sample.enemy, std::popcount(mobility(sample.own, sample.enemy, all)),
                std::popcount(mobility(sample.enemy, sample.own, all)), at.features);
        for (auto& feature : at.features) feature = same_[feature];
        const auto unused = [this](std::uint32_t feature) { return feature < lowest_; };
        const auto end = std::remove_if(at.features.begin(), at.features.end(), unused);
        at.count = static_cast<std::size_t>(end - at.features.begin());
        return at;
    }

    [[nodiscard]] float value(const Place& at) const {
        float sum = 0;
        for (const auto feature : at.used()) sum += weights_[index(at.stage, feature)];
        return sum;
    }

    double step(const TrainingSample& sample, float rate) {
        const Place at = place(sample);
        const float off = static_cast<float>(sample.margin) - value(at);
        for (const auto feature : at.used()) {
            const std::size_t i = index(at.stage, feature);
            ++seen_[i];
            weights_[i] += rate * off / std::sqrt(seen_[i] + slow);
        }
        return static_cast<double>(off) * static_cast<double>(off);
    }

    std::uint32_t lowest_;  // weights before it are not used
    std::vector<float> weights_, seen_;
    std::vector<std::uint32_t> same_;
};

}  // namespace zeitnot::othello
