// Threats to men, and to the king: his shelter, and how many men bear down on the squares round
// him.
//
// What attackers are worth together grows faster than their number, so the danger they add up to
// counts by its square (as in "Stockfish" and others since Glaurung, 2004).
#pragma once

#include <algorithm>

#include "zeitnot/eval/chess_survey.hpp"

namespace zeitnot::chess {

// By Us on the other side's men.
template <int Us>
Pair threats(const Survey& survey) {
    constexpr int them = Us ^ 1;
    const State& state = survey.state;
    const Worths& worths = survey.worths;
    const auto& by = survey.by[Us];
    const Board enemy = state.sides[them] & ~state.kinds[king];
    const Board major = enemy & (state.kinds[rook] | state.kinds[queen]);
    return times(worths.pair_of(pawn_threat), size(by[pawn] & enemy & ~state.kinds[pawn])) +
           times(worths.pair_of(minor_threat), size((by[knight] | by[bishop]) & major)) +
           times(worths.pair_of(rook_threat), size(by[rook] & major & state.kinds[queen])) +
           times(worths.pair_of(hanging), size(survey.all[Us] & enemy & ~survey.all[them]));
}

// The pawns of both sides before Us's king, on his file and beside it.
template <int Us>
Pair cover(const Survey& survey, int at) {
    const State& state = survey.state;
    const Board ahead = fill<Us>(rank(at / 8));
    const int middle_file = std::clamp(at % 8, 1, 6);
    Pair score = 0;
    for (int x = middle_file - 1; x <= middle_file + 1; ++x) {
        const auto nearest = [&](int side) -> std::size_t {
            const Board men = state.men(side, pawn) & file(x) & ahead;
            if (men == 0) return 0;
            return index(own_rank<Us>(Us == white ? first(men) : 63 - std::countl_zero(men)));
        };
        score += survey.worths.pair_of(shelter, nearest(Us)) +
                 survey.worths.pair_of(storm, nearest(Us ^ 1));
    }
    return score;
}

// The danger of safe checks to Us's king, by the kind of man that could give them.
template <int Us>
int checks(const Survey& survey, int at, Board weak) {
    constexpr int them = Us ^ 1;
    const auto& by = survey.by[them];
    const Board safe = ~survey.state.sides[them] & (~survey.all[Us] | (weak & survey.twice[them]));
    const Board straight = rook_attacks(at, survey.occupied) & safe;
    const Board diagonal = bishop_attacks(at, survey.occupied) & safe;
    int danger = 0;
    const auto add = [&](Kind kind, Board squares) {
        if (squares) danger += survey.worths.single(danger_checks, kind - knight);
    };
    add(knight, knight_attacks[index(at)] & safe & by[knight]);
    add(bishop, diagonal & by[bishop]);
    add(rook, straight & by[rook]);
    add(queen, (straight | diagonal) & by[queen]);
    return danger;
}

// What Us's king is worth where he stands. After `men` of both sides.
template <int Us>
Pair king_safety(const Survey& survey) {
    constexpr int them = Us ^ 1;
    const Worths& worths = survey.worths;
    const int at = survey.state.king_of(Us);
    const Pair score = worths.man(Us, king, at) + cover<Us>(survey, at);
    if (survey.danger[Us] == 0) return score;
    const auto& by = survey.by[Us];
    const Board weak =
        survey.all[them] & ~survey.twice[Us] & (~survey.all[Us] | by[king] | by[queen]);
    int danger = survey.danger[Us] + worths.single(danger_start) + checks<Us>(survey, at, weak);
    danger += worths.single(danger_weak) * static_cast<int>(size(king_attacks[index(at)] & weak));
    if (survey.state.men(them, queen) == 0) danger += worths.single(danger_calm);
    danger = std::clamp(danger, 0, 3000);
    return score - pair(danger * danger / 4096, danger / 16);
}

}  // namespace zeitnot::chess
