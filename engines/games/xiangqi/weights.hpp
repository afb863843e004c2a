// All weights of xiangqi's evaluation, as one flat array for `zeitnot tune`.
//
// Unit: hundredths of the initial value of a soldier. Texel's method fitted textbook values and
// estimates (docs/why/evaluations.md). The tables of squares for chariots, horses, cannons and
// soldiers are symmetric, so they list only files a to e, from the enemy's end down to one's own.
#pragma once

#include <array>
#include <cstddef>

#include "games/xiangqi/tables.hpp"

namespace zeitnot::xiangqi {

// Where each group of weights begins. Types are in the order of Type.
enum Weight : std::size_t {
    values = 0,              // by type
    late_values = 8,         // by type: added as the strong pieces are exchanged
    square_values = 16,      // soldier, horse, cannon, chariot: ten ranks of five files each
    horse_moves = 216,       // 0 to 8
    cannon_moves = 225,      // 0 to 17
    chariot_moves = 243,     // 0 to 17
    hanging = 261,           // by type: attacked and not protected
    threatened = 269,        // by type: attacked by a less valuable piece
    palace_attacks = 277,    // for each palace square, by soldier, horse, cannon, chariot
    palace_attackers = 281,  // kinds of pieces that attack there, 0 to 4
    open_cannon = 286,       // a cannon in line with the general, nothing between
    aimed_cannon = 287,      // the same with two pieces between
    lost_adviser = 288,      // for each missing one, and each enemy horse, twice for a chariot
    lost_elephant = 289,     // for each missing one, and each enemy soldier, twice for a cannon
    joined_soldiers = 290,   // side by side beyond the river
    two_chariots = 291,      // against at most one
    tempo = 292,
    weight_count = 293,
};

using Weights = std::array<int, weight_count>;

inline constexpr Weights default_weights{
    // clang-format off
    // none, general, adviser, elephant, soldier, horse, cannon, chariot
    0, 0, 124, 127,  98, 415, 457, 1075,
    0, 0,   0,   0,  49,  51, -38,   44,
    // soldier
    -29, -29, -32, -30, -27,
      6,   7,   8,  13,  37,
      4,   8,  15,  20,  19,
     11,  16,  19,  13,  15,
      3,  11,  20,  19,  17,
     -3,   0,   6,   0,   0,
    -16,   0, -25,   0,  -2,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
    // horse
      5,   4,   7,   9,   3,
      4,   4,  19,   8,   4,
      9,  11,  16,  10,  10,
      8,  18,  -3,  15,   9,
      4,  11,   7,  14,   3,
      3,   7,  14,   8,   8,
      1,  -2,   2,   2,   9,
     12,   5,   0,   2,  -1,
     -7,  -3, -10, -13, -18,
      1, -26,  -3,  -5,   0,
    // cannon
      8,   0,  -4,  -4,  -2,
     -4,  -3,  -7,  -2,   0,
      4,  -7,   1,   0,  -1,
      0,  -7,  -2,  -4,  12,
      4,  -3,  -1,   1,  27,
      5,  -4,   3,   1,  14,
      3,  -7,  -2,  -2,   6,
      9,  -3,   4,   7,  21,
      4,   3,   3,   3,   7,
      0,  -4,  -1,   9,   1,
    // chariot
      5,  12,  11,  10,  11,
      5,  12,   9,  14,  12,
      9,   7,   7,  11,  12,
      8,  12,  22,   9,  15,
      5,  12,  11,  16,  13,
      9,  12,  12,  13,  12,
     10,  10,   8,   9,  10,
     -6,   9,   1,  10,   7,
     -7,   8,   2,  10,   2,
    -18,  18,  10,  14,   7,
    // moves of a horse
    -43, -29, -22, -12, -3, 13, 23, 20, 18,
    // of a cannon
    -14, -12, -10, -2, -3, 4, 2, 2, 1, 4, 8, 7, 10, 8, 8,  9, 10, 16,
    // of a chariot
    -49, -43, -34, -35, -10,  1,  3, 9, 15, 16, 19, 25, 32, 33, 33, 34, 29, 42,
    // hanging
    0, 13, 13, 16, 13, 28, 44, 33,
    // threatened
    0, 0, 0, 0, 0, 21, 20, 36,
    // attacks on the palace
   19, 28, 4, 12,
    0, -11, 27, 48, 70,
    // cannons in line with the general
    71, 26,
    // missing advisers, elephants
    20, 12,
    // soldiers, chariots, the move
    15, 48, 10,
    // clang-format on
};

}  // namespace zeitnot::xiangqi
