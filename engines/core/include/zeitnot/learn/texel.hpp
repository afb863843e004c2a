// Fits a handcrafted evaluation's weights to the results of games.
//
// A position's score, put through the logistic curve, should predict the points of its game
// (Österlund, "Texel's tuning method", 2014). The evaluation is linearised at the current weights:
// each weight is changed a little both ways, and the differences are stored for each position, so
// that a gradient of all weights takes one pass over these rows. The descent is Adam's (Kingma and
// Ba, "Adam: a method for stochastic optimization", ICLR 2015), over all positions at once.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

// An evaluation that is made from a flat table of integers.
template <class P>
concept Tunable = Position<P> && requires {
    { Evaluation<P>::default_weights } -> std::same_as<const typename Evaluation<P>::Weights&>;
} && std::constructible_from<Evaluation<P>, const typename Evaluation<P>::Weights&>;

struct Descent {
    double scale = 0.005;  // of the logistic curve, per unit of score
    double rate = 1.0;     // Adam's learning rate: roughly the largest step of a weight
    double pull = 0.0;     // L2 penalty towards the initial weights; 0: none
    int epochs = 100;
};

template <Tunable P>
class Texel {
   public:
    using Weights = typename Evaluation<P>::Weights;

    // `points` are seat 0's, 0 to 1.
    void add(const P& position, double points) { samples_.push_back({position, points}); }
    [[nodiscard]] std::size_t size() const { return samples_.size(); }

    // Sets the current weights. `trace` must follow for all of them.
    void begin(const Weights& weights) {
        weights_ = weights;
        rows_.assign(samples_.size(), {});
        scores_ = all_scores(weights);
    }

    // Computes the derivatives of each position's score by the weights [first, last).
    void trace(std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            Weights raised = weights_, lowered = weights_;
            raised[i] += step;
            lowered[i] -= step;
            const Evaluation<P> above(raised), below(lowered);
            for (std::size_t j = 0; j < samples_.size(); ++j) {
                const P& position = samples_[j].position;
                const int change = seat_0(above, position) - seat_0(below, position);
                if (change != 0) {
                    rows_[j].push_back(
                        {static_cast<std::uint32_t>(i), static_cast<float>(change) / (2 * step)});
                }
            }
        }
    }

    // The weights after a descent from `from`.
    [[nodiscard]] std::vector<double> descend(std::vector<double> from,
                                              const Descent& options) const {
        constexpr double decay = 0.9, decay_squares = 0.999, epsilon = 1e-12;
        std::vector<double> mean(from.size()), squares(from.size());
        for (int epoch = 1; epoch <= options.epochs; ++epoch) {
            const std::vector<double> slope = gradient(from, options);
            const double bias_correction = 1 - std::pow(decay, epoch);
            const double squares_correction = 1 - std::pow(decay_squares, epoch);
            for (std::size_t i = 0; i < from.size(); ++i) {
                mean[i] = decay * mean[i] + (1 - decay) * slope[i];
                squares[i] = decay_squares * squares[i] + (1 - decay_squares) * slope[i] * slope[i];
                from[i] -= options.rate * (mean[i] / bias_correction) /
                           (std::sqrt(squares[i] / squares_correction) + epsilon);
            }
        }
        return from;
    }

    // The mean cross-entropy of the points, in nats.
    [[nodiscard]] double loss(std::span<const double> weights, double scale) const {
        double sum = 0;
        for (std::size_t j = 0; j < samples_.size(); ++j) {
            const double x = scale * score(j, weights), points = samples_[j].points;
            // ln(1 + e^x) without overflow.
            sum += std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))) - points * x;
        }
        return samples_.empty() ? 0 : sum / static_cast<double>(samples_.size());
    }

   private:
    static constexpr int step = 8;  // large enough to outweigh rounding

    struct TrainingSample {
        P position;
        double points;
    };
    struct Derivative {
        std::uint32_t weight;
        float derivative;
    };

    static int seat_0(const Evaluation<P>& evaluation, const P& position) {
        const int value = evaluation(position);
        return position.turn() == 0 ? value : -value;
    }

    [[nodiscard]] std::vector<int> all_scores(const Weights& weights) const {
        const Evaluation<P> evaluation(weights);
        std::vector<int> scores;
        for (const TrainingSample& sample : samples_)
            scores.push_back(seat_0(evaluation, sample.position));
        return scores;
    }

    [[nodiscard]] double score(std::size_t j, std::span<const double> weights) const {
        double sum = scores_[j];
        for (const auto [weight, derivative] : rows_[j]) {
            sum += static_cast<double>(derivative) * (weights[weight] - weights_[weight]);
        }
        return sum;
    }

    [[nodiscard]] std::vector<double> gradient(std::span<const double> weights,
                                               const Descent& options) const {
        std::vector<double> slope(weights.size());
        for (std::size_t j = 0; j < samples_.size(); ++j) {
            const double expected = 1 / (1 + std::exp(-options.scale * score(j, weights)));
            const double error = expected - samples_[j].points;
            for (const auto [weight, derivative] : rows_[j]) {
                slope[weight] += error * static_cast<double>(derivative);
            }
        }
        const double factor = options.scale / static_cast<double>(std::max<std::size_t>(1, size()));
        for (std::size_t i = 0; i < slope.size(); ++i) {
            slope[i] = slope[i] * factor + options.pull * (weights[i] - weights_[i]);
        }
        return slope;
    }

    std::vector<TrainingSample> samples_;
    std::vector<std::vector<Derivative>> rows_;
    std::vector<int> scores_;
    Weights weights_{};
};

}  // namespace zeitnot
