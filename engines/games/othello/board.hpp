// Othello's two bitboard operations: the squares where a side may play, and the discs that a move
// flips.
//
// Bit 8 · row + column, a1 = 0. A smaller board uses the upper left corner of the same 64 bits. No
// disc is outside `squares`, so only the last step of a line is checked against it.
#pragma once

#include <array>
#include <bit>
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

// The squares behind each line of one to six enemy discs that starts next to a disc of `own`.
template <class Shift>
constexpr Board line_ends(Board own, Board enemy, Shift shift) {
    Board line = shift(own) & enemy;
    line |= shift(line) & enemy;
    const Board pairs = enemy & shift(enemy);
    const auto shift_by_two = [shift](Board b) { return shift(shift(b)); };
    line |= shift_by_two(line) & pairs;
    line |= shift_by_two(line) & pairs;
    return shift(line);
}

// The squares where `own` may play.
constexpr Board mobility(Board own, Board enemy, Board squares) {
    Board ends = 0;
    for (const auto [shift, inner] : directions) {
        const Board crossable = enemy & inner;
        ends |= line_ends(own, crossable, [shift](Board b) { return b << shift; });
        ends |= line_ends(own, crossable, [shift](Board b) { return b >> shift; });
    }
    return ends & squares & ~(own | enemy);
}

// For each square, the squares from it to the edge of the 8 by 8 board: first in the four
// directions in which the number of the square grows, then in the opposite four.
inline constexpr auto rays = [] {
    constexpr std::array<int, 4> across{1, -1, 0, 1}, along{0, 1, 1, 1};
    std::array<std::array<Board, 8>, 64> rays{};
    for (int square = 0; square < 64; ++square) {
        for (std::size_t d = 0; d < 8; ++d) {
            const int sign = d < 4 ? 1 : -1, dx = sign * across[d % 4], dy = sign * along[d % 4];
            int x = square % 8 + dx, y = square / 8 + dy;
            for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy)
                rays[static_cast<std::size_t>(square)][d] |= Board{1} << (8 * y + x);
        }
    }
    return rays;
}();

// The discs that flip when `own` plays on `square`. A line flips if its first square without an
// enemy disc has a disc of `own`. Upwards that square is the lowest bit, downwards the highest.
constexpr Board flips(int square, Board own, Board enemy) {
    const auto& ray = rays[static_cast<std::size_t>(square)];
    Board flipped = 0;
    for (std::size_t d = 0; d < 4; ++d) {
        const Board up = ray[d] & ~enemy;
        const Board closing_up = up & (0 - up) & own;
        flipped |= ray[d] & (closing_up - (closing_up != 0 ? 1 : 0));
        const Board down = ray[d + 4] & ~enemy;
        const Board closing_down = std::bit_floor(down) & own;
        flipped |= ray[d + 4] & (0 - (closing_down << 1));
    }
    return flipped;
}

}  // namespace zeitnot::othello
