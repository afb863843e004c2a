// Handcrafted evaluation of a backgammon position from the features of every beginner's book: the
// race, blots, made points, checkers on the bar, primes.
#pragma once

#include <algorithm>
#include <cmath>

#include "games/backgammon/board.hpp"
#include "games/backgammon/chances.hpp"

namespace zeitnot::backgammon {

// Pip count: the points that all checkers still have to travel, the bar counted as 25.
inline int pips(const Side& side) {
    int sum = 0;
    for (std::size_t point = 1; point <= bar; ++point) sum += static_cast<int>(point) * side[point];
    return sum;
}

// The farthest point on which a checker stands; 0 when all are off.
inline int rear(const Side& side) {
    int point = bar;
    while (point > 0 && side[static_cast<std::size_t>(point)] == 0) --point;
    return point;
}

// Whether checkers of the two sides can still meet.
inline bool has_contact(const Board& board) {
    return rear(board.side(0)) + rear(board.side(1)) > 25;
}

class HandEvaluation {
   public:
    // For the side that is about to throw.
    [[nodiscard]] static Chances chances(const Board& board, int seat) {
        const Side& own = board.side(seat);
        const Side& other = board.side(seat ^ 1);
        const int mine = pips(own), theirs = pips(other);
        double lead = theirs - mine + 4;  // being about to throw is worth half a throw
        if (has_contact(board)) lead += structure(own, other) - structure(other, own);
        // The lead a side needs grows with the throws that are still to come.
        const double win = sigmoid(1.1 * lead / std::sqrt(mine + theirs + 10.0));
        const double gammon_won = gammon_rate(other, mine), gammon_lost = gammon_rate(own, theirs);
        return {win, win * gammon_won, win * gammon_won * backgammon_rate, (1 - win) * gammon_lost,
                (1 - win) * gammon_lost * backgammon_rate};
    }

   private:
    static constexpr double backgammon_rate = 0.03;  // of gammons

    static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

    // What the position is worth beyond its pip count, in pips.
    static double structure(const Side& own, const Side& other) {
        double sum = 0;
        int run = 0;
        for (int point = 1; point <= 24; ++point) {
            const int count = own[static_cast<std::size_t>(point)];
            run = count > 1 ? run + 1 : 0;
            if (count > 1) sum += worth_of_point(point) + 0.7 * run;
            if (count == 1) sum -= risk(point, other);
            if (count > 4) sum -= 0.8 * (count - 4);
        }
        return sum - 9.0 * own[bar];
    }

    static double worth_of_point(int point) {
        if (point >= 4 && point <= 8) return 5;
        return point <= 3 ? 2.5 : point >= 18 && point <= 22 ? 3 : 1;
    }

    // The pips that a blot loses if it is hit, times the probability of a hit: 11 to 17 throws of
    // 36 from up to six points away, about three from farther.
    static double risk(int point, const Side& other) {
        double likely = 0;
        for (int distance = 1; distance <= 12; ++distance) {
            const int from = across(point) + distance;
            if (from > bar || other[static_cast<std::size_t>(from)] == 0) continue;
            likely += distance <= 6 ? (10 + distance) / 36.0 : 3 / 36.0;
        }
        return std::min(likely, 1.0) * (25 - point + 6);
    }

    // The part of the lost games that are gammons.
    static double gammon_rate(const Side& loser, int winners_pips) {
        if (loser[off] > 0) return 0;
        double pips_home = 0;
        for (int point = 7; point <= bar; ++point)
            pips_home += (point - 6) * loser[static_cast<std::size_t>(point)];
        return sigmoid((pips_home + 8 - winners_pips) / 22.0);
    }
};

}  // namespace zeitnot::backgammon
