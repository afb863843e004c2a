// All weights of the evaluation of checkers, as one flat array for `zeitnot tune`.
//
// Unit: hundredths of a man. Fitted to self-play games by Texel's method (docs/why/checkers.md).
#pragma once

#include <array>
#include <cstddef>

namespace zeitnot::checkers {

// Where each group of weights begins. Squares and rows are counted from one's own side; a man is
// never on the last row.
enum Weight : std::size_t {
    man_value = 0,     // opening, ending
    king_value = 2,    // opening, ending
    man_at = 4,        // by square, 1 to 32 as its seat counts: opening, then ending
    king_at = 68,      // the same of a king
    back_row = 132,    // by the set of men on the back row, while there are enemy men
    king_moves = 148,  // safe steps of a king, 0 to 4
    runaway = 153,     // a man that no enemy can stop, by rows to go, 1 to 5
    dog_hole = 158,    // a man trapped next to the enemy's corner
    supported = 159,   // a man with an own man directly behind it: opening, ending
    exposed = 161,     // a man with an empty square behind it and an enemy in front
    free_steps = 162,  // a step of a man that no enemy can punish: opening, ending
    the_move = 164,    // for the side with the opposition: opening, ending
    ahead = 166,       // per piece of lead, by exchanged pieces
    tempo = 167,
    crowned = 168,  // kings while the enemy has none: opening, ending
    weight_count = 170,
};

using Weights = std::array<int, weight_count>;

inline constexpr Weights default_weights{
    // clang-format off
    200, 257,
    254, 263,
    58, 78, 75, 64, 53, 58, 66, 18,
    -2, 33, 16, 22, 17, -13, 5, -29,
    -15, -10, -16, 1, 43, 9, 13, 2,
    27, 27, 20, 47, 0, 0, 0, 0,
    56, 50, 74, 59, 38, 36, 44, 17,
    30, 25, 25, 43, 47, 26, 29, 27,
    32, 36, 30, 35, 38, 24, 45, 15,
    44, 44, 38, 50, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 19, 17, 0, 0, 19, 19, 2,
    2, 23, 21, 0, 0, 24, 21, -2,
    4, 2, 3, -2, -4, 9, 3, 3,
    6, -5, -7, -6, 1, 4, -1, -8,
    3, 0, 13, 2, 0, 0, 3, -4,
    9, -2, 4, 10, 8, -6, 9, 7,
    2, -9, 6, -3, -5, -2, -6, -3,
    7, -24, 6, 44, 17, 31, 40, 68,
    -29, -21, 2, 24, -13, -6, 18, 27,
    31, 44, 51, 52, 50,
    -19, 11, 16, 21, 14,
    -58,
    23, 3,
    -4,
    19, 12,
    2, 8,
    -31,
    1,
    24, 25,
    // clang-format on
};

}  // namespace zeitnot::checkers
