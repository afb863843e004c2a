// What each seat maximises in max^n: its own value, unless it belongs to an alliance.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "zeitnot/outcome.hpp"

namespace zeitnot {

// The members maximise the sum of their own values or, with `against`, minimise the sum of those
// seats' values. Without members every seat maximises its own value.
struct Alliance {
    std::vector<int> members;
    std::vector<int> against;

    [[nodiscard]] double utility(int seat, const PerSeat<double>& values) const {
        if (std::find(members.begin(), members.end(), seat) == members.end()) return values[seat];
        double sum = 0;
        for (const int other : against.empty() ? members : against) sum += values[other];
        return against.empty() ? sum : -sum;
    }
};

}  // namespace zeitnot
