// When another iteration is not worth its time: the soft limit.
//
// A move that has been best for several iterations needs less than its share of the clock, one that
// has just changed or lost ground needs more (Hyatt, "Using time wisely", ICCA Journal 7(1), 1984).
// The hard limit is the deadline of control.hpp, which also ends a begun iteration.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "zeitnot/search/control.hpp"
#include "zeitnot/search/report.hpp"

namespace zeitnot {

class TimeManager {
   public:
    // `swing`: what is much to lose between two iterations, in the unit that is reported.
    TimeManager(const std::optional<std::chrono::milliseconds>& soft, double swing)
        : soft_(soft), swing_(swing) {}

    // Hears of each completed iteration; whether the next one shall not be begun.
    [[nodiscard]] bool enough(const Report& report, double seconds) {
        const double lost = value_ ? std::max(0.0, *value_ - report.value) : 0;
        stable_ = best_ == report.best ? stable_ + 1 : 0;
        best_ = report.best;
        value_ = report.value;
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
    std::optional<std::string> best_;
    std::optional<double> value_;
    int stable_ = 0;
};

}  // namespace zeitnot
