// The moves that a search of gomoku tries: replies to threats, or else the most promising cells
// near the stones.
//
// A five or an open four that the enemy threatens leaves few replies, and no other move can be
// better. Without a threat, a cell is ranked by the grades of the shapes that both sides would make
// there: a move's worth is what it gains and what it takes away.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "games/gomoku/position.hpp"

namespace zeitnot::gomoku {

// What a stone on a cell of this grade is worth to the side that moves, and to take it away.
inline constexpr std::array<std::int32_t, grades> attack_ranks{
    0,   8,   16,  28,  44,  64,  88,  110, 140,  170,  200,  230,  260,
    320, 380, 450, 900, 280, 340, 410, 480, 2000, 1900, 4000, 16000};
inline constexpr std::array<std::int32_t, grades> defence_ranks{
    0,   5,   10,  18,  30,  46,  64,  84,  104,  124,  144,  164, 180,
    230, 280, 330, 620, 170, 220, 280, 340, 1200, 1150, 2400, 8000};

inline std::int32_t rank_of(const PatternBoard& board, int seat, Cell cell) {
    return attack_ranks[board.grade_at(seat, cell)] + defence_ranks[board.grade_at(seat ^ 1, cell)];
}

// Whether no stone of the enemy elsewhere can forbid the seat's stone on this cell, where it makes
// an open four: black's could become a foul in renju.
inline bool stays_legal(const Gomoku& position, int seat, Cell cell) {
    if (position.rule() != Rule::renju || seat != 0) return true;
    if (!position.may_put(seat, cell)) return false;
    const Shapes all = position.patterns().shapes_at(seat, cell);
    int threes = 0, fours = 0;
    for (int d = 0; d < directions; ++d) {
        threes += shape_in(all, d) == Shape::open_three;
        fours += shape_in(all, d) >= Shape::four;
    }
    return fours == 1 && threes <= 1;
}

// The cells on which an enemy stone stops each of the seat's threats of an open four; nothing if
// there is no threat.
inline std::optional<CellSet> defences_against(const Gomoku& position, int seat) {
    const PatternBoard& board = position.patterns();
    std::optional<CellSet> defences;
    board.open_fours(seat).each([&](Cell cell) {
        if (!stays_legal(position, seat, cell)) return;
        const Shapes all = board.shapes_at(seat, cell);
        for (int d = 0; d < directions; ++d) {
            if (shape_in(all, d) != Shape::open_four) continue;
            const CellSet line = board.line_of(seat, cell, d);
            defences = defences ? *defences & line : line;
        }
    });
    return defences;
}

// The cells to which a threat confines the side to move: those that make five; or else those that
// stop one; or else the defences against open fours, and one's own fours. All other moves lose, or
// win later. Nothing if there is no threat.
inline std::optional<CellSet> forced_moves(const Gomoku& position) {
    const PatternBoard& board = position.patterns();
    const int own = position.turn(), enemy = own ^ 1;
    if (!board.fives(own).empty()) return board.fives(own);
    if (!board.fives(enemy).empty()) return board.fives(enemy);
    auto moves = defences_against(position, enemy);
    if (moves) *moves |= board.fours(own);
    return moves;
}

// Adds the legal ones of these cells in order of rank, the highest first, at most `most`.
inline void add_best(const Gomoku& position, const CellSet& cells, std::size_t most,
                     Gomoku::Moves& moves) {
    struct Ranked {
        std::int32_t rank;
        Cell cell;
    };
    FixedList<Ranked, max_stones> ranked;
    const int seat = position.turn();
    cells.each([&](Cell cell) {
        if (position.is_legal(cell)) ranked.push({rank_of(position.patterns(), seat, cell), cell});
    });
    const std::size_t count = std::min(most, ranked.size());
    std::partial_sort(ranked.begin(), ranked.begin() + count, ranked.end(),
                      [](const Ranked& a, const Ranked& b) {
                          return a.rank != b.rank ? a.rank > b.rank : a.cell < b.cell;
                      });
    for (std::size_t i = 0; i < count; ++i) moves.push(ranked[i].cell);
}

// Adds the candidates; whether no other move can be better.
inline bool add_candidates(const Gomoku& position, std::size_t most, Gomoku::Moves& moves) {
    if (const auto forced = forced_moves(position)) {
        // Of several fives one is enough; if the enemy has several, none can be stopped.
        const PatternBoard& board = position.patterns();
        const bool is_last = !(board.fives(0) | board.fives(1)).empty();
        add_best(position, *forced, is_last ? 1 : max_stones, moves);
        if (moves.empty()) position.generate(moves);
        return true;
    }
    if (position.stones() == 0) {
        moves.push(cell_at(position.size() / 2, position.size() / 2));
        return false;
    }
    const CellSet& near = position.patterns().near();
    add_best(position, near, most, moves);
    if (moves.empty()) position.generate(moves);
    const int empty = position.size() * position.size() - position.stones();
    // No move is left out.
    return near.size() == empty && static_cast<std::size_t>(empty) <= most;
}

}  // namespace zeitnot::gomoku
