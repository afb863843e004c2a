// Othello's two bitboard operations: where a side may play, and what a disc turns over.
//
// Bit 8 · row + column, a1 = 0. A smaller board uses the upper left corner of the same 64 bits:
// discs never stand outside `squares`, so that only the last step of a line has to look at it.
#pragma once

#include <array>
#include <cstdint>

namespace zeitnot::othello {

using Board = std::uint64_t;

// A direction is a shift, to the left where positive, and the squares that a line in that direction
// may cross: not the outer columns, unless it runs along them.
struct Direction {
    int shift;
    Board inner;
};

inline constexpr Board inner_columns = 0x7E7E'7E7E'7E7E'7E7E;
inline constexpr std::array<Direction, 4> directions{
    {{1, inner_columns}, {7, inner_columns}, {8, ~Board{0}}, {9, inner_columns}}};

constexpr Board squares_of(int size) {
    const Board row = (Board{1} << size) - 1;
    Board squares = 0;
    for (int y = 0; y < size; ++y) squares |= row << 8 * y;
    return squares;
}

// The end of every line that begins beside an own disc and runs over one to six enemy discs.
template <class Shift>
constexpr Board line_ends(Board own, Board enemy, Shift shift) {
    Board line = shift(own) & enemy;
    line |= shift(line) & enemy;
    const Board pairs = enemy & shift(enemy);
    const auto twice = [shift](Board b) { return shift(shift(b)); };
    line |= twice(line) & pairs;
    line |= twice(line) & pairs;
    return shift(line);
}

// The squares where `own` may play.
constexpr Board mobility(Board own, Board enemy, Board squares) {
    Board ends = 0;
    for (const auto [by, inner] : directions) {
        const Board crossed = enemy & inner;
        ends |= line_ends(own, crossed, [by](Board b) { return b << by; });
        ends |= line_ends(own, crossed, [by](Board b) { return b >> by; });
    }
    return ends & squares & ~(own | enemy);
}

// The enemy discs from `disc` on in one direction, if an own disc closes the line.
template <class Shift>
constexpr Board flips_along(Board disc, Board own, Board enemy, Shift shift) {
    Board line = 0;
    Board at = shift(disc);
    while (at & enemy) {
        line |= at;
        at = shift(at);
    }
    return at & own ? line : 0;
}

// What turns over when `own` plays `disc`.
constexpr Board flips(Board disc, Board own, Board enemy) {
    Board turned = 0;
    for (const auto [by, inner] : directions) {
        const Board crossed = enemy & inner;
        turned |= flips_along(disc, own, crossed, [by](Board b) { return b << by; });
        turned |= flips_along(disc, own, crossed, [by](Board b) { return b >> by; });
    }
    return turned;
}

}  // namespace zeitnot::othello
