// The interface of an evaluation for any number of seats, and the scores of the searches that use
// it.
//
// A seat's score is its expected result in millionths, from 0 for the last rank to 1 for the first.
// An end counts a little less the later it comes, so that a seat does not postpone a certain
// result; the last rank counts a little more.
#pragma once

#include <algorithm>
#include <concepts>

#include "zeitnot/concepts.hpp"
#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

using SeatScores = PerSeat<Score>;

inline constexpr Score max_seat_score = 1'000'000;

// `e(p)` is the expected score of each seat. Their sum is constant, except for `sum_slack` per
// seat. The closer a seat is to a certain end, the higher its score should be, but always below
// that of the end. `gain(p, move)`, for ordering, is what the seat to move gains by a move, in
// hundredths of a move. At the last ply the search tries only the `last_moves` moves with the
// highest gain, before it `breadth(depth)` moves, and none that gains less than `min_gain`.
// `instability_margin`: see evaluation.hpp.
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

// A game that max^n and paranoid search can search.
template <class P>
concept SeatEvaluated = CountsSeats<P> && Deterministic<P> && !Superko<P> && !Observable<P> &&
                        SeatEvaluation<Evaluation<P>, P>;

// Scores of ends are odd and all others even, so that the table recognises scores that count plies.
// The last rank is below all expected scores, and below 0.
inline constexpr Score last_score = -16'383;
static_assert(last_score + 2 * max_ply < 0);

// The scores of a finished game, `ply` plies from the root.
inline SeatScores end_scores(const Outcome& end, int ply) {
    auto scores = SeatScores::all(end.scores.size(), 0);
    for (int seat = 0; seat < scores.size(); ++seat) {
        const auto score = static_cast<Score>(end.scores[seat] * max_seat_score);
        scores[seat] = score > 0 ? (score | 1) - 2 * ply : last_score + 2 * ply;
    }
    return scores;
}

// The scores of a position that is not over.
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

inline double expected_result(Score score) {
    return std::clamp(static_cast<double>(score) / max_seat_score, 0.0, 1.0);
}

}  // namespace zeitnot
