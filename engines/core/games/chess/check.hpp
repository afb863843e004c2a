// Whether a move gives check, seen without making it: by the piece that moves, or by one that stood
// behind him.
//
// Search asks before it prunes a quiet move, which is more often than it makes one.
#pragma once

#include "games/chess/state.hpp"

namespace zeitnot::chess {

// Whether a piece of this kind on a square attacks the other.
template <int Us>
bool hits(Kind kind, int from, int target, Board occupied) {
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

// Castling and capturing en passant move more than one piece.
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
    if (hits<Us>(kind, to, target, occupied)) return true;
    const Board way = line(target, from);
    if (way == 0) return false;
    const Board behind = (rook_lines[index(target)] & state.straight(Us)) |
                         (bishop_lines[index(target)] & state.diagonal(Us));
    bool check = false;
    each(behind & way & ~bit(from),
         [&](int sniper) { check = check || (between(target, sniper) & occupied) == 0; });
    return check;
}

}  // namespace zeitnot::chess
