// The owner of each point after many playouts, and the dead groups that follow from it.
#pragma once

#include <vector>

#include "games/go/area.hpp"
#include "games/go/playout.hpp"
#include "games/go/policy.hpp"
#include "games/go/position.hpp"
#include "zeitnot/search/ownership.hpp"

namespace zeitnot::go {

// For each point, the fraction of playouts after which it was black's. A neutral point counts half.
// 0 off the board.
using Ownership = std::array<double, padded_points>;

// Plays out a position in which `colour` is to move.
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

// A group that is lost in this fraction of the playouts counts as dead.
inline constexpr double dead_share = 0.8;

// One stone of each dead chain: on average its points are the enemy's in `dead_share` of the
// playouts.
inline std::vector<Point> dead_chains(const Stones& stones, const Ownership& ownership) {
    std::vector<Point> dead;
    for_each_point(stones.size(), [&](Point p) {
        if (!is_stone(stones.at(p)) || stones.head(p) != p) return;
        double black = 0;
        stones.for_each_in_chain(p, [&](Point stone) { black += ownership[stone]; });
        black /= stones.stones_in_chain(p);
        const double lost = stones.at(p) == Cell::black ? 1 - black : black;
        if (lost >= dead_share) dead.push_back(p);
    });
    return dead;
}

}  // namespace zeitnot::go

namespace zeitnot {

// During the marking, estimates the board with all its stones.
inline OwnershipEstimate estimate_ownership(const Go& position, int playouts, std::uint64_t seed) {
    const go::Stones& stones = position.board().stones();
    Random random(seed);
    const go::Ownership shares =
        go::ownership(stones, static_cast<go::Colour>(position.turn()), playouts, random);
    OwnershipEstimate estimate;
    go::for_each_point(stones.size(),
                       [&](go::Point p) { estimate.first_seat.push_back(shares[p]); });
    for (const go::Point p : go::dead_chains(stones, shares))
        estimate.dead.push_back(go::vertex_text({go::column_of(p), go::row_of(p)}));
    return estimate;
}

}  // namespace zeitnot
