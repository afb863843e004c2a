// Static exchange evaluation (SEE): the gain of a capture if both sides recapture as long as it
// pays (Reul, "Static exchange evaluation with alpha-beta approach", ICGA 2010).
//
// The least valuable piece captures first, and either side may stop. Pins and checks are ignored.
#pragma once

#include <algorithm>

#include "zeitnot/men/state.hpp"

namespace zeitnot::chess {

// The values of pieces in exchanges, in centipawns, by kind.
inline constexpr std::array<int, 7> exchange_values{100, 325, 335, 500, 975, 10000, 0};

constexpr int exchange_value(Kind kind) { return exchange_values[kind]; }

// The piece on the target square, which castling does not capture.
inline Piece captured(const State& state, Move move) {
    const Piece piece = state.at[index(to_of(move))];
    return piece != none && is_special(move, Special::castling) ? none : piece;
}

// The immediate gain of a move: the captured piece, and the value added by a promotion.
inline int gain(const State& state, Move move) {
    if (is_special(move, Special::en_passant)) return exchange_value(pawn);
    const int taken = exchange_value(kind_of(captured(state, move)));
    return is_promotion(move) ? taken + exchange_value(promoted(move)) - exchange_value(pawn)
                              : taken;
}

// The value of the piece on the target square after the move.
inline int stake(const State& state, Move move) {
    return exchange_value(is_promotion(move) ? promoted(move)
                                             : kind_of(state.at[index(from_of(move))]));
}

// The kind of the least valuable of these pieces.
inline Kind least_valuable_kind(const State& state, Board pieces) {
    Kind kind = pawn;
    while ((state.kinds[kind] & pieces) == 0) ++kind;
    return kind;
}

inline int see(const State& state, Move move) {
    const int to = to_of(move);
    if (is_special(move, Special::castling)) return 0;
    std::array<int, 32> gains;  // for the side that captures at each step
    gains[0] = gain(state, move);
    Board occupied = state.occupied() ^ bit(from_of(move));
    if (is_special(move, Special::en_passant)) occupied ^= bit(to_of(move) ^ 8);
    int target_value = stake(state, move);
    Board capturers =
        (state.attackers(white, to, occupied) | state.attackers(black, to, occupied)) & occupied;
    std::size_t step = 0;
    for (int side = state.turn ^ 1;; side ^= 1) {
        const Board own = capturers & state.sides[index(side)];
        if (own == 0) break;
        const Kind kind = least_valuable_kind(state, own);
        if (kind == king && (capturers & state.sides[index(side ^ 1)]) != 0) break;
        ++step;
        gains[step] = target_value - gains[step - 1];
        target_value = exchange_value(kind);
        occupied ^= bit(first(own & state.kinds[kind]));
        // Sliders behind the piece that has captured.
        capturers |= (rook_attacks(to, occupied) & (state.kinds[rook] | state.kinds[queen])) |
                     (bishop_attacks(to, occupied) & (state.kinds[bishop] | state.kinds[queen]));
        capturers &= occupied;
    }
    for (; step > 0; --step) gains[step - 1] = -std::max(-gains[step - 1], gains[step]);
    return gains[0];
}

}  // namespace zeitnot::chess
