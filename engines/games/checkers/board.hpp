// The board of English draughts as sets of squares.
//
// The bits of squares have a gap after every second row, so that every diagonal step is a shift by
// 4 or 5 and does not wrap around.
//
//      0   1   2   3        squares  1  2  3  4
//    4   5   6   7                  5  6  7  8
//      9  10  11  12                9 10 11 12
//   13  14  15  16                 13 14 15 16      8, 17 and 26 are gaps
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace zeitnot::checkers {

using Board = std::uint64_t;

inline constexpr int squares = 32;
inline constexpr int bits = squares + squares / 8 - 1;  // of a board

constexpr int bit_of(int square) { return square - 1 + (square - 1) / 8; }  // of 1 to 32
constexpr int square_of(int bit) { return bit - bit / 9 + 1; }
constexpr Board board_of(int bit) { return Board{1} << bit; }

inline constexpr Board row = 0b1111;
inline constexpr Board valid = [] {
    Board all = 0;
    for (int square = 1; square <= squares; ++square) all |= board_of(bit_of(square));
    return all;
}();

// Seat 0 is black. It begins, has 1 to 12 at the start and moves towards higher numbers.
inline constexpr Board crown_rows[2] = {row << bit_of(29), row << bit_of(1)};

// The four directions; the first two are black's forward directions. `step` does not remove steps
// off the board.
inline constexpr int directions = 4;
inline constexpr int offsets[directions] = {4, 5, -4, -5};

template <int direction>
constexpr Board step(Board set) {
    if constexpr (offsets[direction] > 0) {
        return set << offsets[direction];
    } else {
        return set >> -offsets[direction];
    }
}

constexpr bool is_forward(int direction, int seat) { return (direction < 2) == (seat == 0); }

constexpr int first_bit(Board set) { return std::countr_zero(set); }
constexpr std::size_t index(int number) { return static_cast<std::size_t>(number); }

// The pieces from the view of the side to move.
struct Sides {
    Board own = 0, enemy = 0, kings = 0;

    [[nodiscard]] Board free() const { return valid & ~(own | enemy); }
    friend bool operator==(const Sides&, const Sides&) = default;
};

}  // namespace zeitnot::checkers
