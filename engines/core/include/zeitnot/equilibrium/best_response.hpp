// Exact values of strategies, best responses to them, and exploitability: how much a player of the
// strategy loses against a best response to it, averaged over both seats. It is 0 for an
// equilibrium (Johanson, Waugh, Bowling and Zinkevich, "Accelerating best response calculation in
// large extensive games", IJCAI 2011).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "zeitnot/equilibrium/sequence_form.hpp"

namespace zeitnot {

// The values of a seat's actions and information sets, times the probability that chance and the
// other seat lead there.
struct CounterfactualValues {
    std::vector<double> actions;  // the last one is the value of the entire game
    std::vector<double> sets;
};

// The values for a seat if `choose(set, gains)` gives the value of a set from those of its actions.
template <class Choose>
CounterfactualValues counterfactual_values(const SequenceForm& form, std::size_t seat,
                                           const Plan& other, Choose&& choose) {
    CounterfactualValues values;
    form.immediate_gains(seat, other, values.actions);
    const auto& sets = form.seat(seat).sets;
    values.sets.resize(sets.size());
    for (std::size_t i = sets.size(); i-- > 0;) {
        values.sets[i] = choose(sets[i], values.actions.data() + sets[i].first);
        values.actions[sets[i].parent] += values.sets[i];
    }
    return values;
}

// The seat's values if both seats follow the strategy.
inline CounterfactualValues values_of(const SequenceForm& form, std::size_t seat,
                                      const Strategy& strategy) {
    const Plan other = form.plan(seat ^ 1U, strategy);
    return counterfactual_values(form, seat, other, [&](const SeatForm::Set& set, const double* v) {
        double sum = 0;
        for (Index i = 0; i < set.count; ++i) sum += strategy[set.tree_action + i] * v[i];
        return sum;
    });
}

// The seat's values if it plays a best response to the other seat's strategy.
inline CounterfactualValues best_response(const SequenceForm& form, std::size_t seat,
                                          const Strategy& strategy) {
    const Plan other = form.plan(seat ^ 1U, strategy);
    return counterfactual_values(form, seat, other, [](const SeatForm::Set& set, const double* v) {
        return *std::max_element(v, v + set.count);
    });
}

// The value for seat 0 if both seats follow the strategy.
inline double game_value(const SequenceForm& form, const Strategy& strategy) {
    return values_of(form, 0, strategy).actions.back();
}

// The value of a best response for each seat.
inline std::array<double, 2> best_response_values(const SequenceForm& form,
                                                  const Strategy& strategy) {
    return {best_response(form, 0, strategy).actions.back(),
            best_response(form, 1, strategy).actions.back()};
}

inline double exploitability(const SequenceForm& form, const Strategy& strategy) {
    const auto [first, second] = best_response_values(form, strategy);
    return (first + second) / 2;
}

// The probability that chance and the other seat lead to each set of this seat.
inline std::vector<double> reach_of_sets(const SequenceForm& form, std::size_t seat,
                                         const Strategy& strategy) {
    const Plan other = form.plan(seat ^ 1U, strategy);
    std::vector<double> reach(form.seat(seat).sets.size());
    for (std::size_t i = 0; i < reach.size(); ++i)
        reach[i] = form.seat(seat).reach.row_product(i, other);
    return reach;
}

}  // namespace zeitnot
