// Area scoring: a side's stones, and the empty regions that touch only its stones.
#pragma once

#include <array>

#include "games/go/stones.hpp"

namespace zeitnot::go {

using Owners = std::array<Cell, padded_points>;

// The owner of each point of the board; `empty` for points of neither side.
inline Owners owners(const Stones& stones) {
    Owners owners;
    owners.fill(Cell::edge);
    std::array<Point, max_points> region;
    for (int row = 0; row < stones.size(); ++row) {
        for (int column = 0; column < stones.size(); ++column) {
            const Point start = point(column, row);
            if (is_stone(stones.at(start))) owners[start] = stones.at(start);
            if (owners[start] != Cell::edge) continue;
            std::size_t count = 0;
            bool touched[2] = {false, false};
            owners[start] = Cell::empty;
            region[count++] = start;
            for (std::size_t i = 0; i < count; ++i) {
                for (std::size_t d = 0; d < 4; ++d) {
                    const Point n = neighbour(region[i], d);
                    const Cell cell = stones.at(n);
                    if (is_stone(cell)) touched[static_cast<int>(cell)] = true;
                    if (cell != Cell::empty || owners[n] != Cell::edge) continue;
                    owners[n] = Cell::empty;
                    region[count++] = n;
                }
            }
            if (touched[0] == touched[1]) continue;
            for (std::size_t i = 0; i < count; ++i)
                owners[region[i]] = touched[0] ? Cell::black : Cell::white;
        }
    }
    return owners;
}

// Black's area minus white's, without komi. No stone counts as dead.
inline int area_margin(const Stones& stones) {
    const Owners all = owners(stones);
    int margin = 0;
    for (const Cell owner : all) margin += (owner == Cell::black) - (owner == Cell::white);
    return margin;
}

}  // namespace zeitnot::go
