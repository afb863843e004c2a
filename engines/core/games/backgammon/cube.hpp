// From the chances of a game to its value with the doubling cube (Janowski, "Take-points in money
// games", 1993).
//
// If the cube were dead, the value would be the mean of the ends. If it were live, whoever may turn
// it would do so just where the other is indifferent, and the value would go in straight lines from
// there to the ends. The truth lies between: `live_share` of the way.
#pragma once

#include <algorithm>

#include "games/backgammon/chances.hpp"

namespace zeitnot::backgammon {

class CubeValue {
   public:
    // Of the side that is to throw.
    CubeValue(const MatchState& match, int seat, const Chances& chances, bool with_cube)
        : match_(match), seat_(seat), chances_(chances), with_cube_(with_cube) {}

    // The side has thrown or cannot double now.
    [[nodiscard]] double rolled() const { return value(match_); }

    // The other takes a double.
    [[nodiscard]] double taken() const {
        MatchState doubled = match_;
        ++doubled.cube;
        doubled.owner = static_cast<std::uint8_t>(seat_ ^ 1);
        return value(doubled);
    }

    // The other drops it.
    [[nodiscard]] double dropped() const {
        return worth(match_, seat_, seat_, match_.stake(), with_cube_);
    }

    [[nodiscard]] double doubled() const { return std::min(taken(), dropped()); }
    [[nodiscard]] double best() const { return std::max(rolled(), doubled()); }

   private:
    static constexpr double live_share = 0.68, live_take = 0.8;

    struct Ends {
        double win, loss;  // the mean of the ends that are won, and of those that are lost
        [[nodiscard]] double at(double chance) const { return loss + chance * (win - loss); }
    };

    [[nodiscard]] Ends ends(const MatchState& match) const {
        const auto mean = [&](int winner, double all, double gammons, double backgammons) {
            const int stake = match.stake();
            const auto of = [&](int times) {
                return worth(match, seat_, winner, times * stake, with_cube_);
            };
            if (all < 1e-9) return of(1);
            const double two = gammons / all, three = backgammons / all;
            return (1 - two) * of(1) + (two - three) * of(2) + three * of(3);
        };
        return {mean(seat_, chances_.win, chances_.win_gammon, chances_.win_backgammon),
                mean(seat_ ^ 1, 1 - chances_.win, chances_.lose_gammon, chances_.lose_backgammon)};
    }

    [[nodiscard]] double value(const MatchState& match) const {
        const Ends ends_now = ends(match);
        const double dead = ends_now.at(chances_.win);
        const bool mine = with_cube_ && match.may_double(seat_);
        const bool theirs = with_cube_ && match.may_double(seat_ ^ 1);
        if (!mine && !theirs) return dead;
        return live_share * live(match, ends_now, mine, theirs) + (1 - live_share) * dead;
    }

    // `mine`, `theirs`: who may double.
    [[nodiscard]] double live(const MatchState& match, const Ends& now, bool mine,
                              bool theirs) const {
        MatchState twice = match;
        ++twice.cube;
        const Ends then = ends(twice);
        const int stake = match.stake();
        const double cash = worth(match, seat_, seat_, stake, with_cube_);
        const double given = worth(match, seat_, seat_ ^ 1, stake, with_cube_);
        // Where a dead cube would be taken just so, and a little beyond, as it can come back.
        const double spread = then.win - then.loss;
        const double take = live_take * std::clamp((given - then.loss) / spread, 0.0, 1.0);
        const double other = live_take * std::clamp((then.win - cash) / spread, 0.0, 1.0);
        double left = 0, right = 1, low = now.loss, high = now.win;
        const double p = chances_.win;
        if (theirs && p >= take) {
            left = take;
            low = given;
        } else if (theirs) {
            right = take;
            high = given;
        }
        if (mine && p < 1 - other && right > 1 - other) {
            right = 1 - other;
            high = cash;
        } else if (mine && p >= 1 - other) {
            left = 1 - other;
            low = cash;
        }
        return right - left < 1e-9 ? low : low + (p - left) / (right - left) * (high - low);
    }

    MatchState match_;
    int seat_;
    Chances chances_;
    bool with_cube_;
};

}  // namespace zeitnot::backgammon
