// The probabilities of a backgammon game's outcomes for one side, and the utility of each outcome
// in a single game or in a match.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "games/backgammon/match.hpp"

namespace zeitnot::backgammon {

// Cumulative probabilities: `win` includes gammons, which include backgammons.
struct Chances {
    double win = 0, win_gammon = 0, win_backgammon = 0, lose_gammon = 0, lose_backgammon = 0;

    [[nodiscard]] Chances reversed() const {
        return {1 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon};
    }
    // In points, without doubling.
    [[nodiscard]] double equity() const {
        return 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon;
    }
};

inline constexpr double gammon_rate = 0.26;  // of all games

// The probability of winning the match, by the points still needed; 0 or fewer: won.
using MatchRow = std::array<double, max_match_length + 1>;

constexpr double at(const MatchRow& row, int points) {
    return points <= 0 ? 1.0 : row[static_cast<std::size_t>(points)];
}

constexpr double at(const std::array<MatchRow, max_match_length + 1>& table, int mine, int theirs) {
    if (mine <= 0) return 1;
    return theirs <= 0 ? 0.0 : at(table[static_cast<std::size_t>(mine)], theirs);
}

inline constexpr auto cubeless_match = [] {
    std::array<MatchRow, max_match_length + 1> table{};
    for (int mine = 1; mine <= max_match_length; ++mine) {
        for (int theirs = 1; theirs <= max_match_length; ++theirs) {
            const double single = at(table, mine - 1, theirs) + at(table, mine, theirs - 1);
            const double gammon = at(table, mine - 2, theirs) + at(table, mine, theirs - 2);
            table[static_cast<std::size_t>(mine)][static_cast<std::size_t>(theirs)] =
                ((1 - gammon_rate) * single + gammon_rate * gammon) / 2;
        }
    }
    return table;
}();

// The trailer's probability of winning the match after the Crawford game. The leader is one point
// away.
inline constexpr auto after_crawford = [] {
    MatchRow row{};
    for (int points = 1; points <= max_match_length; ++points) {
        row[static_cast<std::size_t>(points)] =
            ((1 - gammon_rate) * at(row, points - 2) + gammon_rate * at(row, points - 4)) / 2;
    }
    return row;
}();

// Match equity table: the probability of winning a match, by the points that each side still needs.
//
// Without the cube, it is a recursion over the games, of which `gammon_rate` are gammons. With the
// cube, it is Janowski's formula, 0.5 + 0.85 · difference / (the trailer's points + 6). If one side
// needs one point, it is a recursion again: there is no cube in the Crawford game, and afterwards
// the trailer doubles at once. (Janowski, "Take-points in money games", 1993, and the tables it
// cites, agree within two per cent.)
class MatchEquityTable {
   public:
    // For the side that needs `mine` points; 0 or fewer: it has won.
    [[nodiscard]] static double chance(int mine, int theirs, bool with_cube, bool crawford_next) {
        if (mine <= 0) return 1;
        if (theirs <= 0) return 0;
        if (!with_cube) return at(cubeless_match, mine, theirs);
        if (mine == 1 && theirs == 1) return 0.5;
        if (mine == 1) return 1 - trailer_chance(theirs, crawford_next);
        if (theirs == 1) return trailer_chance(mine, crawford_next);
        const int trailer_points = std::max(mine, theirs);
        return 0.5 + 0.85 * (theirs - mine) / (trailer_points + 6);
    }

   private:
    static constexpr double trailer_chance(int points, bool crawford_next) {
        if (!crawford_next) return at(after_crawford, points);
        return ((1 - gammon_rate) * at(after_crawford, points - 1) +
                gammon_rate * at(after_crawford, points - 2)) /
               2;
    }
};

// The utility for `seat` if `winner` wins the game with `points`: the points in a single game, in a
// match 2 · (probability of winning it) - 1.
inline double utility(MatchState match, int seat, int winner, int points, bool with_cube) {
    if (match.length == 0) return winner == seat ? points : -points;
    match.win(winner, points, with_cube);
    return 2 * MatchEquityTable::chance(match.away(seat), match.away(seat ^ 1), with_cube,
                                        match.crawford) -
           1;
}

}  // namespace zeitnot::backgammon
