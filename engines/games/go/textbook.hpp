// The evaluation of Go for the textbook methods: the area as the board stands, no stone dead.
#pragma once

#include "games/go/position.hpp"
#include "games/go/score.hpp"
#include "laboratory/values.hpp"

namespace zeitnot::laboratory {

// In points after komi, as the end of the game is scored.
template <>
struct TextbookEvaluation<Go> {
    Score operator()(const Go& position) const {
        const int half_points = 2 * position.board().area_margin() - position.komi_half_points();
        const Score lead = go::outcome_of(half_points).margins[0];
        return position.turn() == 0 ? lead : -lead;
    }
    [[nodiscard]] static Score final_score(const Outcome& end) { return end.margins[0]; }
    [[nodiscard]] static double reported(Score score) { return score; }
};

}  // namespace zeitnot::laboratory
