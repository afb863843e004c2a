// Handcrafted evaluation of checkers: men and kings, advancement, the back row, the centre, safe
// steps, runaway men, and the opposition.
//
// The features are Samuel's ("Some studies in machine learning using the game of checkers", IBM
// Journal 3(3), 1959) and those described for Chinook (Schaeffer et al., "A world championship
// caliber checkers program", Artificial Intelligence 53, 1992), blended between opening and ending
// by the remaining pieces. Unit: hundredths of a man.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <span>

#include "games/checkers/endings.hpp"
#include "games/checkers/features.hpp"
#include "games/checkers/position.hpp"
#include "games/checkers/square_sums.hpp"
#include "games/checkers/weights.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

template <>
class Evaluation<Checkers> : public WonOrLost {
   public:
    using Weights = checkers::Weights;
    using Endings = CheckersEndings;
    // A search whose value drops by this many men takes more time.
    static constexpr double instability_margin = 0.5;
    static constexpr const Weights& default_weights = checkers::default_weights;

    Evaluation() : Evaluation(default_weights) {}
    explicit Evaluation(const Weights& weights)
        : weights_(weights),
          man_at_(squares_of(checkers::man_at)),
          king_at_(squares_of(checkers::king_at)) {}
    explicit Evaluation(const Options& options) : Evaluation() {
        tablebase_ = std::dynamic_pointer_cast<const CheckersTablebase>(options.tablebase);
    }

    template <class Table, class Meter>
    [[nodiscard]] CheckersEndings endings(Table& /*table*/, Meter& /*meter*/) const {
        return CheckersEndings(tablebase_);
    }

    Score operator()(const Checkers& position) const {
        return scaled_by_clock(position, unscaled(position));
    }

    // Uses the tablebase's value instead of `score` if the position is in the tablebase.
    [[nodiscard]] Score scaled_by_clock(const Checkers& position, Score score) const {
        if (tablebase_ != nullptr) {
            if (const auto verdict = tablebase_->verdict(position))
                return verdict->value * (known_win - 10 * verdict->distance.value_or(0));
        }
        return score * (clock_divisor - position.clock()) / clock_divisor;
    }

    [[nodiscard]] Score unscaled(const Checkers& position) const {
        const checkers::Sides at = position.sides();
        const int seat = position.turn();
        const int pieces = std::popcount(at.own | at.enemy);
        const checkers::Phase phase{std::clamp(pieces - ending_pieces, 0, opening_pieces)};
        const int own = seat == 0 ? terms<0>(at.own, at.enemy, at.kings, phase)
                                  : terms<1>(at.own, at.enemy, at.kings, phase);
        const int enemy = seat == 0 ? terms<1>(at.enemy, at.own, at.kings, phase)
                                    : terms<0>(at.enemy, at.own, at.kings, phase);
        const int piece_lead = std::popcount(at.own) - std::popcount(at.enemy);
        int score = own - enemy + weights_[checkers::tempo];
        score += weights_[checkers::ahead] * piece_lead * (24 - pieces) / 4;
        if (piece_lead == 0 && (at.own & at.kings) == 0 && (at.enemy & at.kings) == 0)
            score += checkers::has_the_move(at, seat) ? blend(checkers::the_move, phase)
                                                      : -blend(checkers::the_move, phase);
        return score;
    }

    // The score in men; a forced win is reported as 1000 minus the plies to it.
    [[nodiscard]] static double reported(Score score) {
        return is_decisive(score) ? reported_end(score, 1000) : score / 100.0;
    }

   private:
    static constexpr Score known_win = 5000;
    static constexpr int opening_pieces = 16, ending_pieces = 8, clock_divisor = 120;

    [[nodiscard]] int blend(std::size_t group, checkers::Phase phase) const {
        return phase.blend(weights_[group], weights_[group + 1]);
    }

    // The value of a seat's pieces.
    template <int seat>
    [[nodiscard]] int terms(checkers::Board own, checkers::Board enemy, checkers::Board kings,
                            checkers::Phase phase) const {
        using namespace checkers;
        const Board men = own & ~kings, own_kings = own & kings, free = valid & ~(own | enemy);
        Phased by_square = man_at_.of<seat>(men);
        by_square += king_at_.of<seat>(own_kings);
        int score = std::popcount(men) * blend(man_value, phase) +
                    std::popcount(own_kings) * blend(king_value, phase) +
                    phase.blend(by_square.early, by_square.late);
        if ((enemy & ~kings) != 0) score += weights_[back_row + back_row_of<seat>(men)];
        if (own_kings != 0 && (enemy & kings) == 0) score += blend(crowned, phase);
        score += std::popcount(men & behind<seat>(men)) * blend(supported, phase);
        const Board safe = free & ~attacked<seat>(enemy, kings, free);
        for (Board left = own_kings; left != 0; left &= left - 1)
            score += weights_[king_moves + index(std::popcount(around(left & -left) & safe))];
        score += std::popcount(ahead_of<seat>(men) & safe) * blend(free_steps, phase);
        score += std::popcount(exposed_men<seat>(men, enemy, free)) * weights_[exposed];
        const Board racers = runaway_men<seat>(men & can_race<seat>, own | enemy, enemy);
        for (int to_go = 1; racers != 0 && to_go <= 5; ++to_go) {
            score += std::popcount(racers & row_of<seat>(7 - to_go)) *
                     weights_[runaway + index(to_go - 1)];
        }
        return score + std::popcount(trapped_in_dog_hole<seat>(men, enemy)) * weights_[dog_hole];
    }

    [[nodiscard]] std::span<const int, 2 * checkers::squares> squares_of(std::size_t group) const {
        return std::span(weights_).subspan(group).first<2 * checkers::squares>();
    }

    Weights weights_;
    checkers::SquareSums man_at_, king_at_;
    std::shared_ptr<const CheckersTablebase> tablebase_;  // or null
};

}  // namespace zeitnot
