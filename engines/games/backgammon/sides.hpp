// Features of one side of a backgammon board: sets of points, pips, blocks, timing.
#pragma once

#include <algorithm>
#include <bit>

#include "games/backgammon/block.hpp"
#include "games/backgammon/board.hpp"
#include "games/backgammon/shots.hpp"

namespace zeitnot::backgammon {

struct SideView {
    const Side& checkers;
    Points occupied = 0, made = 0, blots = 0;  // points 1 to 24 with any, two or more, one checker
    int pips = 0;                              // the pip count, the bar counted as 25
    int pips_home = 0;                         // to bring all checkers home
    int rear = 0;  // the farthest point with a checker, 0 if there is none

    explicit SideView(const Side& side) : checkers(side) {
        for (int point = 1; point <= bar; ++point) {
            const int here = at(point);
            if (here == 0) continue;
            pips += here * point;
            pips_home += here * std::max(0, point - 6);
            rear = point;
            if (point == bar) break;
            occupied |= point_bit(point);
            (here > 1 ? made : blots) |= point_bit(point);
        }
    }

    [[nodiscard]] int at(int point) const { return checkers[static_cast<std::size_t>(point)]; }

    [[nodiscard]] int count(int first, int last) const {
        int sum = 0;
        for (int point = first; point <= last; ++point) sum += at(point);
        return sum;
    }

    [[nodiscard]] int pips_between(int first, int last) const {
        int sum = 0;
        for (int point = first; point <= last; ++point) sum += point * at(point);
        return sum;
    }

    // Pips of the checkers that are past the opponent's rearmost checker.
    [[nodiscard]] int pips_past(int rear_of_other) const {
        return pips_between(1, 24 - std::min(rear_of_other, 24));
    }

    // Checkers beyond two on each of the two lowest points, which are out of play.
    [[nodiscard]] int out_of_play() const {
        return std::max(0, at(1) - 2) + std::max(0, at(2) - 2);
    }

    // Checkers beyond four on a point.
    [[nodiscard]] int stacked_checkers() const {
        int sum = 0;
        for (int point = 1; point <= 24; ++point) sum += std::max(0, at(point) - 4);
        return sum;
    }

    // How often checkers still have to cross into the next quarter of the board, or off it.
    [[nodiscard]] int crossovers() const {
        int sum = 0;
        for (int point = 1; point <= bar; ++point) sum += at(point) * ((point + 5) / 6);
        return sum;
    }

    // Empty points among 4, 5 and 6.
    [[nodiscard]] int gaps() const { return 3 - std::popcount(occupied >> 4 & 7U); }

    // The variance of the checkers' points, in points squared.
    [[nodiscard]] int variance() const {
        int number = 0, sum = 0, squares = 0;
        for (int point = 1; point <= bar; ++point) {
            number += at(point);
            sum += at(point) * point;
            squares += at(point) * point * point;
        }
        return number == 0 ? 0 : (squares - sum * sum / number) / number;
    }
};

// `hitter` against `victim`, both as `hitter` counts.
inline ShotView shot_view(const SideView& hitter, const SideView& victim) {
    const auto mirrored = [](Points points) {
        Points other = 0;
        for (; points != 0; points &= points - 1)
            other |= point_bit(mirror(std::countr_zero(points)));
        return other;
    };
    return {hitter.occupied, mirrored(victim.made), mirrored(victim.blots), hitter.at(bar)};
}

// The minimum, over points up to `rear`, of the number of rolls that escape the points `made`.
inline int min_escapes(Points made, int rear) {
    int fewest = 36;
    for (int point = 13; point <= rear; ++point) fewest = std::min(fewest, escapes(made, point));
    return fewest;
}

// The sum of the escaping rolls of the eight rearmost checkers outside the home board.
inline int escaping_rolls(const SideView& own, const SideView& other) {
    int sum = 0, left = 8;
    for (int point = bar; point > 6 && left > 0; --point) {
        const int here = std::min(own.at(point), left);
        left -= here;
        if (here > 0) sum += here * escapes(other.made, point);
    }
    return sum;
}

// A side's timing: checkers that escape the opponent's block with at most a third of the rolls,
// and the pips that the other checkers can still play before they are home.
struct Trapped {
    int checkers = 0, spare_pips = 0;
};

inline Trapped trapped(const SideView& own, const SideView& other) {
    static constexpr int max_escapes = 12;  // of 36 rolls
    Trapped sum;
    for (int point = 7; point <= own.rear; ++point) {
        const int here = own.at(point);
        if (here == 0) continue;
        if (escapes(other.made, point) <= max_escapes) {
            sum.checkers += here;
        } else {
            sum.spare_pips += here * (point - 6);
        }
    }
    return sum;
}

// The longest run of consecutive points in the set.
inline int longest_prime(Points made) {
    int length = 0;
    for (; made != 0; made &= made << 1) ++length;
    return length;
}

// Made points among the six in front of the opponent's checker on its point `rear`.
inline int prime_before(Points made, int rear) {
    return rear == 0 ? 0 : std::popcount(made >> (26 - rear) & 0x3FU);
}

// One more than the lowest bit's number, 0 for the empty set.
inline int lowest_bit(Points points) { return points == 0 ? 0 : std::countr_zero(points) + 1; }

}  // namespace zeitnot::backgammon
