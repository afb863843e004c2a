// Who attacks what: one look at the board that all terms of the evaluation share, and the terms
// that come of it at once: men on their squares, their mobility, and their pressure on the king.
//
// The side with more moves tends to win (Slater, "Statistics for the chess computer and the factor
// of mobility", 1950); counted are squares that no enemy pawn guards.
#pragma once

#include "zeitnot/eval/chess_worths.hpp"

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

struct Survey {
    const State& state;
    const Worths& worths;
    Board occupied;
    std::array<std::array<Board, 6>, 2> by{};  // attacked by men of a kind
    std::array<Board, 2> all{}, twice{};       // attacked; attacked by two men
    std::array<Board, 2> chased{};             // where the side's pawns attack, now or later
    std::array<int, 2> danger{};               // to the side's king

    Survey(const State& the_state, const Worths& the_worths)
        : state(the_state), worths(the_worths), occupied(the_state.occupied()) {
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
        const Board pawns = state.men(Us, pawn), ways = fill<Us>(pawns);
        attack(Us, pawn, attacks_west<Us>(pawns));
        attack(Us, pawn, attacks_east<Us>(pawns));
        attack(Us, king, king_attacks[index(state.king_of(Us))]);
        chased[Us] = attacks_west<Us>(ways) | attacks_east<Us>(ways);
    }
};

// The worth of Us's men of one kind by square and mobility; marks what they attack.
template <int Us, Kind K, class Attacks>
Pair men_of(Survey& survey, Weight moves, Board area, Attacks attacks_from) {
    constexpr int them = Us ^ 1;
    const Worths& worths = survey.worths;
    const int target = survey.state.king_of(them);
    const Board near = king_attacks[index(target)];
    Pair score = 0;
    each(survey.state.men(Us, K), [&](int square) {
        const Board attacks = attacks_from(square);
        score += worths.man(Us, K, square) + worths.pair_of(moves, size(attacks & area));
        survey.attack(Us, K, attacks);
        if (attacks & near) {
            survey.danger[them] +=
                worths.single(danger_attackers, K - knight) +
                worths.single(danger_squares) * static_cast<int>(size(attacks & near));
        }
    });
    return score;
}

// Where men are worth more for the pawns around them.
template <int Us>
Pair places(const Survey& survey) {
    constexpr int them = Us ^ 1;
    constexpr Board far = Us == white ? rank(3) | rank(4) | rank(5) : rank(4) | rank(3) | rank(2);
    constexpr Board seventh = Us == white ? rank(6) : rank(1), last = up<Us>(seventh);
    const State& state = survey.state;
    const Worths& worths = survey.worths;
    const Board own = state.men(Us, pawn), enemy = state.men(them, pawn);
    const Board posts = far & survey.by[Us][pawn] & ~survey.chased[them];
    Pair score = times(worths.pair_of(outpost, 0), size(posts & state.men(Us, knight))) +
                 times(worths.pair_of(outpost, 1), size(posts & state.men(Us, bishop)));
    if (more_than_one(state.men(Us, bishop))) score += worths.pair_of(bishop_pair);
    const Board rooks = state.men(Us, rook);
    if (rooks != 0) {
        const Board half = ~files_of(own), open = half & ~files_of(enemy);
        score += times(worths.pair_of(open_rook, 0), size(rooks & open)) +
                 times(worths.pair_of(open_rook, 1), size(rooks & half & ~open));
        if ((enemy & seventh) != 0 || (state.men(them, king) & last) != 0)
            score += times(worths.pair_of(seventh_rook), size(rooks & seventh));
    }
    return score;
}

// All men but pawns.
template <int Us>
Pair men(Survey& survey) {
    constexpr int them = Us ^ 1;
    const State& state = survey.state;
    const Board occupied = survey.occupied, own = state.men(Us, pawn);
    // Not where an enemy pawn takes, nor where a pawn stands in the way and cannot leave.
    const Board stuck = own & (up<them>(occupied) | (Us == white ? rank(1) : rank(6)));
    const Board area = ~(stuck | state.men(Us, king) | survey.by[them][pawn]);
    const auto diagonal = [&](int square) { return bishop_attacks(square, occupied); };
    const auto straight = [&](int square) { return rook_attacks(square, occupied); };
    Pair score = men_of<Us, knight>(survey, knight_moves, area,
                                    [](int square) { return knight_attacks[index(square)]; });
    score += men_of<Us, bishop>(survey, bishop_moves, area, diagonal);
    score += men_of<Us, rook>(survey, rook_moves, area, straight);
    score += men_of<Us, queen>(survey, queen_moves, area,
                               [&](int square) { return diagonal(square) | straight(square); });
    return score + places<Us>(survey);
}

}  // namespace zeitnot::chess
