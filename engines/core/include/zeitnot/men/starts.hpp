// The 960 start positions of Chess960 by their standard numbers (R. Scharnagl, 2003): number 518 is
// the classical start.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "zeitnot/men/bits.hpp"

namespace zeitnot::chess {

inline constexpr int start_count = 960, classical_start = 518;

// The first rank of start position `number`, 0 to 959, in small letters.
inline std::string start_rank(int number) {
    static constexpr std::array<std::pair<std::size_t, std::size_t>, 10> knights{
        {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
    std::string rank(8, ' ');
    rank[index(number % 4 * 2 + 1)] = 'b';  // on a light square
    rank[index(number / 4 % 4 * 2)] = 'b';
    // The others are placed on the free squares, counted from the a-file.
    const auto free_square = [&](std::size_t place) -> char& {
        std::size_t at = rank.find(' ');
        for (; place > 0; --place) at = rank.find(' ', at + 1);
        return rank[at];
    };
    free_square(index(number / 16 % 6)) = 'q';
    const auto [left, right] = knights[index(number / 96)];
    free_square(right) = 'n';
    free_square(left) = 'n';
    for (const char piece : std::string_view("rkr")) free_square(0) = piece;
    return rank;
}

inline std::string start_text(int number) {
    const std::string black = start_rank(number);
    std::string white = black;
    for (char& piece : white) piece = static_cast<char>(piece - 'a' + 'A');
    return black + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1";
}

}  // namespace zeitnot::chess
