// Threats to pieces, and to the king: his shelter, and how many pieces bear down on the squares
// round him.
//
// What attackers are worth together grows faster than their number, so the danger they add up to
// counts by its square (as in "Stockfish" and others since Glaurung, 2004).
#pragma once

#include <algorithm>

#include "games/chess/eval_info.hpp"

namespace zeitnot::chess {

// By Us on the other side's pieces.
template <int Us>
Pair threats(const EvalInfo& info) {
    constexpr int them = Us ^ 1;
    const State& state = info.state;
    const Values& values = info.values;
    const auto& by = info.by[Us];
    const Board enemy = state.sides[them] & ~state.kinds[king];
    const Board major = enemy & (state.kinds[rook] | state.kinds[queen]);
    return times(values.pair_of(pawn_threat), size(by[pawn] & enemy & ~state.kinds[pawn])) +
           times(values.pair_of(minor_threat), size((by[knight] | by[bishop]) & major)) +
           times(values.pair_of(rook_threat), size(by[rook] & major & state.kinds[queen])) +
           times(values.pair_of(hanging), size(info.all[Us] & enemy & ~info.all[them]));
}

// The pawns of both sides before Us's king, on his file and beside it.
template <int Us>
Pair cover(const EvalInfo& info, int at) {
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

// The danger of safe checks to Us's king, by the kind of piece that could give them.
template <int Us>
int checks(const EvalInfo& info, int at, Board weak) {
    constexpr int them = Us ^ 1;
    const auto& by = info.by[them];
    const Board safe = ~info.state.sides[them] & (~info.all[Us] | (weak & info.twice[them]));
    const Board straight = rook_attacks(at, info.occupied) & safe;
    const Board diagonal = bishop_attacks(at, info.occupied) & safe;
    int danger = 0;
    const auto add = [&](Kind kind, Board squares) {
        if (squares) danger += info.values.single(danger_checks, kind - knight);
    };
    add(knight, knight_attacks[index(at)] & safe & by[knight]);
    add(bishop, diagonal & by[bishop]);
    add(rook, straight & by[rook]);
    add(queen, (straight | diagonal) & by[queen]);
    return danger;
}

// The value of Us's king on its square. After `pieces` of both sides.
template <int Us>
Pair king_safety(const EvalInfo& info) {
    constexpr int them = Us ^ 1;
    const Values& values = info.values;
    const int at = info.state.king_of(Us);
    const Pair score = values.piece(Us, king, at) + cover<Us>(info, at);
    if (info.danger[Us] == 0) return score;
    const auto& by = info.by[Us];
    const Board weak = info.all[them] & ~info.twice[Us] & (~info.all[Us] | by[king] | by[queen]);
    int danger = info.danger[Us] + values.single(danger_start) + checks<Us>(info, at, weak);
    danger += values.single(danger_weak) * static_cast<int>(size(king_attacks[index(at)] & weak));
    if (info.state.pieces(them, queen) == 0) danger += values.single(danger_calm);
    danger = std::clamp(danger, 0, 3000);
    return score - pair(danger * danger / 4096, danger / 16);
}

}  // namespace zeitnot::chess
