// The value of a game with the doubling cube, from its chances (Janowski, "Take-points in money
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
    // For the side that is to roll.
    CubeValue(const MatchState& match, int seat, const Chances& chances, bool with_cube)
        : match_(match), seat_(seat), chances_(chances), with_cube_(with_cube) {}

    // The value if the side does not double, or cannot.
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
        return utility(match_, seat_, seat_, match_.stake(), with_cube_);
    }

    // The value if the opponent beavers a double; the doubler drops that if it is better.
    [[nodiscard]] double double_beaver() const {
        MatchState doubled = match_;
        ++doubled.cube;
        return CubeValue(doubled, seat_, chances_, with_cube_).if_beavered();
    }

    // The value of the answer to a beaver; the cube is still at the value of the first double.
    [[nodiscard]] double if_beavered() const {
        MatchState doubled = match_;
        ++doubled.cube;
        doubled.owner = static_cast<std::uint8_t>(seat_ ^ 1);
        return std::max(value(doubled),
                        utility(match_, seat_, seat_ ^ 1, match_.stake(), with_cube_));
    }

    [[nodiscard]] double if_doubled() const {
        const double answered = std::min(double_take(), double_drop());
        return match_.can_beaver() ? std::min(answered, double_beaver()) : answered;
    }
    [[nodiscard]] double best() const { return std::max(no_double(), if_doubled()); }

   private:
    static constexpr double cube_efficiency = 0.68, live_take_factor = 0.8;

    struct OutcomeMeans {
        double win, loss;  // mean utility of the games won, and of those lost
        [[nodiscard]] double at(double chance) const { return loss + chance * (win - loss); }
    };

    [[nodiscard]] OutcomeMeans outcome_means(const MatchState& match) const {
        const auto mean = [&](int winner, double all, double gammons, double backgammons) {
            const auto of = [&](int times) {
                return utility(match, seat_, winner, match.worth(times, with_cube_), with_cube_);
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
        const bool mine = with_cube_ && match.can_double(seat_);
        const bool theirs = with_cube_ && match.can_double(seat_ ^ 1);
        if (!mine && !theirs) return dead;
        return cube_efficiency * live(match, means, mine, theirs) + (1 - cube_efficiency) * dead;
    }

    // `mine`, `theirs`: whether this side and the opponent can double.
    [[nodiscard]] double live(const MatchState& match, const OutcomeMeans& undoubled, bool mine,
                              bool theirs) const {
        MatchState doubled = match;
        ++doubled.cube;
        const OutcomeMeans after_take = outcome_means(doubled);
        const int stake = match.stake();
        const double win_by_drop = utility(match, seat_, seat_, stake, with_cube_);
        const double loss_by_drop = utility(match, seat_, seat_ ^ 1, stake, with_cube_);
        // The take points: somewhat lower than those of a dead cube, because the owner of a live
        // cube may redouble.
        const double spread = after_take.win - after_take.loss;
        const double take =
            live_take_factor * std::clamp((loss_by_drop - after_take.loss) / spread, 0.0, 1.0);
        const double their_take =
            live_take_factor * std::clamp((after_take.win - win_by_drop) / spread, 0.0, 1.0);
        double lower_p = 0, upper_p = 1, lower_value = undoubled.loss, upper_value = undoubled.win;
        const double p = chances_.win;
        if (theirs && p >= take) {
            lower_p = take;
            lower_value = loss_by_drop;
        } else if (theirs) {
            upper_p = take;
            upper_value = loss_by_drop;
        }
        if (mine && p < 1 - their_take && upper_p > 1 - their_take) {
            upper_p = 1 - their_take;
            upper_value = win_by_drop;
        } else if (mine && p >= 1 - their_take) {
            lower_p = 1 - their_take;
            lower_value = win_by_drop;
        }
        return upper_p - lower_p < 1e-9 ? lower_value
                                        : lower_value + (p - lower_p) / (upper_p - lower_p) *
                                                            (upper_value - lower_value);
    }

    MatchState match_;
    int seat_;
    Chances chances_;
    bool with_cube_;
};

}  // namespace zeitnot::backgammon
