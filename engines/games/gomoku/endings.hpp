// Threat search for alpha-beta: fours at every node, other threats only at larger remaining depths.
// The effort grows with the depth, so the shallow searches of weak levels see few fours.
#pragma once

#include <algorithm>
#include <optional>

#include "games/gomoku/threats.hpp"
#include "zeitnot/search/score.hpp"

namespace zeitnot {

class GomokuEndings {
   public:
    explicit GomokuEndings(Meter& meter) : threats_(meter) {}

    std::optional<Score> solve(const Gomoku& position, int depth, Score /*alpha*/, Score /*beta*/) {
        return solve(position, effort_of(depth));
    }

    std::optional<Score> solve_root(const Gomoku& position, int depth) {
        gomoku::Effort effort = effort_of(depth);
        effort.positions *= root_factor;
        return solve(position, effort);
    }

    // Appends the winning line of the position solved last. All moves but the first are searched
    // again.
    template <class Line>
    void line(const Gomoku& position, Line& line) {
        if (win_) threats_.line(position, *win_, effort_, line);
    }

   private:
    static constexpr int max_fours = 16, min_threat_depth = 4, max_threats = 12,
                         max_positions = 20'000, root_factor = 32;

    std::optional<Score> solve(const Gomoku& position, const gomoku::Effort& effort) {
        effort_ = effort;
        win_ = threats_.win(position, effort);
        return win_ ? std::optional(win_score - win_->plies) : std::nullopt;
    }

    static gomoku::Effort effort_of(int depth) {
        gomoku::Effort effort{std::clamp(2 * depth - 1, 1, max_fours)};
        if (depth < min_threat_depth) return effort;
        effort.threats = std::min(depth, max_threats);
        effort.positions = std::min(16 << std::min(depth - min_threat_depth, 16), max_positions);
        return effort;
    }

    gomoku::ThreatSearch threats_;
    gomoku::Effort effort_{};
    std::optional<gomoku::ThreatSearch::Win> win_;
};

}  // namespace zeitnot
