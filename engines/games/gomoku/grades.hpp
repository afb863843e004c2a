// Combines the shapes of a cell in all four directions into one grade, from 0, the weakest, to
// five.
//
// Two threats in different directions count more than their sum: a four and an open three win, and
// so do two open threes unless the enemy is faster. Weaker shapes add up.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/gomoku/shapes.hpp"

namespace zeitnot::gomoku {

// The four shapes of a cell, one in four bits for each direction: row, column, both diagonals.
using Shapes = std::uint16_t;
inline constexpr int directions = 4;

constexpr Shape shape_in(Shapes shapes, int direction) {
    return static_cast<Shape>(shapes >> (4 * direction) & 15);
}

// Without a threat, the grade is half the sum of the shapes' points. An open three and a four have
// four grades each, by the points of the other shapes.
using Grade = std::uint8_t;
inline constexpr Grade first_open_three = 12, double_three = 16, first_four = 17, four_three = 21,
                       double_four = 22, open_four = 23, five = 24;
inline constexpr std::size_t grades = 25;

// Flags for the sets of `PatternBoard` that contain a cell.
inline constexpr std::uint8_t in_fives = 1, in_open_fours = 2, in_fours = 4, in_open_threes = 8;

inline constexpr std::size_t shape_pairs = shapes * (shapes + 1) / 2;

constexpr std::size_t pair_of(std::size_t a, std::size_t b) {
    const std::size_t low = std::min(a, b), high = std::max(a, b);
    return high * (high + 1) / 2 + low;
}

constexpr Grade grade_of(const std::array<int, directions>& four) {
    constexpr std::array<int, shapes> points{0, 1, 2, 3, 6, 6, 0, 0, 0, 0};
    int weak_points = 0;
    std::array<int, shapes> count{};
    for (const int shape : four) {
        weak_points += points[static_cast<std::size_t>(shape)];
        ++count[static_cast<std::size_t>(shape)];
    }
    const int threes = count[static_cast<std::size_t>(Shape::open_three)],
              fours = count[static_cast<std::size_t>(Shape::four)];
    const auto extra = static_cast<Grade>(weak_points < 3   ? 0
                                          : weak_points < 6 ? 1
                                          : weak_points < 9 ? 2
                                                            : 3);
    if (count[static_cast<std::size_t>(Shape::five)] > 0) return five;
    if (count[static_cast<std::size_t>(Shape::open_four)] > 0) return open_four;
    if (fours > 1) return double_four;
    if (fours > 0) return threes > 0 ? four_three : static_cast<Grade>(first_four + extra);
    if (threes > 1) return double_three;
    if (threes > 0) return static_cast<Grade>(first_open_three + extra);
    return static_cast<Grade>(std::min((weak_points + 1) / 2, first_open_three - 1));
}

inline constexpr auto pair_numbers = [] {
    std::array<std::uint8_t, 256> pair{};
    for (std::size_t a = 0; a < shapes; ++a)
        for (std::size_t b = 0; b < shapes; ++b)
            pair[a | b << 4U] = static_cast<std::uint8_t>(pair_of(a, b));
    return pair;
}();

inline constexpr auto set_flags_of_pair = [] {
    constexpr std::array<std::uint8_t, shapes> mark{
        0, 0, 0, 0, 0, 0, in_open_threes, in_fours, in_fours | in_open_fours, in_fives};
    std::array<std::uint8_t, 256> marks{};
    for (std::size_t a = 0; a < shapes; ++a)
        for (std::size_t b = 0; b < shapes; ++b) marks[a | b << 4U] = mark[a] | mark[b];
    return marks;
}();

inline constexpr auto pair_grades = [] {
    std::array<std::array<Grade, shape_pairs>, shape_pairs> table{};
    for (int a = 0; a < static_cast<int>(shapes); ++a)
        for (int b = 0; b <= a; ++b)
            for (int c = 0; c < static_cast<int>(shapes); ++c)
                for (int d = 0; d <= c; ++d)
                    table[pair_of(static_cast<std::size_t>(a), static_cast<std::size_t>(b))]
                         [pair_of(static_cast<std::size_t>(c), static_cast<std::size_t>(d))] =
                             grade_of({a, b, c, d});
    return table;
}();

// Looks up the grade in two steps: two shapes form one of 55 pairs, and two pairs have a grade.
constexpr Grade grade_of(Shapes all) {
    return pair_grades[pair_numbers[all & 255U]][pair_numbers[all >> 8U]];
}
constexpr std::uint8_t set_flags_of(Shapes all) {
    return set_flags_of_pair[all & 255U] | set_flags_of_pair[all >> 8U];
}

}  // namespace zeitnot::gomoku
