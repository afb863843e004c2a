// Counterfactual regret minimisation: each information set shifts towards the moves with the
// highest regret. The average of its strategies approaches an equilibrium (Zinkevich, Johanson,
// Bowling and Piccione, "Regret minimization in games with incomplete information", NIPS 2007).
//
// This is CFR+: regrets never fall below 0, the seats are updated in turn, and later strategies
// have more weight in the average (Tammelin, "Solving large imperfect information games using
// CFR+", 2014).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "zeitnot/equilibrium/sequence_form.hpp"

namespace zeitnot {

class CfrPlus {
   public:
    // `form` must outlive it.
    explicit CfrPlus(const SequenceForm& form) : form_(form) {
        for (const std::size_t seat : {0U, 1U}) {
            learners_[seat].regrets.resize(form.seat(seat).actions);
            learners_[seat].strategy.resize(form.seat(seat).actions);
            learners_[seat].sums.resize(form.seat(seat).actions + 1U);
            learners_[seat].plan.assign(form.seat(seat).actions + 1U, 1.0);
            match_regrets(seat);
        }
    }

    // Updates the strategy of each seat once.
    void iterate() {
        ++iterations_;
        for (const std::size_t seat : {0U, 1U}) {
            update_regrets(seat);
            match_regrets(seat);
            Learner& learner = learners_[seat];
            const auto weight = static_cast<double>(iterations_);
            for (std::size_t i = 0; i < learner.sums.size(); ++i)
                learner.sums[i] += weight * learner.plan[i];
        }
    }

    [[nodiscard]] std::uint64_t iterations() const { return iterations_; }

    // Writes the average strategy of both seats, which is the result.
    void average(Strategy& strategy) const {
        for (const std::size_t seat : {0U, 1U})
            form_.write_strategy(seat, learners_[seat].sums, strategy);
    }

   private:
    struct Learner {
        std::vector<double> regrets;   // of each action, at least 0
        std::vector<double> strategy;  // the current probability of each action
        Plan plan;                     // of `strategy`
        Plan sums;                     // of the plans so far, weighted
        std::vector<double> gains;     // scratch: of each action
    };

    // Adds to each action's regret how much more it would have gained than the strategy.
    void update_regrets(std::size_t seat) {
        Learner& learner = learners_[seat];
        form_.immediate_gains(seat, learners_[seat ^ 1U].plan, learner.gains);
        const auto& sets = form_.seat(seat).sets;
        for (std::size_t i = sets.size(); i-- > 0;) {
            const auto& set = sets[i];
            double mean = 0;
            for (Index a = set.first; a < set.first + set.count; ++a)
                mean += learner.strategy[a] * learner.gains[a];
            for (Index a = set.first; a < set.first + set.count; ++a)
                learner.regrets[a] = std::max(0.0, learner.regrets[a] + learner.gains[a] - mean);
            learner.gains[set.parent] += mean;
        }
    }

    // Sets the strategy in proportion to the regrets; uniform where all regrets are 0.
    void match_regrets(std::size_t seat) {
        Learner& learner = learners_[seat];
        for (const auto& set : form_.seat(seat).sets) {
            double sum = 0;
            for (Index a = set.first; a < set.first + set.count; ++a) sum += learner.regrets[a];
            const double reach = learner.plan[set.parent];
            for (Index a = set.first; a < set.first + set.count; ++a) {
                learner.strategy[a] = sum > 0 ? learner.regrets[a] / sum : 1.0 / set.count;
                learner.plan[a] = reach * learner.strategy[a];
            }
        }
    }

    const SequenceForm& form_;
    std::array<Learner, 2> learners_;
    std::uint64_t iterations_ = 0;
};

}  // namespace zeitnot
