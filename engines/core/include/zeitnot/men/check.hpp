// Whether a move gives check, direct or discovered, without playing it.
//
// The search calls this before it prunes a quiet move, more often than it plays moves.
#pragma once

#include "zeitnot/men/state.hpp"

namespace zeitnot::chess {

// Whether a piece of this kind on `from` attacks `target`.
template <int Us>
bool attacks(Kind kind, int from, int target, Board occupied) {
    const Board at = bit(target);
    const auto open = [&] { return (between(from, target) & occupied) == 0; };
    switch (kind) {
        case pawn:
            return (pawn_attacks[Us][index(from)] & at) != 0;
        case knight:
            return (knight_attacks[index(from)] & at) != 0;
        case bishop:
            return (bishop_lines[index(from)] & at) != 0 && open();
        case rook:
            return (rook_lines[index(from)] & at) != 0 && open();
        case queen:
            return line(from, target) != 0 && open();
        default:
            return false;
    }
}

// The slow way, for castling and en passant, which change more than two squares.
template <int Us>
bool gives_check_by_play(const State& state, Move move) {
    State next = state;
    play<Us>(next, move);
    return next.checkers != 0;
}

template <int Us>
bool gives_check(const State& state, Move move) {
    if (is_special(move, Special::castling) || is_special(move, Special::en_passant))
        return gives_check_by_play<Us>(state, move);
    const int from = from_of(move), to = to_of(move), target = state.king_of(Us ^ 1);
    const Board occupied = (state.occupied() ^ bit(from)) | bit(to);
    const Kind kind = is_promotion(move) ? promoted(move) : kind_of(state.at[index(from)]);
    if (attacks<Us>(kind, to, target, occupied)) return true;
    const Board king_line = line(target, from);
    if (king_line == 0) return false;
    const Board sliders = (rook_lines[index(target)] & state.straight(Us)) |
                          (bishop_lines[index(target)] & state.diagonal(Us));
    bool check = false;
    each(sliders & king_line & ~bit(from),
         [&](int slider) { check = check || (between(target, slider) & occupied) == 0; });
    return check;
}

}  // namespace zeitnot::chess
