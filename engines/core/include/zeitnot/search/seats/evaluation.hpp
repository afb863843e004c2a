// The interface of an evaluation for any number of seats, and the scores of the searches that use
// it.
//
// A seat's score is the result that it expects, from 0, the last rank, to 1, the first, in
// millionths. An end counts a little less the later it comes, so that nobody waits with what it has
// for sure; but the last rank a little more.
#pragma once

#include <algorithm>
#include <concepts>

#include "zeitnot/concepts.hpp"
#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

using SeatScores = PerSeat<Score>;

inline constexpr Score sure_score = 1'000'000;

// `e(p)`: what each seat expects, their sum always the same but for `sum_slack` a seat. A seat that
// comes nearer to an end which is sure should expect less than the end gives it. `gain(p, move)`:
// what the seat to move gains by a move, in hundredths of a move; it orders moves. At the last ply
// only the `last_moves` best by gain are tried, and before it `breadth(depth)` of them, none that
// gains less than `min_gain`. `instability_margin`: see evaluation.hpp.
template <class E, class P>
concept SeatEvaluation = requires(const E& e, const P& p, typename P::Move move, int depth) {
    { e(p) } -> std::same_as<SeatScores>;
    { e.gain(p, move) } -> std::same_as<int>;
    { e.breadth(depth) } -> std::same_as<std::size_t>;
    { E::last_moves } -> std::convertible_to<std::size_t>;
    { E::min_gain } -> std::convertible_to<int>;
    { E::sum_slack } -> std::convertible_to<Score>;
    { E::instability_margin } -> std::convertible_to<double>;
};

// A game that max^n and paranoid search.
template <class P>
concept SeatEvaluated = CountsSeats<P> && Deterministic<P> && !Superko<P> && !Observable<P> &&
                        SeatEvaluation<Evaluation<P>, P>;

// Scores of ends are odd numbers and all others even, so that the table can tell those that count
// plies. The last rank is below all that may be expected, and below 0.
inline constexpr Score last_score = -16'383;
static_assert(last_score + 2 * max_ply < 0);

// The scores of a finished game, `ply` plies from the root.
inline SeatScores end_scores(const Outcome& end, int ply) {
    auto scores = SeatScores::all(end.scores.size(), 0);
    for (int seat = 0; seat < scores.size(); ++seat) {
        const auto score = static_cast<Score>(end.scores[seat] * sure_score);
        scores[seat] = score > 0 ? (score | 1) - 2 * ply : last_score + 2 * ply;
    }
    return scores;
}

// What each seat expects without an end.
template <class E, class P>
SeatScores expected_scores(const E& evaluation, const P& position) {
    SeatScores scores = evaluation(position);
    for (int seat = 0; seat < scores.size(); ++seat) scores[seat] &= ~1;
    return scores;
}

// The table counts plies from the position stored, the search from its root.
constexpr Score seat_score_to_table(Score score, int ply) {
    if (score % 2 == 0) return score;
    return score > 0 ? score + 2 * ply : score - 2 * ply;
}
constexpr Score seat_score_from_table(Score score, int ply) {
    return seat_score_to_table(score, -ply);
}

inline double expected_of(Score score) {
    return std::clamp(static_cast<double>(score) / sure_score, 0.0, 1.0);
}

}  // namespace zeitnot
