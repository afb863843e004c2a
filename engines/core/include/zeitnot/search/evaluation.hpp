// The interface of an evaluation; each game specialises it in its own header.
//
// Alpha-beta uses integers, of which only the order matters. Expectiminimax averages, so its values
// must be proportional to the expected result, within known bounds, which Star1 needs for pruning.
#pragma once

#include <concepts>

#include "zeitnot/concepts.hpp"
#include "zeitnot/search/score.hpp"

namespace zeitnot {

template <Position P>
struct Evaluation;

// `e(p)` estimates for the side to move; `final_score` is seat 0's; `reported` turns a score into
// the game's unit. The optional `order_bonus(p, move, depth)` helps to order moves (0..16384).
// `instability_margin`: a large drop of the value from one iteration to the next, in the game's
// unit; a search whose value drops by as much takes more time (see time_manager.hpp).
template <class E, class P>
concept ScoreEvaluation = requires(const E& e, const P& p, const Outcome& end, Score score) {
    { e(p) } -> std::same_as<Score>;
    { e.final_score(end) } -> std::same_as<Score>;
    { e.reported(score) } -> std::same_as<double>;
    { E::instability_margin } -> std::convertible_to<double>;
};

// `e(p)` and `final_value(p, end)` are for the side to move, all within [-bound, bound];
// `ends_are_exact` is whether final values are exact, so that a value can be proved.
template <class E, class P>
concept ChanceEvaluation = requires(const E& e, const P& p, const Outcome& end, double value) {
    { e(p) } -> std::same_as<double>;
    { e.final_value(p, end) } -> std::same_as<double>;
    { E::bound } -> std::convertible_to<double>;
    { E::instability_margin } -> std::convertible_to<double>;
    { e.ends_are_exact() } -> std::same_as<bool>;
    { e.reported(value) } -> std::same_as<double>;
};

// A game that alpha-beta or expectiminimax can search: these assume a zero sum, and they look at
// positions, not at the history that superko needs.
template <class P>
concept Evaluated = TwoPlayerZeroSum<P> && !Superko<P> &&
                    (ScoreEvaluation<Evaluation<P>, P> || ChanceEvaluation<Evaluation<P>, P>);

// An evaluation that names the moves of a node that are worth a search; see candidates.hpp.
template <class P>
concept NamesCandidates =
    requires(const Evaluation<P>& e, const P& p, int depth, typename P::Moves& moves) {
        { e.candidates(p, depth, moves) } -> std::same_as<bool>;
    };

// For games that are won, drawn or lost.
struct WonOrLost {
    [[nodiscard]] static Score final_score(const Outcome& end) {
        return end.scores[0] == 0.5 ? 0 : end.scores[0] > 0.5 ? win_score : -win_score;
    }
};

// For such games that are small enough to be searched without a static evaluation.
struct PointsEvaluation : WonOrLost {
    static constexpr double instability_margin = 1;  // from a draw to a loss
    Score operator()(const auto& /*position*/) const { return 0; }
    [[nodiscard]] static double reported(Score score) {
        return is_decisive(score) ? (score > 0 ? 1.0 : -1.0) : 0.0;
    }
};

}  // namespace zeitnot
