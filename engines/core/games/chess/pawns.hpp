// Pawns: which are weak, which hold together, and which are on their way to the last rank.
//
// All by sets: the squares ahead of a pawn and beside its way say what can still meet it (Hartmann,
// "How to extract relevant knowledge from grandmaster games", ICCA Journal 10, 1987, has passed
// pawns and their kings' distances as the largest single terms).
#pragma once

#include "games/chess/eval_info.hpp"

namespace zeitnot::chess {

template <int Us>
Pair passed(const EvalInfo& info, int square) {
    constexpr int them = Us ^ 1;
    const State& state = info.state;
    const Values& values = info.values;
    const int rank = own_rank<Us>(square), next = square + ahead<Us>;
    const Pair score = values.pair_of(passed_pawn, index(rank));
    if (rank < 3) return score;
    Pair more = values.pair_of(passed_own_king) * steps(state.king_of(Us), next) +
                values.pair_of(passed_enemy_king) * steps(state.king_of(them), next);
    if (!(info.occupied & bit(next))) more += values.pair_of(passed_free);
    if (!(info.all[them] & bit(next))) more += values.pair_of(passed_safe);
    return score + more * (rank - 2);
}

// After `pieces` of both sides, which say what is attacked.
template <int Us>
Pair pawns(const EvalInfo& info) {
    constexpr int them = Us ^ 1;
    const State& state = info.state;
    const Values& values = info.values;
    const Board own = state.pieces(Us, pawn), enemy = state.pieces(them, pawn);
    const Board guarded = info.by[Us][pawn];
    const Board before_own = fill<Us>(up<Us>(own)), before_enemy = fill<them>(up<them>(enemy));
    const Board alone = own & ~beside(files_of(own));
    const Board late = up<them>(up<Us>(own) & info.by[them][pawn] & ~info.pawn_attack_span[Us]);
    Pair score = times(values.pair_of(doubled_pawn), size(own & before_own)) +
                 times(values.pair_of(isolated_pawn), size(alone)) +
                 times(values.pair_of(backward_pawn), size(late & ~alone));
    each(own, [&](int square) { score += values.piece(Us, pawn, square); });
    each(own & (guarded | beside(own)),
         [&](int square) { score += values.pair_of(joined_pawn, index(own_rank<Us>(square))); });
    const Board stopped = before_enemy | beside(before_enemy);
    each(own & ~stopped & ~fill<them>(up<them>(own)),
         [&](int square) { score += passed<Us>(info, square); });
    return score;
}

}  // namespace zeitnot::chess
