// What the learner keeps for each decision and bucket, and probabilities from it.
#pragma once

#include <algorithm>

#include "games/holdem/abstraction.hpp"
#include "games/holdem/hand_vector.hpp"

namespace zeitnot::holdem {

inline constexpr std::size_t max_buckets = 256;

// For each decision one row of `choices()` numbers for each bucket of its round.
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

// Probabilities of a decision's choices in each bucket; of choices that it does not have 0.
struct Probabilities {
    std::array<Float4, max_buckets> of;

    // In proportion to the positive ones of the weights; equal if there are none. Tiny ones are
    // left out: products of them are numbers with which processors are slow.
    void match(const float* weights, std::size_t choices, std::size_t buckets) {
        for (std::size_t b = 0; b < buckets; ++b) {
            const float* const row = weights + b * choices;
            Float4 kept{};
            for (std::size_t a = 0; a < choices; ++a) kept[a] = std::max(0.0F, row[a]);
            const float sum = kept[0] + kept[1] + kept[2];
            const float even = 1.0F / static_cast<float>(choices);
            for (std::size_t a = 0; a < choices; ++a) {
                const float probability = sum > 0 ? kept[a] / sum : even;
                kept[a] = probability > 1e-5F ? probability : 0;
            }
            of[b] = kept;
        }
    }
};

}  // namespace zeitnot::holdem
