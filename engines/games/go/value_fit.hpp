// The third stage: learns the owners of points and the winner at the end of the policy's games.
// Uses one position per game, because all positions of a game share its outcome (Silver et al.
// 2016).
#pragma once

#include <bit>
#include <cstddef>
#include <memory>

#include "games/go/area_value.hpp"
#include "games/go/policy_games.hpp"

namespace zeitnot::go {

// A position and the end of its game.
struct ValueSample {
    Stones stones;
    Colour to_move = Colour::black;
    double komi = 0;
    double black_score = 0;
    Owners owners{};
};

// A random position of the policy's self-play game with this number.
inline ValueSample value_sample(const MoveWeights& policy, int size, std::uint64_t number) {
    Random random(0x7661'6C75'6500'0000 + number * 0x9E37'79B9);
    const auto points = static_cast<std::uint32_t>(size * size);
    // Komi varies so that the value learns the effect of a lead.
    const double komi = komi_of(size) + 2 * (static_cast<double>(random.below(5)) - 2);
    ValueSample sample{Stones(size), Colour::black, komi};
    int left = static_cast<int>(random.below(points));
    SoftmaxPlayer black(policy), white(policy);
    Stones stones(size);
    play_game(stones, Colour::black, black, white, random, [&](Colour colour, Point) {
        if (left-- < 0) return;
        sample.stones = stones;
        sample.to_move = colour;
    });
    sample.owners = owners(stones);
    sample.black_score = black_score(area_margin(stones), komi);
    return sample;
}

// Sums of squared errors of the win probability.
struct ValueErrors {
    std::uint64_t positions = 0;
    double squares = 0, guess_squares = 0;  // of the value, and of always guessing one half
};

class ValueFit {
   public:
    static constexpr std::size_t count = sizeof(AreaWeights) / sizeof(float);
    using Steps = AdaptiveSteps<count>;

    ValueFit() {
        AreaWeights start;
        for (float& scale : start.scale) scale = 0.1F;
        for (std::size_t i = 0; i < start.second.size(); i += second_inputs) start.second[i] = 1;
        steps_.weights = std::bit_cast<std::array<float, count>>(start);
    }

    [[nodiscard]] Steps& steps() { return steps_; }
    [[nodiscard]] const Steps& steps() const { return steps_; }
    [[nodiscard]] AreaWeights weights() const { return std::bit_cast<AreaWeights>(steps_.weights); }

    // Learns from a sample; with rate 0 it only measures.
    void learn(const ValueSample& sample, float rate, ValueErrors& errors) {
        const AreaWeights current = weights();
        const AreaEstimate estimate(current, sample.stones, sample.to_move);
        const float target = static_cast<float>(sample.black_score);
        const float error = target - estimate.win_probability(sample.komi);
        ++errors.positions;
        errors.squares += static_cast<double>(error * error);
        errors.guess_squares += (sample.black_score - 0.5) * (sample.black_score - 0.5);
        if (rate == 0) return;
        find_gradient(sample, estimate);
        for (std::size_t i = 0; i < count; ++i) steps_.step(i, gradient_[i], rate_of(i, rate));
    }

    // The gradient of the log-probabilities of the owners, by each layer, and of the outcome, by
    // the value. Gradients do not flow from the second layer into the first, or from the value into
    // the layers.
    const std::array<float, count>& find_gradient(const ValueSample& sample,
                                                  const AreaEstimate& estimate) {
        gradient_.fill(0);
        add_points(sample, estimate);
        const std::size_t phase = estimate.value_phase();
        const float error =
            static_cast<float>(sample.black_score) - estimate.win_probability(sample.komi);
        gradient_[offset_of_scale + phase] = error * estimate.lead_over(sample.komi);
        gradient_[offset_of_tempo + phase] = sample.to_move == Colour::black ? error : -error;
        return gradient_;
    }

   private:
    // Offsets of the members of AreaWeights, in floats.
    static constexpr std::size_t offset_of_spreads = offsetof(AreaWeights, spreads) / sizeof(float);
    static constexpr std::size_t offset_of_second = offsetof(AreaWeights, second) / sizeof(float);
    static constexpr std::size_t offset_of_scale = offsetof(AreaWeights, scale) / sizeof(float);
    static constexpr std::size_t offset_of_tempo = offsetof(AreaWeights, tempo) / sizeof(float);

    // The second layer and the value learn at a third of the first layer's rate.
    static float rate_of(std::size_t row, float rate) {
        return row >= offset_of_second ? rate / 3 : rate;
    }

    // Each layer learns from the owners directly.
    void add_points(const ValueSample& sample, const AreaEstimate& estimate) {
        for_each_point(sample.stones.size(), [&](Point p) {
            const Cell owner = sample.owners[p];
            if (!is_stone(owner)) return;
            const float target = owner == Cell::black ? 1 : -1;
            // Halved because a balance is twice a probability minus one.
            const float first = (target - estimate.first(p)) / 2;
            const float second = (target - estimate.second(p)) / 2;
            estimate.first_inputs(
                p, [&](std::size_t row, float sign) { gradient_[row] += sign * first; });
            for (std::size_t i = 0; i < AreaFeatures::spreads.size(); ++i)
                gradient_[offset_of_spreads + estimate.spread_row(p, i)] +=
                    first * estimate.influence(p, i);
            for (std::size_t i = 0; i < second_inputs; ++i)
                gradient_[offset_of_second + estimate.second_row(p, i)] +=
                    second * estimate.inputs(p)[i];
        });
    }

    Steps steps_;
    std::array<float, count> gradient_{};
};

}  // namespace zeitnot::go
