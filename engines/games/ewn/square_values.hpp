// The textbook's square table of EinStein würfelt nicht!, that of a published solver by plain
// expectiminimax: own stones minus enemy stones. tests/games/ewn/test_textbook.py has the solver's
// published values.
//
// The value of a square is 2^(4 - distance to the goal corner), more on the edges, and 0 in the
// start corner. Linear in the expected result, so chance nodes may average it.
#pragma once

#include <array>

#include "games/ewn/position.hpp"

namespace zeitnot::ewn {

inline constexpr std::array<double, 26> blue_squares{0,                   // captured
                                                     16,  10, 5, 2.5, 1,  //
                                                     10,  8,  4, 2,   1,  //
                                                     5,   4,  4, 2,   1,  //
                                                     2.5, 2,  2, 2,   1,  //
                                                     1,   1,  1, 1,   0};

// Red's table is blue's, rotated by 180 degrees.
inline double square_value(int seat, int cell) {
    const int blue_cell = seat == 0 || cell == 0 ? cell : 26 - cell;
    return blue_squares[static_cast<std::size_t>(blue_cell)];
}

inline double squares_of(const Ewn& position, int seat) {
    double sum = 0;
    for (const auto cell : position.cells(seat)) sum += square_value(seat, cell);
    return sum;
}

// The value for the side to move.
inline double table_value(const Ewn& position) {
    if (position.in_setup()) return 0;
    const int own = position.turn();
    return squares_of(position, own) - squares_of(position, own ^ 1);
}

// For move ordering: the gain in square value plus the captured stone's square value; 0..16384.
inline int table_order_bonus(const Ewn& position, Ewn::Move move) {
    if (move >= Ewn::arrange) return 0;
    const int to = move % 32, own = position.turn();
    const int from = position.cells(own)[move / 32];
    const double gain = square_value(own, to) - square_value(own, from);
    const double captured_value = position.is_capture(move) ? square_value(own ^ 1, to) : 0;
    return static_cast<int>(100 * (gain + captured_value)) + 4000;
}

}  // namespace zeitnot::ewn
