// The parameters of the selective heuristics. Depths are plies; margins are hundredths of the
// evaluation's `pawn`, the value of the weakest piece.
//
// They were tuned by matches against earlier versions; docs/measurements/search.md shows how much
// each heuristic saves.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "zeitnot/search/score.hpp"

namespace zeitnot::margins {

inline constexpr int null_min_depth = 3, null_base = 3, null_depth_divisor = 4, null_step = 200;
inline constexpr int null_verify_min_depth = 12;  // cutoffs are verified from this depth
inline constexpr std::size_t null_min_moves = 8;  // with fewer moves zugzwang is likely
inline constexpr int reverse_max_depth = 7, reverse_step = 80;
inline constexpr int razor_max_depth = 2, razor_step = 280;
inline constexpr int futility_max_depth = 6, futility_base = 90, futility_step = 90;
inline constexpr int late_max_depth = 6, late_base_moves = 7;
// The material that a quiet move may lose grows with the square of the depth, that of a capture
// linearly.
inline constexpr int exchange_max_depth = 6, exchange_quiet_step = 25, exchange_capture_step = 90;
inline constexpr int delta = 180;
inline constexpr int internal_min_depth = 4;
inline constexpr int reduction_min_depth = 3, reduction_min_moves = 2;
inline constexpr int singular_min_depth = 9, singular_step = 2;
inline constexpr int stable_max_depth = 8, stable_margin = 40, stable_tolerance = 8;

// [depth][n]: the reduction of the n-th move, in plies.
inline const std::array<std::array<std::int8_t, 64>, 64> reductions = [] {
    std::array<std::array<std::int8_t, 64>, 64> table{};
    for (std::size_t depth = 1; depth < 64; ++depth) {
        for (std::size_t n = 1; n < 64; ++n) {
            const double product =
                std::log(static_cast<double>(depth)) * std::log(static_cast<double>(n));
            table[depth][n] = static_cast<std::int8_t>(0.6 + product / 2.2);
        }
    }
    return table;
}();

inline int reduction(int depth, std::size_t n) {
    return reductions[static_cast<std::size_t>(std::clamp(depth, 0, 63))]
                     [std::min<std::size_t>(n, 63)];
}

}  // namespace zeitnot::margins
