// The interface of an evaluation for any number of seats, and the scores of the searches that use
// it.
//
// A seat's score is the result that it expects, from 0, the last rank, to 1, the first, in
// millionths. An end that is wanted counts a little more the sooner it comes, and one that is not,
// the later.
#pragma once

#include <algorithm>
#include <concepts>

#include "zeitnot/concepts.hpp"
#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

using SeatScores = PerSeat<Score>;

inline constexpr Score sure_score = 1'000'000;

// `e(p)`: what each seat expects, their sum always the same but for `sum_slack` a seat. `gain(p,
// move)`: what the seat to move gains by a move, in hundredths of a move; it orders moves. At the
// last ply only the `last_moves` best by gain are tried, and before it `breadth(depth)` of them,
// none that gains less than `least_gain`. `swing`: see evaluation.hpp.
template <class E, class P>
concept SeatEvaluation = requires(const E& e, const P& p, typename P::Move move, int depth) {
    { e(p) } -> std::same_as<SeatScores>;
    { e.gain(p, move) } -> std::same_as<int>;
    { e.breadth(depth) } -> std::same_as<std::size_t>;
    { E::last_moves } -> std::convertible_to<std::size_t>;
    { E::least_gain } -> std::convertible_to<int>;
    { E::sum_slack } -> std::convertible_to<Score>;
    { E::swing } -> std::convertible_to<double>;
};

// A game that max^n and paranoid search.
template <class P>
concept SeatEvaluated = CountsSeats<P> && Deterministic<P> && !Superko<P> && !Observable<P> &&
                        SeatEvaluation<Evaluation<P>, P>;

// The scores of a finished game, `ply` plies from the root.
inline SeatScores end_scores(const Outcome& end, int ply) {
    auto scores = SeatScores::all(end.scores.size(), 0);
    for (int seat = 0; seat < scores.size(); ++seat) {
        const double score = end.scores[seat];
        scores[seat] = static_cast<Score>(score * sure_score) + (score < 0.5 ? ply : -ply);
    }
    return scores;
}

inline double expected_of(Score score) {
    return std::clamp(static_cast<double>(score) / sure_score, 0.0, 1.0);
}

}  // namespace zeitnot
