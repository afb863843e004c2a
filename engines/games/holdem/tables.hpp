// The learner's regrets and strategy sums for each decision and bucket, and regret matching.
#pragma once

#include <algorithm>

#include "games/holdem/abstraction.hpp"
#include "games/holdem/hand_vector.hpp"

namespace zeitnot::holdem {

inline constexpr std::size_t max_buckets = 256;

// For each decision and each bucket of its round, one row of `choices()` numbers.
struct Tables {
    Tables(const BettingTree& tree, const Abstraction& abstraction) {
        std::size_t size = 0;
        for (std::size_t node = 0; node < tree.size(); ++node) {
            offsets.push_back(size);
            if (tree[node].kind == BettingNode::Kind::decision)
                size += tree[node].choices() * abstraction.buckets(tree[node].round);
        }
        regrets.resize(size);
        sums.resize(size);
    }

    [[nodiscard]] std::size_t offset(std::size_t node) const { return offsets[node]; }

    std::vector<std::size_t> offsets;  // of each node
    std::vector<float> regrets;
    std::vector<float> sums;  // of strategies, weighted
};

// The probabilities of a decision's choices in each bucket; 0 for missing choices.
struct Probabilities {
    std::array<Float4, max_buckets> of;

    // Regret matching: proportional to positive regrets, uniform if there are none. Tiny
    // probabilities become 0, because their products are slow denormal numbers.
    void match(const float* regrets, std::size_t choices, std::size_t buckets) {
        for (std::size_t b = 0; b < buckets; ++b) {
            const float* const row = regrets + b * choices;
            Float4 remaining{};
            for (std::size_t a = 0; a < choices; ++a) remaining[a] = std::max(0.0F, row[a]);
            const float sum = remaining[0] + remaining[1] + remaining[2];
            const float even = 1.0F / static_cast<float>(choices);
            for (std::size_t a = 0; a < choices; ++a) {
                const float probability = sum > 0 ? remaining[a] / sum : even;
                remaining[a] = probability > 1e-5F ? probability : 0;
            }
            of[b] = remaining;
        }
    }
};

}  // namespace zeitnot::holdem
