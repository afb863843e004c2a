// The network of games/ewn/net.hpp during training: in floating point, trained by gradient descent
// on the cross entropy.
#pragma once

#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "games/ewn/net.hpp"

namespace zeitnot::ewn {

class Fit {
   public:
    using Units = std::array<float, hidden>;

    // All parameters, in the layout of the learner's state on disk.
    struct Weights {
        std::array<Units, row_count> rows;
        Units bias;
        Units out;
        float out_bias;
    };

    // Random weights, initially equal for all stones on the same cell.
    explicit Fit(std::uint64_t seed = 1) : weights_(std::make_unique<Weights>()) {
        std::mt19937_64 rng(seed);
        const auto draw = [&rng](float max) {
            return max * (static_cast<float>(rng() >> 40U) / static_cast<float>(1U << 23U) - 1);
        };
        std::array<Units, 50> cells;
        for (Units& cell : cells)
            for (float& weight : cell) weight = draw(0.25F);
        for (std::size_t i = 0; i < row_count; ++i)
            weights_->rows[i] = cells[25 * (i / (25 * roles)) + i % 25];
        weights_->bias.fill(0.1F);
        for (float& weight : weights_->out) weight = draw(0.25F);
        weights_->out_bias = 0;
    }

    [[nodiscard]] const Weights& weights() const { return *weights_; }
    [[nodiscard]] Weights& weights() { return *weights_; }

    // The probability, before the roll, that the side to move wins.
    [[nodiscard]] float value(const Ewn& position) const {
        const Rows rows = rows_of(position);
        Units straight, mirrored;
        return forward(rows, straight, mirrored);
    }

    // Makes a gradient step towards `target`; returns the value before the step.
    float step(const Ewn& position, float target, float rate) {
        const Rows rows = rows_of(position);
        Units straight, mirrored;
        const float value = forward(rows, straight, mirrored);
        const float delta = rate * (target - value);
        weights_->out_bias += delta;
        Units straight_gradient, mirrored_gradient;
        for (std::size_t j = 0; j < hidden; ++j) {
            const float gradient = delta * weights_->out[j];
            straight_gradient[j] = straight[j] > 0 ? gradient : 0;
            mirrored_gradient[j] = mirrored[j] > 0 ? gradient : 0;
            weights_->out[j] += delta * (straight[j] + mirrored[j]);
            weights_->bias[j] += straight_gradient[j] + mirrored_gradient[j];
        }
        for (std::size_t i = 0; i < rows.count; ++i) {
            Units& straight_row = weights_->rows[rows.straight[i]];
            for (std::size_t j = 0; j < hidden; ++j) straight_row[j] += straight_gradient[j];
            Units& mirrored_row = weights_->rows[rows.mirrored[i]];
            for (std::size_t j = 0; j < hidden; ++j) mirrored_row[j] += mirrored_gradient[j];
        }
        return value;
    }

   private:
    // Also writes the hidden units of both views.
    float forward(const Rows& rows, Units& straight, Units& mirrored) const {
        straight = mirrored = weights_->bias;
        for (std::size_t i = 0; i < rows.count; ++i) {
            const Units& straight_row = weights_->rows[rows.straight[i]];
            const Units& mirrored_row = weights_->rows[rows.mirrored[i]];
            for (std::size_t j = 0; j < hidden; ++j) straight[j] += straight_row[j];
            for (std::size_t j = 0; j < hidden; ++j) mirrored[j] += mirrored_row[j];
        }
        std::array<float, 4> log_odds{};
        for (std::size_t j = 0; j < hidden; ++j) {
            straight[j] = straight[j] > 0 ? straight[j] : 0;
            mirrored[j] = mirrored[j] > 0 ? mirrored[j] : 0;
        }
        for (std::size_t j = 0; j < hidden; j += 4)
            for (std::size_t k = 0; k < 4; ++k)
                log_odds[k] += weights_->out[j + k] * (straight[j + k] + mirrored[j + k]);
        const float sum =
            weights_->out_bias + (log_odds[0] + log_odds[1]) + (log_odds[2] + log_odds[3]);
        return 1 / (1 + std::exp(-sum));
    }

    std::unique_ptr<Weights> weights_;
};

}  // namespace zeitnot::ewn
