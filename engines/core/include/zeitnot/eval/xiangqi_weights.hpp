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

// Where each group of weights begins. Types are in the order of Type.
enum Weight : std::size_t {
    values = 0,              // by type
    late_values = 8,         // by type: more when the strong pieces are gone
    square_values = 16,      // soldier, horse, cannon, chariot: ten ranks of five files each
    horse_moves = 216,       // 0 to 8
    cannon_moves = 225,      // 0 to 17
    chariot_moves = 243,     // 0 to 17
    hanging = 261,           // by type: attacked and not protected
    threatened = 269,        // by type: attacked by something cheaper
    palace_attacks = 277,    // a square of the enemy's palace, by soldier, horse, cannon, chariot
    palace_attackers = 281,  // kinds of pieces that attack there, 0 to 4
    open_cannon = 286,       // a cannon in line with the general, nothing between
    aimed_cannon = 287,      // the same with two pieces between
    lost_adviser = 288,      // for each missing one and each enemy horse or chariot
    lost_elephant = 289,     // for each missing one and each enemy cannon or soldier across
    joined_soldiers = 290,   // side by side beyond the river
    two_chariots = 291,      // against at most one
    tempo = 292,
    weight_count = 293,
};

using Weights = std::array<int, weight_count>;

inline constexpr Weights default_weights{
    // clang-format off
    // none, general, adviser, elephant, soldier, horse, cannon, chariot
    0, 0, 200, 200, 100, 420, 450, 1000,
    0, 0,   0,   0,  40,  30, -40,    0,
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
    // moves of a horse
    -40, -24, -12, -4, 2, 7, 11, 14, 16,
    // of a cannon
    -14, -10, -7, -4, -2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    // of a chariot
    -50, -38, -28, -20, -13, -7, -2, 3, 7, 11, 14, 17, 20, 22, 24, 26, 28, 30,
    // hanging
    0, 0, 10, 10, 5, 26, 28, 40,
    // threatened
    0, 0, 0, 0, 0, 20, 20, 40,
    // attacks on the palace
    7, 6, 4, 5,
    0, 4, 18, 42, 70,
    // cannons that look at the general
    70, 12,
    // guards that are missing
    10, 9,
    // soldiers, chariots, the move
    10, 20, 12,
    // clang-format on
};

}  // namespace zeitnot::xiangqi
