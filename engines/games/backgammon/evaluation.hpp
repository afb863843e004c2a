// Backgammon's equity for the side to move: in points, or in a match from -1 to 1.
//
// The probabilities of the outcomes come from networks trained by self-play or, for the kind
// "hand", from a handcrafted evaluation. A formula gives the cubeful equity. Chance nodes may
// average equities because they are linear in the expected result.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "games/backgammon/cube.hpp"
#include "games/backgammon/hand_evaluation.hpp"
#include "games/backgammon/position.hpp"
#include "games/backgammon/weights.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/filter.hpp"
#include "zeitnot/search/learnt.hpp"

namespace zeitnot {

template <>
class Evaluation<Backgammon> {
   public:
    using Weights = backgammon::Networks;

    explicit Evaluation(const Options& options)
        : is_handcrafted_(options.evaluation == "hand"),
          nets_(learnt_weights<Backgammon>(options)) {
        // Computes the tables now so that no search has to wait for them.
        if (!is_handcrafted_) backgammon::init_bear_off();
    }

    static constexpr std::array<std::string_view, 2> kinds{"learnt", "hand"};
    [[nodiscard]] static std::shared_ptr<const Weights> unpack(Bytes packed) {
        return backgammon::unpack(packed);
    }

    // Points; measured in docs/measurements/backgammon.md.
    static constexpr Filter filter{.min_moves = 2, .max_moves = 8, .margin = 0.16};
    static constexpr double instability_margin = 0.1;  // points: the size of a blunder
    // Points: a backgammon with the cube at 64.
    static constexpr double bound = 3 << backgammon::max_cube;

    double operator()(const Backgammon& position) const {
        using Phase = Backgammon::Phase;
        if (position.phase() == Phase::opening) return before_opening(position.match(), position);
        const bool is_doubled = position.phase() == Phase::doubled;
        const int roller = is_doubled ? position.turn() ^ 1 : position.turn();
        const backgammon::CubeValue value(position.match(), roller,
                                          chances(position.board(), roller), position.with_cube());
        if (is_doubled) return -value.if_doubled();
        if (position.phase() == Phase::beavered) return value.if_beavered();
        return position.phase() == Phase::decision ? value.best() : value.no_double();
    }

    // For the side that is about to roll.
    [[nodiscard]] backgammon::Chances chances(const backgammon::Board& board, int seat) const {
        if (is_handcrafted_) return backgammon::HandEvaluation::chances(board, seat);
        return backgammon::learnt_chances(*nets_, board.side(seat), board.side(seat ^ 1));
    }

    [[nodiscard]] static double final_value(const Backgammon& position, const Outcome& end) {
        return position.turn() == 0 ? end.margins[0] : -end.margins[0];
    }

    [[nodiscard]] static bool ends_are_exact() { return true; }
    [[nodiscard]] static double reported(double value) { return value; }

   private:
    // Both sides have equal chances, so only the match score counts.
    static double before_opening(const backgammon::MatchState& match, const Backgammon& position) {
        if (match.length == 0) return 0;
        return 2 * backgammon::MatchEquityTable::chance(match.away(0), match.away(1),
                                                        position.with_cube(), match.crawford) -
               1;
    }

    bool is_handcrafted_ = false;
    std::shared_ptr<const Weights> nets_;
};

}  // namespace zeitnot
