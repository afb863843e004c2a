// The attacked squares, which all terms of the evaluation share, and the terms that are computed
// with them: piece-square values, mobility, and attacks on the squares around the king.
//
// The side with more moves tends to win (Slater, "Statistics for the chess computer and the factor
// of mobility", 1950). Mobility counts the squares that no enemy pawn guards.
#pragma once

#include "games/chess/values.hpp"

namespace zeitnot::chess {

// The squares of the set and all squares in front of them.
template <int Us>
constexpr Board fill(Board board) {
    board |= Us == white ? board << 8 : board >> 8;
    board |= Us == white ? board << 16 : board >> 16;
    return board | (Us == white ? board << 32 : board >> 32);
}
constexpr Board files_of(Board board) { return fill<white>(board) | fill<black>(board); }
constexpr Board adjacent_files(Board board) {
    return (board & ~file_a) >> 1 | (board & ~file_h) << 1;
}

struct EvalInfo {
    const State& state;
    const Values& values;
    Board occupied;
    std::array<std::array<Board, 6>, 2> attacked_by{};  // by side and kind of piece
    std::array<Board, 2> attacked{}, attacked_twice{};  // by at least one piece; by at least two
    std::array<Board, 2> pawn_attack_span{};  // squares that the side's pawns attack, now or later
    std::array<int, 2> danger{};              // to the side's king

    EvalInfo(const State& position_state, const Values& value_table)
        : state(position_state), values(value_table), occupied(position_state.occupied()) {
        add_pawns_and_king<white>();
        add_pawns_and_king<black>();
    }

    void add_attacks(int side, Kind kind, Board squares) {
        const auto i = index(side);
        attacked_by[i][kind] |= squares;
        attacked_twice[i] |= attacked[i] & squares;
        attacked[i] |= squares;
    }

   private:
    template <int Us>
    void add_pawns_and_king() {
        const Board pawns = state.pieces(Us, pawn), advances = fill<Us>(pawns);
        add_attacks(Us, pawn, attacks_west<Us>(pawns));
        add_attacks(Us, pawn, attacks_east<Us>(pawns));
        add_attacks(Us, king, king_attacks[index(state.king_of(Us))]);
        pawn_attack_span[Us] = attacks_west<Us>(advances) | attacks_east<Us>(advances);
    }
};

// The value of Us's pieces of one kind by square and mobility; adds their attacks to `info`.
template <int Us, Kind K, class Attacks>
Pair mobility(EvalInfo& info, Weight moves, Board area, Attacks attacks_from) {
    constexpr int them = Us ^ 1;
    const Values& values = info.values;
    const int target = info.state.king_of(them);
    const Board king_zone = king_attacks[index(target)];
    Pair score = 0;
    each(info.state.pieces(Us, K), [&](int square) {
        const Board attacks = attacks_from(square);
        score += values.piece(Us, K, square) + values.pair_of(moves, size(attacks & area));
        info.add_attacks(Us, K, attacks);
        if (attacks & king_zone) {
            info.danger[them] +=
                values.single(danger_attackers, K - knight) +
                values.single(danger_squares) * static_cast<int>(size(attacks & king_zone));
        }
    });
    return score;
}

// Placements that depend on pawns: outposts, open files, the seventh rank; and the bishop pair.
template <int Us>
Pair placement(const EvalInfo& info) {
    constexpr int them = Us ^ 1;
    constexpr Board outpost_ranks =
        Us == white ? rank(3) | rank(4) | rank(5) : rank(4) | rank(3) | rank(2);
    constexpr Board seventh = Us == white ? rank(6) : rank(1), last = up<Us>(seventh);
    const State& state = info.state;
    const Values& values = info.values;
    const Board own = state.pieces(Us, pawn), enemy = state.pieces(them, pawn);
    const Board outposts =
        outpost_ranks & info.attacked_by[Us][pawn] & ~info.pawn_attack_span[them];
    Pair score = times(values.pair_of(outpost, 0), size(outposts & state.pieces(Us, knight))) +
                 times(values.pair_of(outpost, 1), size(outposts & state.pieces(Us, bishop)));
    if (more_than_one(state.pieces(Us, bishop))) score += values.pair_of(bishop_pair);
    const Board rooks = state.pieces(Us, rook);
    if (rooks != 0) {
        const Board half_open = ~files_of(own), open = half_open & ~files_of(enemy);
        score += times(values.pair_of(open_rook, 0), size(rooks & open)) +
                 times(values.pair_of(open_rook, 1), size(rooks & half_open & ~open));
        if ((enemy & seventh) != 0 || (state.pieces(them, king) & last) != 0)
            score += times(values.pair_of(seventh_rook), size(rooks & seventh));
    }
    return score;
}

// The value of all pieces except pawns and king.
template <int Us>
Pair pieces(EvalInfo& info) {
    constexpr int them = Us ^ 1;
    const State& state = info.state;
    const Board occupied = info.occupied, own = state.pieces(Us, pawn);
    // Mobility excludes squares that enemy pawns attack, and own pawns that are blocked or unmoved.
    const Board stuck = own & (up<them>(occupied) | (Us == white ? rank(1) : rank(6)));
    const Board area = ~(stuck | state.pieces(Us, king) | info.attacked_by[them][pawn]);
    const auto diagonal = [&](int square) { return bishop_attacks(square, occupied); };
    const auto straight = [&](int square) { return rook_attacks(square, occupied); };
    Pair score = mobility<Us, knight>(info, knight_moves, area,
                                      [](int square) { return knight_attacks[index(square)]; });
    score += mobility<Us, bishop>(info, bishop_moves, area, diagonal);
    score += mobility<Us, rook>(info, rook_moves, area, straight);
    score += mobility<Us, queen>(info, queen_moves, area,
                                 [&](int square) { return diagonal(square) | straight(square); });
    return score + placement<Us>(info);
}

}  // namespace zeitnot::chess
