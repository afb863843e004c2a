// EinStein würfelt nicht!: the textbook's square table, own stones less enemy stones.
//
// A square counts 2 to the power 4 - distance from the goal corner, more on the edges, nothing in
// the start corner. Linear in the expected result, so that chance nodes may average it.
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
inline double square(int seat, int cell) {
    const int seen = seat == 0 || cell == 0 ? cell : 26 - cell;
    return blue_squares[static_cast<std::size_t>(seen)];
}

inline double squares_of(const Ewn& position, int seat) {
    double sum = 0;
    for (const auto cell : position.cells(seat)) sum += square(seat, cell);
    return sum;
}

// For the side to move.
inline double table_value(const Ewn& position) {
    if (position.in_setup()) return 0;
    const int own = position.turn();
    return squares_of(position, own) - squares_of(position, own ^ 1);
}

// To order moves: the square gained, and what is taken on it; 0..16384.
inline int table_order_bonus(const Ewn& position, Ewn::Move move) {
    if (move >= Ewn::arrange) return 0;
    const int to = move % 32, own = position.turn();
    const int from = position.cells(own)[move / 32];
    const double gain = square(own, to) - square(own, from);
    const double taken = position.is_capture(move) ? square(own ^ 1, to) : 0;
    return static_cast<int>(100 * (gain + taken)) + 4000;
}

}  // namespace zeitnot::ewn
