// A position's value as a score for each seat: the game's evaluation, as a win probability.
//
// An evaluation in another unit is converted by the logistic function, like Elo ratings (Elo 1978).
// Its scale is 3.5 times the evaluation's `instability_margin`, so that no game needs its own
// scale. In chess it is 175 centipawns: a pawn more is a win probability of 64 %, as in games of
// people.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>

#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/mcts/captures.hpp"
#include "zeitnot/search/mcts/options.hpp"

namespace zeitnot {

// A game with an evaluation that distinguishes positions before the end.
template <class P>
concept Estimated = TwoPlayerZeroSum<P> &&
                    (ScoreEvaluation<Evaluation<P>, P> || ChanceEvaluation<Evaluation<P>, P>) &&
                    !std::derived_from<Evaluation<P>, PointsEvaluation>;

// Without an evaluation all seats have equal values.
template <Position P>
class LeafValue {
   public:
    explicit LeafValue(const Options& /*options*/) {}
    PerSeat<double> operator()(const P& /*position*/) const {
        return PerSeat<double>::all(max_seats, 0.5);
    }
};

template <Estimated P>
class LeafValue<P> {
   public:
    explicit LeafValue(const Options& options) : evaluation_(make(options)) {}

    PerSeat<double> operator()(const P& position) const {
        const double mover = win_probability(position);
        return position.turn() == 0 ? PerSeat<double>{mover, 1 - mover}
                                    : PerSeat<double>{1 - mover, mover};
    }

    // The win probability of the side to move, after the captures that gain material.
    [[nodiscard]] double win_probability(const P& position) const {
        if constexpr (Capturing<P> && ScoreEvaluation<Evaluation<P>, P>) {
            return probability(evaluation_.reported(after_captures(position, evaluation_)));
        } else {
            return probability(reported(position));
        }
    }

    // The evaluation in the game's unit.
    [[nodiscard]] double reported(const P& position) const {
        return evaluation_.reported(evaluation_(position));
    }

    // Converts a value in the game's unit to a probability.
    static double probability(double value) {
        if constexpr (P::unit == Unit::win_probability) return std::clamp(value, 0.0, 1.0);
        return 1 / (1 + std::exp(-value / scale));
    }

    [[nodiscard]] const Evaluation<P>& evaluation() const { return evaluation_; }

   private:
    static constexpr double scale = 3.5 * Evaluation<P>::instability_margin;

    static Evaluation<P> make(const Options& options) {
        if constexpr (std::is_constructible_v<Evaluation<P>, const Options&>) {
            return Evaluation<P>(options);
        } else {
            return {};
        }
    }

    Evaluation<P> evaluation_;
};

}  // namespace zeitnot
