// Everything that xiangqi's evaluation weighs, as one flat table of numbers for `zeitnot tune`.
//
// Unit: hundredths of a soldier. The values of the pieces and of the squares for chariots, horses,
// cannons and soldiers are a textbook's; the squares are symmetric, so that only files a to e are
// given, from the enemy's end down to one's own.
#pragma once

#include <array>
#include <cstddef>

#include "zeitnot/games/xiangqi_tables.hpp"

namespace zeitnot::xiangqi {

// Where each group of weights begins.
enum Weight : std::size_t {
    value_weights = 0,   // by type
    square_weights = 8,  // soldier, horse, cannon, chariot: ten ranks of five files each
    weight_count = square_weights + 4 * 50,
};

using Weights = std::array<int, weight_count>;

inline constexpr Weights default_weights{
    // clang-format off
    // none, general, adviser, elephant, soldier, horse, cannon, chariot
    0, 0, 200, 200, 100, 420, 450, 1000,
    // soldier
    -30, -30, -30, -20, -20,
      7,   9,  14,  18,  30,
      6,   8,  12,  14,  14,
      5,   7,  10,  12,  12,
      4,   6,   8,  10,  10,
      1,   0,   2,   0,   3,
      1,   0,   1,   0,   1,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
    // horse
      4,   3,   3,   6,   3,
      3,   8,   8,   6,   3,
      7,   8,   8,   8,   8,
      4,   9,   6,   9,   6,
      4,   7,   6,   7,   8,
      0,   3,   6,   4,   4,
      0,   3,   3,   2,   4,
      0,   2,   2,   2,   0,
      0,   0,   0,   1,  10,
      0,   2,   0,   0,   0,
    // cannon
      6,   5,   0,   0,   0,
      1,   1,   0,   1,   0,
      1,   1,   0,   0,   0,
      0,   2,   0,   0,  10,
      0,   0,   0,   0,   9,
      0,   1,   1,   0,   8,
      0,   0,   0,   0,   7,
      1,   0,   1,   2,   6,
      0,   1,   2,   2,   5,
      0,   0,   0,   2,   1,
    // chariot
      8,   9,   8,  10,   9,
      9,   9,   8,  11,  12,
      8,   8,   7,  11,  11,
      7,   8,  10,  11,  11,
      6,   7,   6,  10,  10,
      6,   9,   6,   9,   9,
      5,   6,   5,   8,   8,
      2,   6,   5,   8,   8,
      4,   4,   3,   8,   1,
      1,   4,   2,   7,   7,
    // clang-format on
};

}  // namespace zeitnot::xiangqi
