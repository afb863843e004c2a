// Threats to pieces, and king safety: the pawn shelter, and the attackers of the squares around the
// king.
//
// The value of an attack grows faster than the number of attackers, so the penalty is the square of
// the danger (as in Stockfish and others since Glaurung, 2004).
#pragma once

#include <algorithm>

#include "games/chess/eval_info.hpp"

namespace zeitnot::chess {

// Threats by Us to the opponent's pieces.
template <int Us>
Pair threats(const EvalInfo& info) {
    constexpr int them = Us ^ 1;
    const State& state = info.state;
    const Values& values = info.values;
    const auto& attacked_by = info.attacked_by[Us];
    const Board enemy = state.sides[them] & ~state.kinds[king];
    const Board major = enemy & (state.kinds[rook] | state.kinds[queen]);
    return times(values.pair_of(pawn_threat),
                 size(attacked_by[pawn] & enemy & ~state.kinds[pawn])) +
           times(values.pair_of(minor_threat),
                 size((attacked_by[knight] | attacked_by[bishop]) & major)) +
           times(values.pair_of(rook_threat),
                 size(attacked_by[rook] & major & state.kinds[queen])) +
           times(values.pair_of(hanging), size(info.attacked[Us] & enemy & ~info.attacked[them]));
}

// Shelter and storm: the pawns of both sides in front of Us's king, on its file and the adjacent
// ones.
template <int Us>
Pair king_shelter(const EvalInfo& info, int at) {
    const State& state = info.state;
    const Board ahead = fill<Us>(rank(at / 8));
    const int middle_file = std::clamp(at % 8, 1, 6);
    Pair score = 0;
    for (int x = middle_file - 1; x <= middle_file + 1; ++x) {
        const auto nearest = [&](int side) -> std::size_t {
            const Board pieces = state.pieces(side, pawn) & file(x) & ahead;
            if (pieces == 0) return 0;
            return index(own_rank<Us>(Us == white ? first(pieces) : 63 - std::countl_zero(pieces)));
        };
        score +=
            info.values.pair_of(shelter, nearest(Us)) + info.values.pair_of(storm, nearest(Us ^ 1));
    }
    return score;
}

// The danger to Us's king of safe checks, for each kind of piece that can give one. `weak`: squares
// that Us defends poorly.
template <int Us>
int safe_checks(const EvalInfo& info, int at, Board weak) {
    constexpr int them = Us ^ 1;
    const auto& attacked_by = info.attacked_by[them];
    const Board safe =
        ~info.state.sides[them] & (~info.attacked[Us] | (weak & info.attacked_twice[them]));
    const Board straight = rook_attacks(at, info.occupied) & safe;
    const Board diagonal = bishop_attacks(at, info.occupied) & safe;
    int danger = 0;
    const auto add = [&](Kind kind, Board squares) {
        if (squares) danger += info.values.single(danger_checks, kind - knight);
    };
    add(knight, knight_attacks[index(at)] & safe & attacked_by[knight]);
    add(bishop, diagonal & attacked_by[bishop]);
    add(rook, straight & attacked_by[rook]);
    add(queen, (straight | diagonal) & attacked_by[queen]);
    return danger;
}

// The value of Us's king on its square. Call `pieces` for both sides first.
template <int Us>
Pair king_safety(const EvalInfo& info) {
    constexpr int them = Us ^ 1;
    const Values& values = info.values;
    const int at = info.state.king_of(Us);
    const Pair score = values.piece(Us, king, at) + king_shelter<Us>(info, at);
    if (info.danger[Us] == 0) return score;
    const auto& attacked_by = info.attacked_by[Us];
    const Board weak = info.attacked[them] & ~info.attacked_twice[Us] &
                       (~info.attacked[Us] | attacked_by[king] | attacked_by[queen]);
    static constexpr int max_danger = 3000;
    int danger = info.danger[Us] + values.single(danger_start) + safe_checks<Us>(info, at, weak);
    danger += values.single(danger_weak) * static_cast<int>(size(king_attacks[index(at)] & weak));
    if (info.state.pieces(them, queen) == 0) danger += values.single(danger_calm);
    danger = std::clamp(danger, 0, max_danger);
    return score - pair(danger * danger / 4096, danger / 16);
}

}  // namespace zeitnot::chess
