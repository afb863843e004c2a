// Handcrafted evaluation of a backgammon position: the race, blots, made points, checkers on the
// bar, primes.
#pragma once

#include <algorithm>
#include <cmath>

#include "games/backgammon/board.hpp"
#include "games/backgammon/chances.hpp"

namespace zeitnot::backgammon {

// The pip count: the points that all checkers still have to travel. The bar counts 25.
inline int pips(const Side& side) {
    int sum = 0;
    for (std::size_t point = 1; point <= bar; ++point) sum += static_cast<int>(point) * side[point];
    return sum;
}

// The farthest point with a checker; 0 if all are off.
inline int rear(const Side& side) {
    int point = bar;
    while (point > 0 && side[static_cast<std::size_t>(point)] == 0) --point;
    return point;
}

// Whether the two sides' checkers have not all passed each other.
inline bool has_contact(const Board& board) {
    return rear(board.side(0)) + rear(board.side(1)) > 25;
}

class HandEvaluation {
   public:
    // For the side that is about to roll.
    [[nodiscard]] static Chances chances(const Board& board, int seat) {
        const Side& own = board.side(seat);
        const Side& other = board.side(seat ^ 1);
        const int mine = pips(own), theirs = pips(other);
        double lead = theirs - mine + 4;  // being about to roll is worth half a roll
        if (has_contact(board)) lead += structure(own, other) - structure(other, own);
        // In longer races, a lead in pips is worth less.
        const double win = sigmoid(1.1 * lead / std::sqrt(mine + theirs + 10.0));
        const double gammon_won = gammon_rate(other, mine), gammon_lost = gammon_rate(own, theirs);
        return {win, win * gammon_won, win * gammon_won * backgammon_rate, (1 - win) * gammon_lost,
                (1 - win) * gammon_lost * backgammon_rate};
    }

   private:
    static constexpr double backgammon_rate = 0.03;  // of gammons

    static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

    // The value of the structure of one side, in pips.
    static double structure(const Side& own, const Side& other) {
        double sum = 0;
        int run = 0;
        for (int point = 1; point <= 24; ++point) {
            const int count = own[static_cast<std::size_t>(point)];
            run = count > 1 ? run + 1 : 0;
            if (count > 1) sum += point_value(point) + 0.7 * run;
            if (count == 1) sum -= risk(point, other);
            if (count > 4) sum -= 0.8 * (count - 4);
        }
        return sum - 9.0 * own[bar];
    }

    static double point_value(int point) {
        if (point >= 4 && point <= 8) return 5;
        return point <= 3 ? 2.5 : point >= 18 && point <= 22 ? 3 : 1;
    }

    // The pips that a hit blot loses times the probability of a hit: 11 to 17 of 36 rolls from up
    // to six points away, about three rolls from farther.
    static double risk(int point, const Side& other) {
        double hit_probability = 0;
        for (int distance = 1; distance <= 12; ++distance) {
            const int from = mirror(point) + distance;
            if (from > bar || other[static_cast<std::size_t>(from)] == 0) continue;
            hit_probability += distance <= 6 ? (10 + distance) / 36.0 : 3 / 36.0;
        }
        return std::min(hit_probability, 1.0) * (25 - point + 6);
    }

    // The fraction of the lost games that are gammons.
    static double gammon_rate(const Side& loser, int winners_pips) {
        if (loser[off] > 0) return 0;
        double pips_home = 0;
        for (int point = 7; point <= bar; ++point)
            pips_home += (point - 6) * loser[static_cast<std::size_t>(point)];
        return sigmoid((pips_home + 8 - winners_pips) / 22.0);
    }
};

}  // namespace zeitnot::backgammon
