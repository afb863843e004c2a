// How well made points block a checker behind them: the number of the 36 rolls with which it
// escapes, that is, passes the last of them.
//
// A block is a set of the twelve points in front of the checker, bit d - 1 for the point at
// distance d. It ends with the farthest made point within distance seven, since beyond it a gap of
// six points lets every roll through (Berliner's "block strength", Artificial Intelligence 14,
// 1980).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace zeitnot::backgammon {

inline constexpr int block_points = 12;

// For each block, the number of the 36 rolls with which a checker escapes.
inline const std::array<std::uint8_t, 1 << block_points>& escapes_table() {
    static const auto table = [] {
        std::array<std::uint8_t, 1 << block_points> all{};
        for (unsigned block = 0; block < all.size(); ++block) {
            const auto is_free = [block](int distance) {
                return distance > block_points || (block >> (distance - 1) & 1) == 0;
            };
            int last = 7;
            while (last > 0 && is_free(last)) --last;
            int sum = 0;
            for (int a = 1; a <= 6; ++a) {
                int steps = 0;
                while (steps < 4 && is_free((steps + 1) * a)) ++steps;
                sum += steps * a > last;
                for (int b = 1; b < a; ++b) {
                    int reached = 0;
                    if (is_free(a)) reached = a;
                    if (is_free(b)) reached = std::max(reached, b);
                    if (reached > 0 && is_free(a + b)) reached = a + b;
                    sum += reached > last ? 2 : 0;
                }
            }
            all[block] = static_cast<std::uint8_t>(sum);
        }
        return all;
    }();
    return table;
}

// For a checker on `point` (25: the bar). `made`: the opponent's made points, as the opponent
// counts.
inline int escapes(std::uint32_t made, int point) {
    return escapes_table()[made >> (26 - point) & ((1U << block_points) - 1)];
}

}  // namespace zeitnot::backgammon
