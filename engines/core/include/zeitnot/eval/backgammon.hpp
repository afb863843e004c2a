// Backgammon: what a position is worth to the side to move, in points; of a match 1 is the whole.
//
// All of it is a mean of what the ends are worth, so it may be averaged over throws.
#pragma once

#include "zeitnot/eval/backgammon_cube.hpp"
#include "zeitnot/eval/backgammon_hand.hpp"
#include "zeitnot/eval/evaluation.hpp"
#include "zeitnot/games/backgammon.hpp"

namespace zeitnot {

template <>
class Evaluation<Backgammon> {
   public:
    // A backgammon with the cube at 64.
    static constexpr double bound = 3 << backgammon::highest_cube;

    double operator()(const Backgammon& position) const {
        using Phase = Backgammon::Phase;
        if (position.phase() == Phase::opening)
            return before_opening(position.standing(), position);
        const bool answers = position.phase() == Phase::doubled;
        const int thrower = answers ? position.turn() ^ 1 : position.turn();
        const backgammon::CubeValue value(position.standing(), thrower,
                                          chances(position.board(), thrower), position.with_cube());
        if (answers) return -value.doubled();
        return position.phase() == Phase::decision ? value.best() : value.rolled();
    }

    // Of the side that is about to throw.
    [[nodiscard]] static backgammon::Chances chances(const backgammon::Board& board, int seat) {
        return backgammon::HandEvaluation::chances(board, seat);
    }

    [[nodiscard]] static double final_value(const Backgammon& position, const Outcome& end) {
        return position.turn() == 0 ? end.margin : -end.margin;
    }

    [[nodiscard]] static bool ends_are_exact() { return true; }
    [[nodiscard]] static double reported(double value) { return value; }

   private:
    // Level but for the score.
    static double before_opening(const backgammon::Standing& standing, const Backgammon& position) {
        if (standing.length == 0) return 0;
        return 2 * backgammon::MatchTable::chance(standing.away(0), standing.away(1),
                                                  position.with_cube(), standing.crawford) -
               1;
    }
};

}  // namespace zeitnot
