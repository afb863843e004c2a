// Who attacks what: one look at the board that all terms of the evaluation share, and the terms
// that come of it at once: pieces on their squares, their mobility, and their pressure on the king.
//
// The side with more moves tends to win (Slater, "Statistics for the chess computer and the factor
// of mobility", 1950); counted are squares that no enemy pawn guards.
#pragma once

#include "games/chess/values.hpp"

namespace zeitnot::chess {

// Every square from these on in one direction, themselves included.
template <int Us>
constexpr Board fill(Board board) {
    board |= Us == white ? board << 8 : board >> 8;
    board |= Us == white ? board << 16 : board >> 16;
    return board | (Us == white ? board << 32 : board >> 32);
}
constexpr Board files_of(Board board) { return fill<white>(board) | fill<black>(board); }
constexpr Board beside(Board board) { return (board & ~file_a) >> 1 | (board & ~file_h) << 1; }

struct EvalInfo {
    const State& state;
    const Values& values;
    Board occupied;
    std::array<std::array<Board, 6>, 2> by{};  // attacked by pieces of a kind
    std::array<Board, 2> all{}, twice{};       // attacked; attacked by two pieces
    std::array<Board, 2> pawn_attack_span{};   // where the side's pawns attack, now or later
    std::array<int, 2> danger{};               // to the side's king

    EvalInfo(const State& the_state, const Values& the_values)
        : state(the_state), values(the_values), occupied(the_state.occupied()) {
        begin<white>();
        begin<black>();
    }

    void attack(int side, Kind kind, Board squares) {
        const auto i = index(side);
        by[i][kind] |= squares;
        twice[i] |= all[i] & squares;
        all[i] |= squares;
    }

   private:
    template <int Us>
    void begin() {
        const Board pawns = state.pieces(Us, pawn), ways = fill<Us>(pawns);
        attack(Us, pawn, attacks_west<Us>(pawns));
        attack(Us, pawn, attacks_east<Us>(pawns));
        attack(Us, king, king_attacks[index(state.king_of(Us))]);
        pawn_attack_span[Us] = attacks_west<Us>(ways) | attacks_east<Us>(ways);
    }
};

// The value of Us's pieces of one kind by square and mobility; marks what they attack.
template <int Us, Kind K, class Attacks>
Pair men_of(EvalInfo& info, Weight moves, Board area, Attacks attacks_from) {
    constexpr int them = Us ^ 1;
    const Values& values = info.values;
    const int target = info.state.king_of(them);
    const Board near = king_attacks[index(target)];
    Pair score = 0;
    each(info.state.pieces(Us, K), [&](int square) {
        const Board attacks = attacks_from(square);
        score += values.piece(Us, K, square) + values.pair_of(moves, size(attacks & area));
        info.attack(Us, K, attacks);
        if (attacks & near) {
            info.danger[them] +=
                values.single(danger_attackers, K - knight) +
                values.single(danger_squares) * static_cast<int>(size(attacks & near));
        }
    });
    return score;
}

// Where pieces are worth more for the pawns around them.
template <int Us>
Pair places(const EvalInfo& info) {
    constexpr int them = Us ^ 1;
    constexpr Board far = Us == white ? rank(3) | rank(4) | rank(5) : rank(4) | rank(3) | rank(2);
    constexpr Board seventh = Us == white ? rank(6) : rank(1), last = up<Us>(seventh);
    const State& state = info.state;
    const Values& values = info.values;
    const Board own = state.pieces(Us, pawn), enemy = state.pieces(them, pawn);
    const Board posts = far & info.by[Us][pawn] & ~info.pawn_attack_span[them];
    Pair score = times(values.pair_of(outpost, 0), size(posts & state.pieces(Us, knight))) +
                 times(values.pair_of(outpost, 1), size(posts & state.pieces(Us, bishop)));
    if (more_than_one(state.pieces(Us, bishop))) score += values.pair_of(bishop_pair);
    const Board rooks = state.pieces(Us, rook);
    if (rooks != 0) {
        const Board half = ~files_of(own), open = half & ~files_of(enemy);
        score += times(values.pair_of(open_rook, 0), size(rooks & open)) +
                 times(values.pair_of(open_rook, 1), size(rooks & half & ~open));
        if ((enemy & seventh) != 0 || (state.pieces(them, king) & last) != 0)
            score += times(values.pair_of(seventh_rook), size(rooks & seventh));
    }
    return score;
}

// All pieces but pawns.
template <int Us>
Pair pieces(EvalInfo& info) {
    constexpr int them = Us ^ 1;
    const State& state = info.state;
    const Board occupied = info.occupied, own = state.pieces(Us, pawn);
    // Not where an enemy pawn takes, nor where a pawn stands in the way and cannot leave.
    const Board stuck = own & (up<them>(occupied) | (Us == white ? rank(1) : rank(6)));
    const Board area = ~(stuck | state.pieces(Us, king) | info.by[them][pawn]);
    const auto diagonal = [&](int square) { return bishop_attacks(square, occupied); };
    const auto straight = [&](int square) { return rook_attacks(square, occupied); };
    Pair score = men_of<Us, knight>(info, knight_moves, area,
                                    [](int square) { return knight_attacks[index(square)]; });
    score += men_of<Us, bishop>(info, bishop_moves, area, diagonal);
    score += men_of<Us, rook>(info, rook_moves, area, straight);
    score += men_of<Us, queen>(info, queen_moves, area,
                               [&](int square) { return diagonal(square) | straight(square); });
    return score + places<Us>(info);
}

}  // namespace zeitnot::chess
