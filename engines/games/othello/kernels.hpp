// Othello's inner loops, compiled twice: for every processor, and for processors with 256-bit
// registers; chosen at run time.
//
// The included source is the same for both; the board operations and the allowed instructions
// differ. On other architectures only `plain` exists.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "games/othello/board.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define ZEITNOT_WIDE 1
#endif

namespace zeitnot::othello::plain {
#include "games/othello/paths.inc"
}  // namespace zeitnot::othello::plain

#ifdef ZEITNOT_WIDE
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
namespace zeitnot::othello::wide {
// clang-format off: the order of the includes matters
#include "games/othello/wide.inc"
#include "games/othello/paths.inc"
// clang-format on
}  // namespace zeitnot::othello::wide
#pragma GCC pop_options
#endif

namespace zeitnot::othello {

inline bool has_wide_registers() {
#ifdef ZEITNOT_WIDE
    static const bool is_supported =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
        __builtin_cpu_supports("popcnt");
    return is_supported;
#else
    return false;
#endif
}

// The leaves of perft: see Othello::paths. `squares`: all of the board.
inline std::uint64_t count_paths(Board own, Board enemy, Board squares, int depth) {
#ifdef ZEITNOT_WIDE
    if (has_wide_registers()) return wide::paths(own, enemy, squares, depth);
#endif
    return plain::paths(own, enemy, squares, depth);
}

}  // namespace zeitnot::othello
