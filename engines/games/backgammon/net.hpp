// A network with one hidden layer: from a position's inputs to the probabilities of five outcomes.
//
// Hidden units are x / (1 + |x|), outputs logistic. The first layer adds up the rows of the
// non-zero inputs, which are few.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "games/backgammon/chances.hpp"
#include "games/backgammon/inputs.hpp"

namespace zeitnot::backgammon {

inline constexpr std::size_t hidden_units = 128, outcomes = 5;
using Layer = std::array<float, hidden_units>;
// win, win_gammon, win_backgammon, lose_gammon, lose_backgammon
using Outputs = std::array<float, outcomes>;

struct alignas(64) NetRows {
    Layer bias{};
    std::array<Layer, outcomes> out{};
    Outputs out_bias{};
};

// `count` inputs.
template <int count>
struct alignas(64) Net {
    static constexpr int inputs = count;
    std::array<Layer, static_cast<std::size_t>(count)> in{};
    NetRows rows;

    [[nodiscard]] std::size_t size() const { return sizeof *this / sizeof(float); }
};

// Returns the network's outputs. Also writes its hidden layer, for training. Not inlined because
// GCC 12 vectorises it badly together with the code that fills `inputs`, which is much slower.
template <class N>
[[gnu::noinline]] Outputs run(const N& net, const Inputs& inputs, Layer& hidden) {
    hidden = net.rows.bias;
    for (const auto [number, value] : inputs) {
        const Layer& row = net.in[static_cast<std::size_t>(number)];
        for (std::size_t unit = 0; unit < hidden_units; ++unit) hidden[unit] += value * row[unit];
    }
    for (float& unit : hidden) unit /= 1 + std::abs(unit);
    Outputs outputs;
    for (std::size_t outcome = 0; outcome < outcomes; ++outcome) {
        static constexpr std::size_t lanes = 16;
        std::array<float, lanes> sums{};
        for (std::size_t unit = 0; unit < hidden_units; unit += lanes) {
            for (std::size_t lane = 0; lane < lanes; ++lane)
                sums[lane] += hidden[unit + lane] * net.rows.out[outcome][unit + lane];
        }
        float sum = net.rows.out_bias[outcome];
        for (const float part : sums) sum += part;
        outputs[outcome] = 1 / (1 + std::exp(-sum));
    }
    return outputs;
}

}  // namespace zeitnot::backgammon
