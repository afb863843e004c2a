// Othello's last twenty-odd squares solved exactly, for the side to move, in discs.
//
// Alpha-beta with null windows; few replies for the enemy first ("fastest first"), odd regions
// first, discs that can no longer be turned as a bound, the table asked for all replies at once
// (Rosenbloom 1982; Buro, "The Othello match of the year", ICCA Journal 20(3), 1997; Schaeffer and
// Plaat, "New advances in alpha-beta searching", 1996). The last squares have code of their own.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "games/othello/kernels.hpp"
#include "games/othello/shapes.hpp"
#include "games/othello/weights.hpp"
#include "zeitnot/fixed_list.hpp"
#include "zeitnot/search/control.hpp"
#include "zeitnot/table.hpp"

namespace zeitnot::othello::plain {
// clang-format off: the second needs the first
#include "games/othello/last.inc"
#include "games/othello/ending.inc"
// clang-format on
}  // namespace zeitnot::othello::plain

#ifdef ZEITNOT_WIDE
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
namespace zeitnot::othello::wide {
// clang-format off: the second needs the first
#include "games/othello/last.inc"
#include "games/othello/ending.inc"
// clang-format on
}  // namespace zeitnot::othello::wide
#pragma GCC pop_options
#else
namespace zeitnot::othello {
namespace wide = plain;
}
#endif
