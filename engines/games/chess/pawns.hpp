// Pawn structure: weak, connected and passed pawns.
//
// Computed on bit sets of the squares in front of pawns and of the adjacent files. Hartmann ("How
// to extract relevant knowledge from grandmaster games", ICCA Journal 10, 1987) finds passed pawns
// and the kings' distances to them to be the largest single terms.
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
    Pair bonus = values.pair_of(passed_own_king) * distance(state.king_of(Us), next) +
                 values.pair_of(passed_enemy_king) * distance(state.king_of(them), next);
    if (!(info.occupied & bit(next))) bonus += values.pair_of(passed_free);
    if (!(info.attacked[them] & bit(next))) bonus += values.pair_of(passed_safe);
    return score + bonus * (rank - 2);
}

// Call `pieces` for both sides first: it fills in the attacked squares.
template <int Us>
Pair pawns(const EvalInfo& info) {
    constexpr int them = Us ^ 1;
    const State& state = info.state;
    const Values& values = info.values;
    const Board own = state.pieces(Us, pawn), enemy = state.pieces(them, pawn);
    const Board guarded = info.attacked_by[Us][pawn];
    const Board front_of_own = fill<Us>(up<Us>(own)), front_of_enemy = fill<them>(up<them>(enemy));
    const Board isolated = own & ~adjacent_files(files_of(own));
    const Board backward =
        up<them>(up<Us>(own) & info.attacked_by[them][pawn] & ~info.pawn_attack_span[Us]);
    Pair score = times(values.pair_of(doubled_pawn), size(own & front_of_own)) +
                 times(values.pair_of(isolated_pawn), size(isolated)) +
                 times(values.pair_of(backward_pawn), size(backward & ~isolated));
    each(own, [&](int square) { score += values.piece(Us, pawn, square); });
    each(own & (guarded | adjacent_files(own)),
         [&](int square) { score += values.pair_of(joined_pawn, index(own_rank<Us>(square))); });
    const Board stopped = front_of_enemy | adjacent_files(front_of_enemy);
    each(own & ~stopped & ~fill<them>(up<them>(own)),
         [&](int square) { score += passed<Us>(info, square); });
    return score;
}

}  // namespace zeitnot::chess
