// Pawns: which are weak, which hold together, and which are on their way to the last rank.
//
// All by sets: the squares ahead of a pawn and beside its way say what can still meet it (Hartmann,
// "How to extract relevant knowledge from grandmaster games", ICCA Journal 10, 1987, has passed
// pawns and their kings' distances as the largest single terms).
#pragma once

#include "zeitnot/eval/chess_survey.hpp"

namespace zeitnot::chess {

template <int Us>
Pair passed(const Survey& survey, int square) {
    constexpr int them = Us ^ 1;
    const State& state = survey.state;
    const Worths& worths = survey.worths;
    const int rank = own_rank<Us>(square), next = square + ahead<Us>;
    const Pair score = worths.pair_of(passed_pawn, index(rank));
    if (rank < 3) return score;
    Pair more = worths.pair_of(passed_own_king) * steps(state.king_of(Us), next) +
                worths.pair_of(passed_enemy_king) * steps(state.king_of(them), next);
    if (!(survey.occupied & bit(next))) more += worths.pair_of(passed_free);
    if (!(survey.all[them] & bit(next))) more += worths.pair_of(passed_safe);
    return score + more * (rank - 2);
}

// After `men` of both sides, which say what is attacked.
template <int Us>
Pair pawns(const Survey& survey) {
    constexpr int them = Us ^ 1;
    const State& state = survey.state;
    const Worths& worths = survey.worths;
    const Board own = state.men(Us, pawn), enemy = state.men(them, pawn);
    const Board guarded = survey.by[Us][pawn];
    const Board before_own = fill<Us>(up<Us>(own)), before_enemy = fill<them>(up<them>(enemy));
    const Board alone = own & ~beside(files_of(own));
    const Board late = up<them>(up<Us>(own) & survey.by[them][pawn] & ~survey.chased[Us]);
    Pair score = times(worths.pair_of(doubled_pawn), size(own & before_own)) +
                 times(worths.pair_of(isolated_pawn), size(alone)) +
                 times(worths.pair_of(backward_pawn), size(late & ~alone));
    each(own, [&](int square) { score += worths.man(Us, pawn, square); });
    each(own & (guarded | beside(own)),
         [&](int square) { score += worths.pair_of(joined_pawn, index(own_rank<Us>(square))); });
    const Board stopped = before_enemy | beside(before_enemy);
    each(own & ~stopped & ~fill<them>(up<them>(own)),
         [&](int square) { score += passed<Us>(survey, square); });
    return score;
}

}  // namespace zeitnot::chess
