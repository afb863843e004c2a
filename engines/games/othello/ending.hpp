// Solves Othello's last twenty-odd squares exactly, for the side to move, in discs.
//
// Alpha-beta with null windows; moves that leave the enemy few replies first ("fastest first"),
// moves in odd quadrants first, stable discs as a bound, enhanced transposition cutoffs (Rosenbloom
// 1982; Buro, "The Othello match of the year", ICCA Journal 20(3), 1997; Schaeffer and Plaat, "New
// advances in alpha-beta searching", 1996). The last squares have specialised code.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "games/othello/kernels.hpp"
#include "games/othello/stability.hpp"
#include "games/othello/weights.hpp"
#include "zeitnot/fixed_list.hpp"
#include "zeitnot/search/control.hpp"
#include "zeitnot/table.hpp"

namespace zeitnot::othello::portable {
// clang-format off: the order of the includes matters
#include "games/othello/last_squares.inc"
#include "games/othello/ending.inc"
// clang-format on
}  // namespace zeitnot::othello::portable

#ifdef ZEITNOT_AVX2
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
namespace zeitnot::othello::avx2 {
// clang-format off: the order of the includes matters
#include "games/othello/last_squares.inc"
#include "games/othello/ending.inc"
// clang-format on
}  // namespace zeitnot::othello::avx2
#pragma GCC pop_options
#else
namespace zeitnot::othello {
namespace avx2 = portable;
}
#endif
