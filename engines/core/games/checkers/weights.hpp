// All weights of the evaluation of checkers, as one flat array for `zeitnot tune`.
//
// Unit: hundredths of a man. The first values are estimates; Texel's method fitted them to own
// games (docs/why/checkers.md).
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
    100, 110,
    140, 135,
    0, 1, 3, 6, 9, 14, 22,   0, 3, 7, 12, 18, 27, 40,
    0, 2, 2, 4, 2, 9, 5, 11, 2, 5, 4, 9, 4, 11, 9, 13,
    3, 2,
    4, 12,
    -2, 0,
    -20, -8, 0, 5, 8,
    60, 45, 32, 22, 14,
    -18,
    2, 1,
    -3,
    2, 3,
    2, 6,
    2,
    4,
    // clang-format on
};

}  // namespace zeitnot::checkers
