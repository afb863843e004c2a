// Classes of the 3×3 neighbourhoods of a point, equal up to the eight symmetries, with own and
// enemy stones. Learnt weights are indexed by class.
#pragma once

#include <algorithm>
#include <array>

#include "games/go/neighbourhood.hpp"

namespace zeitnot::go {

// 954 in the middle, 135 at the edge, 18 in the corner, and one for all that cannot occur on boards
// of size 5 or more.
inline constexpr std::size_t pattern_classes = 1 + 954 + 135 + 18;

// The image of each direction under the eight symmetries.
inline constexpr auto turned_directions = [] {
    std::array<std::array<std::size_t, 8>, 8> turned{};
    constexpr std::array<int, 8> dx{1, -1, 0, 0, 1, -1, -1, 1}, dy{0, 0, 1, -1, 1, -1, 1, -1};
    for (std::size_t symmetry = 0; symmetry < 8; ++symmetry) {
        for (std::size_t d = 0; d < 8; ++d) {
            int x = (symmetry & 1) != 0 ? -dx[d] : dx[d];
            int y = (symmetry & 2) != 0 ? -dy[d] : dy[d];
            if ((symmetry & 4) != 0) std::swap(x, y);
            for (std::size_t to = 0; to < 8; ++to) {
                if (dx[to] == x && dy[to] == y) turned[symmetry][d] = to;
            }
        }
    }
    return turned;
}();

class PatternClasses {
   public:
    PatternClasses() {
        std::uint16_t next = 1;
        for (unsigned bits = 0; bits < 65536; ++bits) {
            const auto code = static_cast<Neighbourhood>(bits);
            if (!occurs(code)) continue;
            const Neighbourhood smallest = canonical(code);
            if (smallest == code) table_[code] = next++;
            table_[code] = table_[smallest];
        }
    }

    // The class of the neighbourhood as `mover` sees it.
    [[nodiscard]] std::size_t operator()(Neighbourhood bits, Colour mover) const {
        return table_[mover == Colour::black ? bits : swapped(bits)];
    }

   private:
    // Black and white exchanged: a stone is a pair of bits whose upper one is not set.
    static Neighbourhood swapped(Neighbourhood bits) {
        return static_cast<Neighbourhood>(bits ^ (~bits >> 1 & 0x5555));
    }

    static Neighbourhood canonical(Neighbourhood bits) {
        Neighbourhood smallest = bits;
        for (const auto& turned : turned_directions) {
            Neighbourhood image = 0;
            for (std::size_t d = 0; d < 8; ++d)
                image |= neighbour_bits(turned[d], neighbour_cell(bits, d));
            smallest = std::min(smallest, image);
        }
        return smallest;
    }

    // Whether the edge is nowhere, along one side, or along two sides that meet.
    static bool occurs(Neighbourhood bits) {
        constexpr std::array<unsigned, 9> edges{0b00000000, 0b10010001, 0b01100010,
                                                0b01010100, 0b10101000, 0b11010101,
                                                0b01110110, 0b10111001, 0b11101010};
        unsigned edge = 0;
        for (std::size_t d = 0; d < 8; ++d) {
            if (neighbour_cell(bits, d) == Cell::edge) edge |= 1U << d;
        }
        return std::find(edges.begin(), edges.end(), edge) != edges.end();
    }

    std::array<std::uint16_t, 65536> table_{};
};

inline const PatternClasses& shared_pattern_classes() {
    static const PatternClasses classes;
    return classes;
}

}  // namespace zeitnot::go
