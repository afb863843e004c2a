// From the chances of a game to its value with the doubling cube (Janowski, "Take-points in money
// games", 1993).
//
// With a dead cube (never turned again) the value is the mean of the outcomes. With a fully live
// cube a side doubles exactly where the opponent is indifferent between take and drop, and the
// value is linear from there to the outcomes. The estimate lies between, at `cube_efficiency`.
#pragma once

#include <algorithm>

#include "games/backgammon/chances.hpp"

namespace zeitnot::backgammon {

class CubeValue {
   public:
    // For the side that is to throw.
    CubeValue(const MatchState& match, int seat, const Chances& chances, bool with_cube)
        : match_(match), seat_(seat), chances_(chances), with_cube_(with_cube) {}

    // The value if the side does not double: it throws, has thrown, or may not double.
    [[nodiscard]] double no_double() const { return value(match_); }

    // The value if the opponent takes a double.
    [[nodiscard]] double double_take() const {
        MatchState doubled = match_;
        ++doubled.cube;
        doubled.owner = static_cast<std::uint8_t>(seat_ ^ 1);
        return value(doubled);
    }

    // The value if the opponent drops it.
    [[nodiscard]] double double_drop() const {
        return worth(match_, seat_, seat_, match_.stake(), with_cube_);
    }

    [[nodiscard]] double if_doubled() const { return std::min(double_take(), double_drop()); }
    [[nodiscard]] double best() const { return std::max(no_double(), if_doubled()); }

   private:
    static constexpr double cube_efficiency = 0.68, live_take_factor = 0.8;

    struct OutcomeMeans {
        double win, loss;  // mean worth of the games won, and of those lost
        [[nodiscard]] double at(double chance) const { return loss + chance * (win - loss); }
    };

    [[nodiscard]] OutcomeMeans outcome_means(const MatchState& match) const {
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
        const OutcomeMeans means = outcome_means(match);
        const double dead = means.at(chances_.win);
        const bool mine = with_cube_ && match.may_double(seat_);
        const bool theirs = with_cube_ && match.may_double(seat_ ^ 1);
        if (!mine && !theirs) return dead;
        return cube_efficiency * live(match, means, mine, theirs) + (1 - cube_efficiency) * dead;
    }

    // `mine`, `theirs`: who may double.
    [[nodiscard]] double live(const MatchState& match, const OutcomeMeans& now, bool mine,
                              bool theirs) const {
        MatchState doubled = match;
        ++doubled.cube;
        const OutcomeMeans after_take = outcome_means(doubled);
        const int stake = match.stake();
        const double win_by_drop = worth(match, seat_, seat_, stake, with_cube_);
        const double loss_by_drop = worth(match, seat_, seat_ ^ 1, stake, with_cube_);
        // Take points: where a dead cube would just be taken, and somewhat lower, because the owner
        // of a live cube may redouble.
        const double spread = after_take.win - after_take.loss;
        const double take =
            live_take_factor * std::clamp((loss_by_drop - after_take.loss) / spread, 0.0, 1.0);
        const double their_take =
            live_take_factor * std::clamp((after_take.win - win_by_drop) / spread, 0.0, 1.0);
        double left = 0, right = 1, low = now.loss, high = now.win;
        const double p = chances_.win;
        if (theirs && p >= take) {
            left = take;
            low = loss_by_drop;
        } else if (theirs) {
            right = take;
            high = loss_by_drop;
        }
        if (mine && p < 1 - their_take && right > 1 - their_take) {
            right = 1 - their_take;
            high = win_by_drop;
        } else if (mine && p >= 1 - their_take) {
            left = 1 - their_take;
            low = win_by_drop;
        }
        return right - left < 1e-9 ? low : low + (p - left) / (right - left) * (high - low);
    }

    MatchState match_;
    int seat_;
    Chances chances_;
    bool with_cube_;
};

}  // namespace zeitnot::backgammon
