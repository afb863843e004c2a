// The soft limit: decides whether a search begins another iteration.
//
// If the best move has not changed for several iterations, the search needs less time than
// allotted; if it has just changed, or its value has dropped, the search needs more (Hyatt, "Using
// time wisely", ICCA Journal 7(1), 1984). The hard limit is the deadline of control.hpp, which
// interrupts an iteration.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "zeitnot/search/control.hpp"

namespace zeitnot {

template <class Move>
class TimeManager {
   public:
    // `instability_margin`: a large drop of the value between two iterations, in the game's unit.
    TimeManager(const std::optional<std::chrono::milliseconds>& soft, double instability_margin)
        : soft_(soft), instability_margin_(instability_margin) {}

    // Called after each completed iteration with its best move (none before a throw) and value;
    // returns whether the search should not begin another.
    [[nodiscard]] bool should_stop(const std::optional<Move>& best, double value, double seconds) {
        const double drop = std::max(0.0, value_ - value);
        const bool same = has_best_ == best.has_value() && best_ == best.value_or(best_);
        stable_iterations_ = same ? stable_iterations_ + 1 : 0;
        has_best_ = best.has_value();
        best_ = best.value_or(best_);
        value_ = value;
        if (!soft_) return false;
        const double soft_s = std::chrono::duration<double>(*soft_).count();
        return seconds >= soft_s * factor(drop / instability_margin_);
    }

   private:
    // The part of the soft limit to use: 0.5 to 2.4.
    [[nodiscard]] double factor(double drop) const {
        const double stability_factor = std::max(0.5, 1.2 - 0.1 * stable_iterations_);
        return stability_factor * (1 + std::min(drop, 1.0));
    }

    std::optional<std::chrono::milliseconds> soft_;
    double instability_margin_;
    // The best move of the last iteration. It is not an optional<Move>, because GCC 12 warns about
    // the content of an empty one.
    bool has_best_ = false;
    Move best_{};
    double value_ = -std::numeric_limits<double>::infinity();
    int stable_iterations_ = 0;
};

}  // namespace zeitnot
