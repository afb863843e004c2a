// Chess on bitboards: squares, sets of squares, and the tables that depend only on geometry.
//
// One bit a square, a1 = 0, b1 = 1, h8 = 63 (Adelson-Velsky, Arlazarov, Bitman, Zhivotovsky and
// Uskov, "Programming a computer to play chess", 1970). All tables are computed at compile time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace zeitnot::chess {

using Board = std::uint64_t;
using Square = std::uint8_t;

// The sides and the kinds of pieces; a piece is kind + 8 · side.
inline constexpr int white = 0, black = 1;
using Kind = std::uint8_t;
inline constexpr Kind pawn = 0, knight = 1, bishop = 2, rook = 3, queen = 4, king = 5, none = 6;

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
constexpr Board bit(int square) { return Board{1} << square; }
constexpr int first(Board board) { return std::countr_zero(board); }
constexpr int last(Board board) { return 63 - std::countl_zero(board); }
constexpr std::size_t size(Board board) { return static_cast<std::size_t>(std::popcount(board)); }
constexpr bool more_than_one(Board board) { return (board & (board - 1)) != 0; }

// Calls f(square) for each square of the set, lowest first.
template <class F>
constexpr void each(Board board, F f) {
    for (; board != 0; board &= board - 1) f(first(board));
}

inline constexpr Board file_a = 0x0101'0101'0101'0101, file_h = file_a << 7;
constexpr Board rank(int y) { return Board{0xFF} << 8 * y; }
constexpr Board file(int x) { return file_a << x; }
inline constexpr Board dark_squares = 0xAA55'AA55'AA55'AA55;

// Shifts a set one rank forward for this side.
template <int Us>
constexpr Board up(Board board) {
    return Us == white ? board << 8 : board >> 8;
}
template <int Us>
inline constexpr int ahead = Us == white ? 8 : -8;

// The squares that this side's pawns attack towards the a-file (west) and the h-file (east).
template <int Us>
constexpr Board attacks_west(Board pawns) {
    return up<Us>(pawns & ~file_a) >> 1;
}
template <int Us>
constexpr Board attacks_east(Board pawns) {
    return up<Us>(pawns & ~file_h) << 1;
}

// The number of king moves between two squares (Chebyshev distance).
constexpr int distance(int a, int b) {
    const int x = std::abs(a % 8 - b % 8), y = std::abs(a / 8 - b / 8);
    return x > y ? x : y;
}

struct Direction {
    int x, y;
};
inline constexpr std::array<Direction, 8> knight_steps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
inline constexpr std::array<Direction, 8> king_steps{
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
inline constexpr std::array<Direction, 4> rook_steps{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
inline constexpr std::array<Direction, 4> bishop_steps{{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};

constexpr bool on_board(int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8; }

// The squares from `square` in one direction, up to the first occupied one or the edge.
constexpr Board ray(int square, Direction step, Board occupied) {
    Board line = 0;
    int x = square % 8 + step.x, y = square / 8 + step.y;
    for (; on_board(x, y); x += step.x, y += step.y) {
        line |= bit(8 * y + x);
        if (occupied & bit(8 * y + x)) break;
    }
    return line;
}

template <std::size_t N>
constexpr Board rays(int square, const std::array<Direction, N>& steps, Board occupied) {
    Board lines = 0;
    for (const Direction step : steps) lines |= ray(square, step, occupied);
    return lines;
}

template <std::size_t N>
constexpr std::array<Board, 64> leaps(const std::array<Direction, N>& steps) {
    std::array<Board, 64> targets{};
    for (int square = 0; square < 64; ++square) {
        for (const Direction step : steps) {
            const int x = square % 8 + step.x, y = square / 8 + step.y;
            if (on_board(x, y)) targets[index(square)] |= bit(8 * y + x);
        }
    }
    return targets;
}
inline constexpr auto knight_attacks = leaps(knight_steps);
inline constexpr auto king_attacks = leaps(king_steps);

// The pawns' attacks by side and square.
inline constexpr std::array<std::array<Board, 64>, 2> pawn_attacks = [] {
    std::array<std::array<Board, 64>, 2> attacks{};
    for (int square = 0; square < 64; ++square) {
        const Board at = bit(square);
        attacks[white][index(square)] = attacks_west<white>(at) | attacks_east<white>(at);
        attacks[black][index(square)] = attacks_west<black>(at) | attacks_east<black>(at);
    }
    return attacks;
}();

using BoardPerPair = std::array<std::array<Board, 64>, 64>;

// between[a][b]: the squares strictly between two squares on a common line, otherwise empty.
// line[a][b]: the line through both from edge to edge, otherwise empty.
struct Lines {
    BoardPerPair between{}, line{};
};
inline constexpr Lines lines = [] {
    Lines tables{};
    for (int from = 0; from < 64; ++from) {
        for (const Direction step : king_steps) {
            const Board full_line =
                bit(from) | ray(from, step, 0) | ray(from, {-step.x, -step.y}, 0);
            Board passed = 0;
            int x = from % 8 + step.x, y = from / 8 + step.y;
            for (; on_board(x, y); x += step.x, y += step.y) {
                tables.between[index(from)][index(8 * y + x)] = passed;
                tables.line[index(from)][index(8 * y + x)] = full_line;
                passed |= bit(8 * y + x);
            }
        }
    }
    return tables;
}();
constexpr Board between(int a, int b) { return lines.between[index(a)][index(b)]; }
constexpr Board line(int a, int b) { return lines.line[index(a)][index(b)]; }

}  // namespace zeitnot::chess
