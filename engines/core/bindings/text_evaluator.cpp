#include "text_evaluator.hpp"

#include <algorithm>
#include <stdexcept>

namespace zeitnot {

void copy_estimate(const TextEstimate& estimate, std::span<float> policy, PerSeat<double>& value) {
    if (estimate.policy.size() != policy.size())
        throw std::invalid_argument("A policy must have a probability for each move.");
    const auto is_probability = [](float p) { return p >= 0 && p <= 1; };
    if (!std::ranges::all_of(estimate.policy, is_probability))
        throw std::invalid_argument("A policy's probabilities must be from 0 to 1.");
    if (estimate.value.size() < 2 || estimate.value.size() > max_seats)
        throw std::invalid_argument("A value must have a score for each seat.");
    std::copy(estimate.policy.begin(), estimate.policy.end(), policy.begin());
    value = PerSeat<double>::all(static_cast<int>(estimate.value.size()), 0);
    for (int seat = 0; seat < value.size(); ++seat) {
        const double score = estimate.value[static_cast<std::size_t>(seat)];
        if (!(score >= 0 && score <= 1))
            throw std::invalid_argument("A value's scores must be from 0 to 1.");
        value[seat] = score;
    }
}

}  // namespace zeitnot
