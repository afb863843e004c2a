// Decides when a search reports, and when it may stop early.
//
// A search reports each time its simulations have doubled, and a few times a second. With a soft
// limit it ends as soon as the second move cannot overtake the first in the time left (Baudiš and
// Gailly, "Pachi: state of the art open source Go program", 2011). It does not check this before a
// tenth of the limit, because the first simulations do not show the speed, and because a reused
// tree may have a leader that new simulations would change.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "zeitnot/search/control.hpp"

namespace zeitnot {

class Schedule {
   public:
    // `has_choice`: whether there is more than one move.
    Schedule(const Control& control, bool has_choice) : control_(control) {
        if (control.soft()) soft_s_ = std::chrono::duration<double>(*control.soft()).count();
        next_decision_s_ = control.soft() && !has_choice ? 0 : soft_s_ / 10;
    }

    [[nodiscard]] bool report_due() {
        const std::uint64_t nodes = control_.nodes();
        const double seconds = control_.seconds();
        if (nodes < next_nodes_ && seconds < next_s_) return false;
        if (nodes >= next_nodes_) next_nodes_ *= 2;
        next_s_ = seconds + interval_s;
        return true;
    }

    // Whether it is time to check `is_decided`.
    [[nodiscard]] bool decision_due() {
        if (control_.seconds() < next_decision_s_) return false;
        next_decision_s_ = control_.seconds() + soft_s_ / 50;
        return true;
    }

    // Whether the search may stop. `lead`: the visits of the best move less those of the second;
    // empty if there is only one move.
    [[nodiscard]] bool is_decided(const std::optional<std::uint32_t>& lead) const {
        const double seconds = control_.seconds();
        if (!lead || seconds >= soft_s_) return true;
        const double left = static_cast<double>(control_.nodes()) * (soft_s_ / seconds - 1);
        return *lead > left;
    }

   private:
    static constexpr double interval_s = 0.25;

    const Control& control_;
    double soft_s_ = std::numeric_limits<double>::infinity();
    std::uint64_t next_nodes_ = 256;
    double next_s_ = interval_s;
    double next_decision_s_ = 0;
};

}  // namespace zeitnot
