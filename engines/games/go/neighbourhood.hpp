// The eight neighbours of a point in 16 bits, two bits each: the 3×3 patterns are tables over them.
// The lower eight bits are the four neighbours along the lines.
#pragma once

#include <array>

#include "games/go/points.hpp"

namespace zeitnot::go {

using Neighbourhood = std::uint16_t;

constexpr Neighbourhood neighbour_bits(std::size_t direction, Cell cell) {
    return static_cast<Neighbourhood>(static_cast<unsigned>(cell) << 2 * direction);
}
constexpr Cell neighbour_cell(Neighbourhood bits, std::size_t direction) {
    return static_cast<Cell>(bits >> 2 * direction & 3);
}

// How many of the four neighbours along the lines are empty, black, white and edge.
struct Adjacent {
    std::uint8_t empty = 0, black = 0, white = 0, edge = 0;
};
inline constexpr auto adjacent_table = [] {
    std::array<Adjacent, 256> table{};
    for (std::size_t bits = 0; bits < table.size(); ++bits) {
        for (std::size_t d = 0; d < 4; ++d) {
            const Cell cell = neighbour_cell(static_cast<Neighbourhood>(bits), d);
            table[bits].empty =
                static_cast<std::uint8_t>(table[bits].empty + (cell == Cell::empty));
            table[bits].black =
                static_cast<std::uint8_t>(table[bits].black + (cell == Cell::black));
            table[bits].white =
                static_cast<std::uint8_t>(table[bits].white + (cell == Cell::white));
            table[bits].edge = static_cast<std::uint8_t>(table[bits].edge + (cell == Cell::edge));
        }
    }
    return table;
}();
constexpr const Adjacent& adjacent(Neighbourhood bits) { return adjacent_table[bits & 0xFF]; }

// `Cell::empty` is 2: the upper bit of the pair is set and the lower one is not.
constexpr bool touches_empty(Neighbourhood bits) { return ((bits >> 1) & ~bits & 0x55) != 0; }

// Whether all four neighbours along the lines are the colour's stones or the edge.
constexpr bool is_surrounded_by(Neighbourhood bits, Colour colour) {
    const Adjacent& beside = adjacent(bits);
    return (colour == Colour::black ? beside.black : beside.white) + beside.edge == 4;
}

// Whether the point is an eye, which playouts do not fill: it is surrounded, and the enemy has at
// most one of the diagonal neighbours, at the edge none (MoGo; Gelly, Wang, Munos, Teytaud 2006).
constexpr bool is_eye(Neighbourhood bits, Colour colour) {
    if (!is_surrounded_by(bits, colour)) return false;
    const Adjacent& diagonal = adjacent(static_cast<Neighbourhood>(bits >> 8));
    const int enemies = colour == Colour::black ? diagonal.white : diagonal.black;
    return enemies + (diagonal.edge != 0) < 2;
}

}  // namespace zeitnot::go
