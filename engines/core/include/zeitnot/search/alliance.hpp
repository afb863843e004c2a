// What each seat wants in max^n: its own entry of the values, unless it belongs to an alliance.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "zeitnot/outcome.hpp"

namespace zeitnot {

// The members want the greatest sum of their own entries or, with `against`, the least sum of those
// seats' entries. Without members every seat wants its own.
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
