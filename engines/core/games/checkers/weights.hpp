// All weights of the evaluation of checkers, as one flat array for `zeitnot tune`.
//
// Unit: hundredths of a man. Fitted to own games by Texel's method (docs/why/checkers.md).
#pragma once

#include <array>
#include <cstddef>

namespace zeitnot::checkers {

// Where each group of weights begins. Rows are counted from one's own side, 0 to 7.
enum Weight : std::size_t {
    man_worth = 0,        // opening, ending
    king_worth = 2,       // opening, ending
    advance = 4,          // a man, by row 0 to 6: opening, then ending
    back_row = 18,        // by the set of men on one's back row, while there are enemy men
    man_in_centre = 34,   // opening, ending
    king_in_centre = 36,  // opening, ending
    man_on_edge = 38,     // opening, ending
    king_moves = 40,      // safe steps of a king, 0 to 4
    runaway = 45,         // a man that nobody can stop, by rows to go, 1 to 5
    dog_hole = 50,        // a man that is shut in next to the enemy's corner
    supported = 51,       // a man with a man of one's own right behind it: opening, ending
    exposed = 53,         // a man with an empty square behind it, an enemy before it
    free_steps = 54,      // a step of a man that no enemy can punish: opening, ending
    the_move = 56,        // the opposition, for who has it: opening, ending
    ahead = 58,           // for each man more, by pieces exchanged
    tempo = 59,
    weight_count = 60,
};

using Weights = std::array<int, weight_count>;

inline constexpr Weights default_weights{
    // clang-format off
    139, 227,
    205, 254,
    45, 25, -3, 0, -6, 9, 19, 27, 20, 28, 31, 35, 28, 51,
    -5, -14, 11, 42, 13, 21, 27, 39, -10, -10, -2, 15, -11, -6, 7, 13,
    12, 6,
    17, 1,
    22, 14,
    18, 34, 42, 42, 34,
    7, 21, 24, 19, 14,
    -39,
    5, 7,
    -4,
    2, 14,
    -12, 6,
    -26,
    -1,
    // clang-format on
};

}  // namespace zeitnot::checkers
