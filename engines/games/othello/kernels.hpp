// Othello's inner loops, compiled twice: `portable` for every processor, and `avx2` for x86-64
// processors with AVX2. Chosen at run time.
//
// Both versions include the same source. Their board operations and the instructions that the
// compiler may use differ.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "games/othello/board.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define ZEITNOT_AVX2 1
#endif

namespace zeitnot::othello::portable {
#include "games/othello/paths.inc"
}  // namespace zeitnot::othello::portable

#ifdef ZEITNOT_AVX2
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
namespace zeitnot::othello::avx2 {
// clang-format off: the order of the includes matters
#include "games/othello/avx2.inc"
#include "games/othello/paths.inc"
// clang-format on
}  // namespace zeitnot::othello::avx2
#pragma GCC pop_options
#endif

namespace zeitnot::othello {

inline bool has_avx2() {
#ifdef ZEITNOT_AVX2
    static const bool is_supported =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
        __builtin_cpu_supports("popcnt");
    return is_supported;
#else
    return false;
#endif
}

// Counts the leaves of perft: see Othello::paths. `squares`: all squares of the board.
inline std::uint64_t count_paths(Board own, Board enemy, Board squares, int depth) {
#ifdef ZEITNOT_AVX2
    if (has_avx2()) return avx2::paths(own, enemy, squares, depth);
#endif
    return portable::paths(own, enemy, squares, depth);
}

}  // namespace zeitnot::othello
