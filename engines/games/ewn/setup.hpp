// The setup of EinStein würfelt nicht!: each side's six start cells, and the 720 arrangements of
// six stones on them, in lexicographic order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace zeitnot::ewn {

// The cell, 1..25, of each stone, number 1 at index 0; 0: not on the board.
using Cells = std::array<std::uint8_t, 6>;
// The stone, 0..5, on each start cell in ascending order of cell.
using Arrangement = std::array<std::uint8_t, 6>;

inline constexpr int arrangement_count = 720;
inline constexpr std::array<Cells, 2> start_cells{{{15, 19, 20, 23, 24, 25}, {1, 2, 3, 6, 7, 11}}};
inline constexpr std::array<Arrangement, 2> default_arrangements{
    {{5, 4, 3, 2, 1, 0}, {0, 1, 2, 3, 4, 5}}};

inline constexpr auto arrangements = [] {
    std::array<Arrangement, arrangement_count> all{};
    Arrangement next{0, 1, 2, 3, 4, 5};
    for (Arrangement& arrangement : all) {
        arrangement = next;
        std::next_permutation(next.begin(), next.end());
    }
    return all;
}();

// The number of an arrangement in `arrangements`; empty if it is no permutation of 0..5.
inline std::optional<std::uint16_t> number_of_arrangement(std::span<const int> values) {
    const auto found =
        std::find_if(arrangements.begin(), arrangements.end(), [&](const auto& order) {
            return std::equal(order.begin(), order.end(), values.begin(), values.end());
        });
    if (found == arrangements.end()) return std::nullopt;
    return static_cast<std::uint16_t>(found - arrangements.begin());
}

// The cell of each stone of a side in an arrangement.
constexpr Cells arranged_cells(int seat, const Arrangement& arrangement) {
    Cells cells{};
    for (std::size_t i = 0; i < 6; ++i)
        cells[arrangement[i]] = start_cells[static_cast<std::size_t>(seat)][i];
    return cells;
}

// The move text of an arrangement: `123456` is stone 1 on the lowest cell, and so on.
inline std::string digits(const Arrangement& arrangement) {
    std::string text;
    for (const auto stone : arrangement) text += static_cast<char>('1' + stone);
    return text;
}

}  // namespace zeitnot::ewn
