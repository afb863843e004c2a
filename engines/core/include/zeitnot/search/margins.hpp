// The numbers of the selective heuristics, in one place. Depths are plies; margins are hundredths
// of the evaluation's `pawn`, the worth of the smallest piece.
//
// They were tuned by matches against earlier versions; docs/measurements/search.md says how much
// each heuristic saves.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "zeitnot/search/score.hpp"

namespace zeitnot::margins {

inline constexpr int null_from = 3, null_base = 3, null_share = 4, null_step = 200;
inline constexpr int verify_from = 12;        // from this depth on a null move's cutoff is verified
inline constexpr std::size_t null_moves = 8;  // no null move with so few moves: danger of zugzwang
inline constexpr int reverse_until = 7, reverse_step = 80;
inline constexpr int razor_until = 2, razor_step = 280;
inline constexpr int futility_until = 6, futility_base = 90, futility_step = 90;
inline constexpr int late_until = 6, late_base = 7;
// What a quiet move may lose grows with the square of the depth, what a capture may with the depth.
inline constexpr int exchange_until = 6, exchange_quiet_step = 25, exchange_capture_step = 90;
inline constexpr int delta = 180;
inline constexpr int internal_from = 4;
inline constexpr int reduce_from = 3, reduce_after = 2;
inline constexpr int singular_from = 9, singular_step = 2;
inline constexpr int still_until = 8, still_step = 40, still_within = 8;

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
