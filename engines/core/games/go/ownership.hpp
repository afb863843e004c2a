// Whose each point is at the end of many playouts, and from it the groups that are dead.
#pragma once

#include <vector>

#include "games/go/area.hpp"
#include "games/go/playout.hpp"
#include "games/go/policy.hpp"

namespace zeitnot::go {

// For each point the share of playouts after which it was black's, from 0 to 1; an empty point
// between both counts half. 0 off the board.
using Ownership = std::array<double, padded_points>;

// Playouts on from a position in which `colour` is to move.
inline Ownership ownership(const Stones& start, Colour colour, int playouts, Random& random) {
    Ownership sums{};
    const PatternPolicy policy;
    for (int i = 0; i < playouts; ++i) {
        Stones stones = start;
        play_out(stones, colour, 0, no_mercy, policy, random, [](Point, Colour) {});
        const Owners owner = owners(stones);
        for (std::size_t p = 0; p < padded_points; ++p) {
            if (owner[p] == Cell::black) sums[p] += 1;
            if (owner[p] == Cell::empty) sums[p] += 0.5;
        }
    }
    for (double& sum : sums) sum /= playouts;
    return sums;
}

// Of playouts, from which on a group counts as dead.
inline constexpr double dead_share = 0.8;

// A stone of each chain whose points are the enemy's on average in `dead_share` of the playouts.
inline std::vector<Point> dead_chains(const Stones& stones, const Ownership& ownership) {
    std::vector<Point> dead;
    for (int row = 0; row < stones.size(); ++row) {
        for (int column = 0; column < stones.size(); ++column) {
            const Point p = point(column, row);
            if (!is_stone(stones.at(p)) || stones.head(p) != p) continue;
            double black = 0;
            stones.for_each_in_chain(p, [&](Point stone) { black += ownership[stone]; });
            black /= stones.stones_in_chain(p);
            const double lost = stones.at(p) == Cell::black ? 1 - black : black;
            if (lost >= dead_share) dead.push_back(p);
        }
    }
    return dead;
}

}  // namespace zeitnot::go
