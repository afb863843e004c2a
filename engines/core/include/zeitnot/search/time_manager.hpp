// When another iteration is not worth its time: the soft limit.
//
// A move that has been best for several iterations needs less than its share of the clock, one that
// has just changed or lost ground needs more (Hyatt, "Using time wisely", ICCA Journal 7(1), 1984).
// The hard limit is the deadline of control.hpp, which also ends a begun iteration.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "zeitnot/search/control.hpp"

namespace zeitnot {

template <class Move>
class TimeManager {
   public:
    // `swing`: what is much to lose between two iterations, in the unit that is reported.
    TimeManager(const std::optional<std::chrono::milliseconds>& soft, double swing)
        : soft_(soft), swing_(swing) {}

    // Called after each completed iteration with its best move (none before a throw) and value;
    // returns whether no further iteration is to begin.
    [[nodiscard]] bool enough(const std::optional<Move>& best, double value, double seconds) {
        const double lost = std::max(0.0, value_ - value);
        const bool same = has_best_ == best.has_value() && best_ == best.value_or(best_);
        stable_ = same ? stable_ + 1 : 0;
        has_best_ = best.has_value();
        best_ = best.value_or(best_);
        value_ = value;
        if (!soft_) return false;
        const double share = std::chrono::duration<double>(*soft_).count();
        return seconds >= share * factor(lost / swing_);
    }

   private:
    // How much of the share to take: 0.5 to 2.4 of it.
    [[nodiscard]] double factor(double lost) const {
        const double calm = std::max(0.5, 1.2 - 0.1 * stable_);
        return calm * (1 + std::min(lost, 1.0));
    }

    std::optional<std::chrono::milliseconds> soft_;
    double swing_;
    // As of the last iteration. GCC 12 warns about the content of an empty optional.
    bool has_best_ = false;
    Move best_{};
    double value_ = -std::numeric_limits<double>::infinity();
    int stable_ = 0;
};

}  // namespace zeitnot
