// Threat-space search as alpha-beta uses it: fours at every node, other threats where the search is
// still deep, with more effort the deeper it is. A search of few plies, as weak levels make them,
// sees few fours.
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
        effort_ = effort_of(depth);
        const auto found = threats_.win(position, effort_);
        if (!found) return std::nullopt;
        return win_score - found->plies;
    }

    std::optional<Score> solve_root(const Gomoku& position, int depth) {
        effort_ = effort_of(depth);
        effort_.positions *= root_share;
        const auto found = threats_.win(position, effort_);
        return found ? std::optional(win_score - found->plies) : std::nullopt;
    }

    // Appends the winning line of the position solved last.
    template <class Line>
    void line(const Gomoku& position, Line& line) {
        threats_.line(position, effort_, line);
    }

   private:
    static constexpr int most_fours = 16, threats_from = 4, most_threats = 12,
                         most_positions = 20'000, root_share = 32;

    static gomoku::Effort effort_of(int depth) {
        gomoku::Effort effort{std::clamp(2 * depth - 1, 1, most_fours)};
        if (depth < threats_from) return effort;
        effort.threats = std::min(depth, most_threats);
        effort.positions = std::min(16 << std::min(depth - threats_from, 16), most_positions);
        return effort;
    }

    gomoku::ThreatSearch threats_;
    gomoku::Effort effort_{};
};

}  // namespace zeitnot
