// How well points that are held in front of a checker hold it: the throws of 36 that bring it past
// the last of them.
//
// "In front" are the next twelve points, bit d - 1 for the one d points on; the block ends with the
// farthest point held among the next seven, since a gap of six more lets every throw through
// (Berliner's "block strength", Artificial Intelligence 14, 1980).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace zeitnot::backgammon {

// For each set of points held, how many of the 36 throws get past it.
inline const std::array<std::uint8_t, 4096>& escapes_table() {
    static const auto table = [] {
        std::array<std::uint8_t, 4096> all{};
        for (unsigned held = 0; held < all.size(); ++held) {
            const auto is_free = [held](int far) {
                return far > 12 || (held >> (far - 1) & 1) == 0;
            };
            int last = 7;
            while (last > 0 && is_free(last)) --last;
            int sum = 0;
            for (int a = 1; a <= 6; ++a) {
                int steps = 0;
                while (steps < 4 && is_free((steps + 1) * a)) ++steps;
                sum += steps * a > last;
                for (int b = 1; b < a; ++b) {
                    int far = 0;
                    if (is_free(a)) far = a;
                    if (is_free(b)) far = std::max(far, b);
                    if (far > 0 && is_free(a + b)) far = a + b;
                    sum += far > last ? 2 : 0;
                }
            }
            all[held] = static_cast<std::uint8_t>(sum);
        }
        return all;
    }();
    return table;
}

// For a checker on `point` (25: the bar); `held` are the other's points, as the other counts.
inline int escapes(std::uint32_t held, int point) {
    return escapes_table()[held >> (26 - point) & 0xFFF];
}

}  // namespace zeitnot::backgammon
