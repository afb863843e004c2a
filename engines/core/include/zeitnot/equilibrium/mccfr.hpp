// Regret minimisation by sampling: an iteration follows one deal and one line of the other seat,
// but all moves of the learning seat, so it visits a small part of the tree (external sampling;
// Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for regret minimization in extensive
// games", NIPS 2009).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "zeitnot/equilibrium/game_tree.hpp"

namespace zeitnot {

class Mccfr {
   public:
    // `tree` must outlive it.
    Mccfr(const GameTree& tree, std::uint64_t seed)
        : tree_(tree), random_(seed), regrets_(tree.actions.size()), sums_(tree.actions.size()) {}

    // Runs one sample for each seat.
    void iterate() {
        ++iterations_;
        for (const int seat : {0, 1}) walk(0, seat);
    }

    [[nodiscard]] std::uint64_t iterations() const { return iterations_; }

    // Writes the average strategy, which is the result.
    void average(Strategy& strategy) const {
        for (const InformationSet& set : tree_.sets)
            normalise(set, sums_.data() + set.first, strategy.data() + set.first);
    }

   private:
    // Sets probabilities in proportion to the positive weights; uniform if there are none.
    static void normalise(const InformationSet& set, const double* weights, double* result) {
        double sum = 0;
        for (Index i = 0; i < set.count; ++i) sum += std::max(0.0, weights[i]);
        for (Index i = 0; i < set.count; ++i)
            result[i] = sum > 0 ? std::max(0.0, weights[i]) / sum : 1.0 / set.count;
    }

    // The sampled gain of `seat` from here.
    double walk(Index at, int seat) {
        const TreeNode& node = tree_.nodes[at];
        if (node.count == 0) return seat == 0 ? node.gain : -node.gain;
        if (node.set == no_index) {
            return walk(
                node.first +
                    sample_index(node.count,
                                 [&](Index i) { return tree_.nodes[node.first + i].probability; }),
                seat);
        }
        const InformationSet& set = tree_.sets[node.set];
        std::vector<double> strategy(set.count);
        normalise(set, regrets_.data() + set.first, strategy.data());
        if (set.seat == seat) return learn(node, set, strategy, seat);
        for (Index i = 0; i < set.count; ++i) sums_[set.first + i] += strategy[i];
        return walk(node.first + sample_index(node.count, [&](Index i) { return strategy[i]; }),
                    seat);
    }

    double learn(const TreeNode& node, const InformationSet& set,
                 const std::vector<double>& strategy, int seat) {
        std::vector<double> gains(set.count);
        double mean = 0;
        for (Index i = 0; i < set.count; ++i) {
            gains[i] = walk(node.first + i, seat);
            mean += strategy[i] * gains[i];
        }
        for (Index i = 0; i < set.count; ++i) regrets_[set.first + i] += gains[i] - mean;
        return mean;
    }

    // A random number below `count` with the given probabilities.
    template <class Probability>
    Index sample_index(Index count, Probability&& probability) {
        double left = std::uniform_real_distribution<double>()(random_);
        for (Index i = 0; i + 1 < count; ++i) {
            left -= probability(i);
            if (left < 0) return i;
        }
        return count - 1;
    }

    const GameTree& tree_;
    std::mt19937_64 random_;
    std::vector<double> regrets_;
    std::vector<double> sums_;
    std::uint64_t iterations_ = 0;
};

}  // namespace zeitnot
