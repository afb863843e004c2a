// One playout: a policy plays until both sides pass, and the area is scored.
#pragma once

#include "games/go/stones.hpp"
#include "zeitnot/search/mcts/random.hpp"

namespace zeitnot::go {

// Whether the move is legal and does not fill an own eye. Without eye filling, random games end.
inline bool is_playable(const Stones& stones, Point p, Colour colour) {
    return !is_eye(stones.neighbourhood(p), colour) && stones.is_legal(p, colour);
}

// A uniformly random playable point for which `accepts` is true; a pass if there is none.
template <class Accepts>
Point random_point(const Stones& stones, Colour colour, Random& random, Accepts accepts) {
    const auto empties = stones.empty_points();
    const auto count = static_cast<std::uint32_t>(empties.size());
    if (count == 0) return pass_point;
    // A few random tries almost always succeed.
    for (int tries = 0; tries < 8; ++tries) {
        const Point p = empties[random.below(count)];
        if (is_playable(stones, p, colour) && accepts(p)) return p;
    }
    std::array<Point, max_points> good;
    std::uint32_t good_count = 0;
    for (const Point p : empties) {
        if (is_playable(stones, p, colour) && accepts(p)) good[good_count++] = p;
    }
    return good_count == 0 ? pass_point : good[random.below(good_count)];
}

// Plays uniformly random playable moves.
struct UniformPolicy {
    Point operator()(const Stones& stones, Colour colour, Random& random) const {
        return random_point(stones, colour, random, [](Point) { return true; });
    }
};

// Black's area minus white's if only single empty points are left, as at the end of a playout.
// Larger empty regions do not count.
inline int settled_margin(const Stones& stones) {
    int margin = 0;
    for_each_point(stones.size(), [&](Point p) {
        const Cell cell = stones.at(p);
        if (cell == Cell::empty) {
            const Neighbourhood bits = stones.neighbourhood(p);
            margin += is_surrounded_by(bits, Colour::black) - is_surrounded_by(bits, Colour::white);
        } else {
            margin += cell == Cell::black ? 1 : -1;
        }
    });
    return margin;
}

// Playouts end early when a side has captured a third of the board more than the other.
constexpr int mercy_of(int size) { return size * size / 3; }
inline constexpr int no_mercy = 1'000'000;

// Plays to the end and calls `played(point, colour)` for each move, including passes. Returns the
// number of moves. `passes`: the number of passes just before.
//
// Games with too much recapturing are cut off. `mercy`: the playout ends as soon as a side has
// captured more than this many stones more than the other.
template <class Policy, class Played>
int play_out(Stones& stones, Colour colour, int passes, int mercy, const Policy& policy,
             Random& random, Played played) {
    const int limit = 3 * stones.size() * stones.size();
    int lead = 0;  // stones taken by black minus by white
    for (int ply = 0; ply < limit; ++ply) {
        if (passes == 2) return ply;
        const Point p = policy(stones, colour, random);
        played(p, colour);
        if (p == pass_point) {
            stones.pass();
            ++passes;
        } else {
            const int taken = stones.play(p, colour);
            lead += colour == Colour::black ? taken : -taken;
            if (lead > mercy || lead < -mercy) return ply + 1;
            passes = 0;
        }
        colour = other(colour);
    }
    return limit;
}

}  // namespace zeitnot::go
