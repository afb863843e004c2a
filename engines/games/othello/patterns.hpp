// The features of Othello's evaluation: the discs of edges, corners, rows and diagonals, each
// encoded as a number in base 3, and both sides' mobility.
//
// The value of a position is a sum over patterns whose weights depend on the stage of the game
// (Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello",
// 1997). Equal patterns in the four rotations of the board share their weights, and so do mirrored
// ones.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/othello/board.hpp"

namespace zeitnot::othello {

// One kind of pattern: the number of squares, and the permutation that mirrors it. Digit i moves to
// place `mirror[i]`.
struct Shape {
    std::size_t squares;
    std::array<std::uint8_t, 10> mirror;
};

inline constexpr std::size_t shape_count = 11;
inline constexpr std::size_t edge_shapes = 3;  // the first shapes are those of the edge tables
inline constexpr std::array<Shape, shape_count> shapes{{
    {10, {7, 6, 5, 4, 3, 2, 1, 0, 9, 8}},  // an edge with the two squares inside its corners
    {9, {0, 3, 6, 1, 4, 7, 2, 5, 8, 9}},   // three by three in a corner
    {10, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},  // two by five in a corner, in two mirrored places
    {8, {7, 6, 5, 4, 3, 2, 1, 0, 8, 9}},   // the second row
    {8, {7, 6, 5, 4, 3, 2, 1, 0, 8, 9}},   // the third
    {8, {7, 6, 5, 4, 3, 2, 1, 0, 8, 9}},   // the fourth
    {8, {7, 6, 5, 4, 3, 2, 1, 0, 8, 9}},   // diagonals of eight squares
    {7, {6, 5, 4, 3, 2, 1, 0, 7, 8, 9}},   // of seven
    {6, {5, 4, 3, 2, 1, 0, 6, 7, 8, 9}},   // six
    {5, {4, 3, 2, 1, 0, 5, 6, 7, 8, 9}},   // five
    {4, {3, 2, 1, 0, 4, 5, 6, 7, 8, 9}},   // four
}};

constexpr std::size_t power_of_3(std::size_t exponent) {
    std::size_t power = 1;
    for (; exponent > 0; --exponent) power *= 3;
    return power;
}

// Where each shape's weights begin. After them come 32 weights for the mobility of the side to move
// and 32 for the enemy's.
inline constexpr auto first_weight = [] {
    std::array<std::uint32_t, shape_count + 1> first{};
    for (std::size_t i = 0; i < shape_count; ++i)
        first[i + 1] = first[i] + static_cast<std::uint32_t>(power_of_3(shapes[i].squares));
    return first;
}();
inline constexpr std::uint32_t own_moves = first_weight[shape_count], enemy_moves = own_moves + 32;
inline constexpr std::uint32_t weight_count = enemy_moves + 32;

// Stages of six moves; the first includes the opening, the last all endings.
inline constexpr int stages = 8;
constexpr int stage_of(int empty) { return std::clamp((53 - empty) / 6, 0, stages - 1); }

// For up to ten bits, the number in base 3 with the same digits.
inline constexpr auto ternary = [] {
    std::array<std::uint32_t, 1024> ternary{};
    for (std::size_t bits = 0; bits < 1024; ++bits) {
        for (std::size_t i = 0; i < 10; ++i)
            if (bits >> i & 1) ternary[bits] += static_cast<std::uint32_t>(power_of_3(i));
    }
    return ternary;
}();

inline constexpr auto reversed = [] {
    std::array<std::uint8_t, 32> reversed{};
    for (unsigned bits = 0; bits < 32; ++bits) {
        for (unsigned i = 0; i < 5; ++i)
            if (bits >> i & 1)
                reversed[bits] = static_cast<std::uint8_t>(reversed[bits] | 16U >> i);
    }
    return reversed;
}();

// The board rotated by a quarter turn.
constexpr Board rotated(Board b) {
    const auto swap = [&b](int shift, Board mask) {
        const Board change = (b ^ b >> shift) & mask;
        b ^= change ^ change << shift;
    };
    swap(7, 0x00AA'00AA'00AA'00AA);
    swap(14, 0x0000'CCCC'0000'CCCC);
    swap(28, 0x0000'0000'F0F0'F0F0);
    Board upside_down = 0;
    for (int row = 0; row < 8; ++row) upside_down |= (b >> 8 * row & 0xFF) << 8 * (7 - row);
    return upside_down;
}

inline constexpr std::size_t feature_count = 4 * 11 + 2 + 2;
using Features = std::array<std::uint32_t, feature_count>;

// The bits of each pattern, at most ten, for one side's discs in one rotation of the board. The
// patterns are in the order of `shapes`; the corner of two by five has two, its mirror image last.
struct View {
    std::array<std::uint32_t, 12> bits;

    explicit constexpr View(Board b) {
        const auto row = [b](int y) { return static_cast<std::uint32_t>(b >> 8 * y & 0xFF); };
        const auto diagonal = [b](Board squares, int from) {
            const Board columns = (b & squares) * 0x0101'0101'0101'0101 >> 56;
            return static_cast<std::uint32_t>(columns >> from);
        };
        const std::uint32_t r0 = row(0), r1 = row(1), r2 = row(2);
        bits = {r0 | (r1 >> 1 & 1) << 8 | (r1 >> 6 & 1) << 9,
                (r0 & 7) | (r1 & 7) << 3 | (r2 & 7) << 6,
                (r0 & 31) | (r1 & 31) << 5,
                std::uint32_t{reversed[r0 >> 3]} | std::uint32_t{reversed[r1 >> 3]} << 5,
                r1,
                r2,
                row(3),
                diagonal(0x8040'2010'0804'0201, 0),
                diagonal(0x0080'4020'1008'0402, 1),
                diagonal(0x0000'8040'2010'0804, 2),
                diagonal(0x0000'0080'4020'1008, 3),
                diagonal(0x0000'0000'8040'2010, 4)};
    }
};

// The index of a pattern's weight, from the squares of both sides.
constexpr std::uint32_t pattern_index(std::size_t shape, std::uint32_t own, std::uint32_t enemy) {
    return first_weight[shape] + ternary[own] + 2 * ternary[enemy];
}

// The indices of the weights whose sum is the position's value. `moves`, `answers`: the numbers of
// moves of the side to move and of the enemy.
inline void find_features(Board own, Board enemy, int moves, int answers, Features& out) {
    constexpr std::array<std::size_t, 12> shape{0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    std::size_t n = 0;
    for (int view = 0; view < 4; ++view) {
        const View mine(own), theirs(enemy);
        for (std::size_t i = 0; i < 12; ++i) {
            if (i == 7 && view >= 2) continue;  // the long diagonals look the same from both ends
            out[n++] = pattern_index(shape[i], mine.bits[i], theirs.bits[i]);
        }
        own = rotated(own);
        enemy = rotated(enemy);
    }
    out[n++] = own_moves + static_cast<std::uint32_t>(std::min(moves, 31));
    out[n++] = enemy_moves + static_cast<std::uint32_t>(std::min(answers, 31));
}

// The number of the mirrored pattern.
constexpr std::uint32_t mirrored(const Shape& shape, std::uint32_t number) {
    std::uint32_t mirror = 0;
    for (std::size_t i = 0; i < shape.squares; ++i, number /= 3)
        mirror += number % 3 * static_cast<std::uint32_t>(power_of_3(shape.mirror[i]));
    return mirror;
}

// Calls f(weight, mirror) for every pair of mirrored weights, the smaller index first.
template <class F>
void for_each_pair(const F& f) {
    for (std::size_t s = 0; s < shape_count; ++s) {
        for (std::uint32_t i = 0; i < first_weight[s + 1] - first_weight[s]; ++i) {
            const std::uint32_t mirror = mirrored(shapes[s], i);
            if (i <= mirror) f(first_weight[s] + i, first_weight[s] + mirror);
        }
    }
    for (std::uint32_t i = own_moves; i < weight_count; ++i) f(i, i);
}

}  // namespace zeitnot::othello
