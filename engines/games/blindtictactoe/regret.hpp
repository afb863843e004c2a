// Counterfactual regret minimisation on the public tree: predictive CFR+ (Tammelin, "Solving large
// imperfect information games using CFR+", 2014; Farina, Kroer and Sandholm, "Faster game solving
// via predictive Blackwell approachability", 2021), which predicts that regrets repeat, with
// averages weighted by the square of the iteration.
//
// Seats forget the order of their own tries, so convergence to an equilibrium is not guaranteed.
// BestResponse, with perfect recall, measures the distance.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "games/blindtictactoe/public_tree.hpp"

namespace zeitnot::blindtictactoe {

class RegretMinimiser {
   public:
    explicit RegretMinimiser(const PublicTree& tree)
        : tree_(&tree),
          regrets_(tree.choices()),
          last_regrets_(tree.choices()),
          sums_(tree.choices()),
          strategy_(tree.choices()),
          own_(tree.joints().size()),
          other_(tree.joints().size()),
          values_(tree.joints().size()) {
        for (const auto& set : tree.sets()) match(set);
    }

    // Updates the strategy of each seat once.
    void iterate() {
        ++iteration_;
        for (const int seat : {0, 1}) {
            reach(seat);
            learn(seat);
        }
    }

    [[nodiscard]] std::uint64_t iterations() const { return iteration_; }

    // The probability of each choice in the average strategy; in sets that it never reaches, in the
    // current one.
    [[nodiscard]] std::vector<float> average() const {
        std::vector<float> average(tree_->choices());
        for (const auto& [first, choices, seat] : tree_->sets()) {
            double sum = 0;
            for (std::uint32_t i = first; i < first + choices; ++i) sum += sums_[i];
            for (std::uint32_t i = first; i < first + choices; ++i)
                average[i] = static_cast<float>(sum > 0 ? sums_[i] / sum : strategy_[i]);
        }
        return average;
    }

    // The probability of each choice in the next iteration.
    [[nodiscard]] std::span<const double> current() const { return strategy_; }

    // The state for `restore`: the number of iterations, regrets, last regrets, and strategy sums.
    [[nodiscard]] std::vector<double> state() const {
        std::vector<double> numbers{static_cast<double>(iteration_)};
        for (const auto* part : {&regrets_, &last_regrets_, &sums_})
            numbers.insert(numbers.end(), part->begin(), part->end());
        return numbers;
    }
    // Returns false and changes nothing if the numbers are not a valid state.
    bool restore(const std::vector<double>& numbers) {
        if (numbers.size() != 1 + 3 * regrets_.size()) return false;
        if (!std::ranges::all_of(numbers, [](double one) { return std::isfinite(one); }) ||
            numbers[0] < 0)
            return false;
        iteration_ = static_cast<std::uint64_t>(numbers[0]);
        auto from = numbers.begin() + 1;
        for (auto* part : {&regrets_, &last_regrets_, &sums_}) {
            std::copy_n(from, part->size(), part->begin());
            from += static_cast<std::ptrdiff_t>(part->size());
        }
        for (const auto& set : tree_->sets()) match(set);
        return true;
    }

   private:
    // Regret matching on the regrets and the prediction.
    void match(const PublicTree::InformationSet& set) {
        double sum = 0;
        const auto weight = [&](std::uint32_t i) {
            return std::max(0.0, regrets_[i] + last_regrets_[i]);
        };
        for (std::uint32_t i = set.first; i < set.first + set.choices; ++i) sum += weight(i);
        for (std::uint32_t i = set.first; i < set.first + set.choices; ++i)
            strategy_[i] = sum > 0 ? weight(i) / sum : 1.0 / set.choices;
    }

    // Computes the reach probabilities of each joint state for `seat` and for the other seat. Cells
    // of one choice are equally likely.
    void reach(int seat) {
        std::fill(own_.begin(), own_.end(), 0);
        std::fill(other_.begin(), other_.end(), 0);
        own_[0] = other_[0] = 1;
        for (const auto& node : tree_->nodes()) {
            const bool is_own = node.mover == seat;
            std::vector<double>& moving = is_own ? own_ : other_;
            std::vector<double>& waiting = is_own ? other_ : own_;
            for (std::uint32_t j = node.first_joint; j < node.first_joint + node.joints; ++j) {
                const auto& joint = tree_->joints()[j];
                for (std::uint32_t e = joint.first_edge; e < joint.first_edge + joint.edges; ++e) {
                    const auto& edge = tree_->edges()[e];
                    if (edge.next == PublicTree::Edge::none) continue;
                    moving[edge.next] +=
                        moving[j] * strategy_[joint.first_choice + edge.choice] * edge.share;
                    waiting[edge.next] += waiting[j] * edge.share;
                }
            }
        }
    }

    // Computes values bottom-up, and the seat's regrets and next strategy.
    void learn(int seat) {
        for (const auto& set : tree_->sets())
            if (set.seat == seat) std::fill_n(last_regrets_.begin() + set.first, set.choices, 0.0);
        const auto& nodes = tree_->nodes();
        for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
            for (std::uint32_t j = node->first_joint; j < node->first_joint + node->joints; ++j)
                learn(tree_->joints()[j], j, seat, node->mover == seat);
        for (const auto& set : tree_->sets()) {
            if (set.seat != seat) continue;
            for (std::uint32_t i = set.first; i < set.first + set.choices; ++i)
                regrets_[i] = std::max(0.0, regrets_[i] + last_regrets_[i]);
            match(set);
        }
    }

    void learn(const PublicTree::Joint& joint, std::uint32_t number, int seat, bool is_own) {
        const double sign = seat == 0 ? 1 : -1;
        const double weight = static_cast<double>(iteration_) * static_cast<double>(iteration_);
        std::array<double, cell_count> gains{};
        for (std::uint32_t e = joint.first_edge; e < joint.first_edge + joint.edges; ++e) {
            const auto& edge = tree_->edges()[e];
            gains[edge.choice] +=
                edge.share *
                (edge.next == PublicTree::Edge::none ? sign * edge.gain : values_[edge.next]);
        }
        double mean = 0;
        for (std::uint32_t i = 0; i < joint.choices; ++i)
            mean += strategy_[joint.first_choice + i] * gains[i];
        values_[number] = mean;
        if (!is_own) return;
        for (std::uint32_t i = 0; i < joint.choices; ++i) {
            const std::uint32_t at = joint.first_choice + i;
            last_regrets_[at] += other_[number] * (gains[i] - mean);
            sums_[at] += weight * own_[number] * strategy_[at];
        }
    }

    const PublicTree* tree_;
    // By choice; `last_regrets_`: those of the last iteration.
    std::vector<double> regrets_, last_regrets_, sums_, strategy_;
    // By joint state: the reach of the seat that learns and of the other, and the values for it.
    std::vector<double> own_, other_, values_;
    std::uint64_t iteration_ = 0;
};

}  // namespace zeitnot::blindtictactoe
