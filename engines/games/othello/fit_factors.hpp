// Fits the factors of Othello's edge tables: for each stage, a least-squares fit of the final
// margins to the few parts of the evaluation.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "games/othello/evaluation_kinds.hpp"
#include "games/othello/self_play.hpp"

namespace zeitnot::othello {

// The normal equations of one stage: `matrix` times the factors is `right`.
struct NormalEquations {
    using Row = std::array<double, part_count>;
    std::array<Row, part_count> matrix{};
    Row right{};

    // A little of each factor's square is added to the squared errors, so that a stage without
    // positions has factors of zero.
    NormalEquations() {
        for (std::size_t i = 0; i < part_count; ++i) matrix[i][i] = 1;
    }

    // `parts` and `margin` in discs.
    void add(const Row& parts, double margin) {
        for (std::size_t i = 0; i < part_count; ++i) {
            right[i] += parts[i] * margin;
            for (std::size_t j = 0; j < part_count; ++j) matrix[i][j] += parts[i] * parts[j];
        }
    }

    // Gaussian elimination. The matrix is positive definite, so no pivoting is needed.
    [[nodiscard]] Row solution() const {
        auto rows = matrix;
        Row factors = right;
        for (std::size_t i = 0; i < part_count; ++i) {
            for (std::size_t j = 0; j < part_count; ++j) {
                if (j == i) continue;
                const double multiple = rows[j][i] / rows[i][i];
                for (std::size_t k = i; k < part_count; ++k) rows[j][k] -= multiple * rows[i][k];
                factors[j] -= multiple * factors[i];
            }
        }
        for (std::size_t i = 0; i < part_count; ++i) factors[i] /= rows[i][i];
        return factors;
    }
};

// Fits the factors of a base with these values. `samples` must not be the counted ones, because a
// configuration that was seen only once would seem to predict its game's result.
inline Factors fitted_factors(Base base, const Weights& patterns, const EdgeValues& values,
                              std::span<const TrainingSample> samples) {
    std::array<NormalEquations, stages> equations;
    for (const TrainingSample& sample : samples) {
        const int value = base_value(base, patterns, sides_of(sample.own, sample.enemy));
        const Parts parts = parts_of(values, sample.own, sample.enemy, value);
        NormalEquations::Row discs{};
        for (std::size_t i = 0; i < part_count; ++i) discs[i] = parts[i] / 100.0;
        const int stage = stage_of(64 - std::popcount(sample.own | sample.enemy));
        equations[static_cast<std::size_t>(stage)].add(discs, static_cast<double>(sample.margin));
    }
    Factors factors{};
    for (std::size_t stage = 0; stage < stages; ++stage) {
        const auto solution = equations[stage].solution();
        for (std::size_t i = 0; i < part_count; ++i) {
            const long steps = std::lround(factor_unit * solution[i]);
            factors[stage][i] = static_cast<std::int16_t>(std::clamp(steps, -32767L, 32767L));
        }
    }
    return factors;
}

// The mean squared error of a kind of evaluation, in discs squared.
inline double squared_error(Kind kind, const LearntWeights& learnt,
                            std::span<const TrainingSample> samples) {
    double sum = 0;
    for (const TrainingSample& sample : samples) {
        const Score value = value_of(kind, learnt, sides_of(sample.own, sample.enemy));
        const double error = static_cast<double>(sample.margin) - value / 100.0;
        sum += error * error;
    }
    return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
}

}  // namespace zeitnot::othello
