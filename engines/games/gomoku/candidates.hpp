// The moves that a search of gomoku tries: replies to threats, or else the most promising cells
// near the stones.
//
// If the enemy threatens a five or an open four, only few replies need to be searched. Without a
// threat, a cell is valued by the grades of the shapes that both sides would make there, because a
// move gains one's own shape and prevents the enemy's.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "games/gomoku/position.hpp"

namespace zeitnot::gomoku {

// The value of a move to a cell by the grade of one's own shape there, and by that of the enemy's.
// Moves with higher values are tried first.
inline constexpr std::array<std::int32_t, grades> attack_values{
    0,   8,   16,  28,  44,  64,  88,  110, 140,  170,  200,  230,  260,
    320, 380, 450, 900, 280, 340, 410, 480, 2000, 1900, 4000, 16000};
inline constexpr std::array<std::int32_t, grades> defence_values{
    0,   5,   10,  18,  30,  46,  64,  84,  104,  124,  144,  164, 180,
    230, 280, 330, 620, 170, 220, 280, 340, 1200, 1150, 2400, 8000};

inline std::int32_t move_value(const PatternBoard& board, int seat, Cell cell) {
    return attack_values[board.grade_at(seat, cell)] +
           defence_values[board.grade_at(seat ^ 1, cell)];
}

// Whether the seat's stone that would make an open four on this cell stays legal whatever the enemy
// plays elsewhere. In renju, black's could become a foul.
inline bool cannot_become_foul(const Gomoku& position, int seat, Cell cell) {
    if (position.rule() != Rule::renju || seat != 0) return true;
    if (!position.can_put(seat, cell)) return false;
    const Shapes all = position.patterns().shapes_at(seat, cell);
    int threes = 0, fours = 0;
    for (int d = 0; d < directions; ++d) {
        threes += shape_in(all, d) == Shape::open_three;
        fours += shape_in(all, d) >= Shape::four;
    }
    return fours == 1 && threes <= 1;
}

// The cells on which an enemy stone stops all of the seat's threats of an open four; none if there
// is no threat.
inline std::optional<CellSet> defences_against(const Gomoku& position, int seat) {
    const PatternBoard& board = position.patterns();
    std::optional<CellSet> defences;
    board.open_fours(seat).each([&](Cell cell) {
        if (!cannot_become_foul(position, seat, cell)) return;
        const Shapes all = board.shapes_at(seat, cell);
        for (int d = 0; d < directions; ++d) {
            if (shape_in(all, d) != Shape::open_four) continue;
            const CellSet line = board.line_of(seat, cell, d);
            defences = defences ? *defences & line : line;
        }
    });
    return defences;
}

// The only cells worth searching if there is a threat: those that make five, otherwise those that
// stop a five, otherwise the defences against open fours and one's own fours. All other moves lose
// or win later. None if there is no threat.
inline std::optional<CellSet> forced_moves(const Gomoku& position) {
    const PatternBoard& board = position.patterns();
    const int own = position.turn(), enemy = own ^ 1;
    if (!board.fives(own).empty()) return board.fives(own);
    if (!board.fives(enemy).empty()) return board.fives(enemy);
    auto moves = defences_against(position, enemy);
    if (moves) *moves |= board.fours(own);
    return moves;
}

// Adds at most `max_moves` of the legal cells, the highest values first.
inline void add_best(const Gomoku& position, const CellSet& cells, std::size_t max_moves,
                     Gomoku::Moves& moves) {
    struct Valued {
        std::int32_t value;
        Cell cell;
    };
    FixedList<Valued, max_stones> valued;
    const int seat = position.turn();
    cells.each([&](Cell cell) {
        if (position.is_legal(cell))
            valued.push({move_value(position.patterns(), seat, cell), cell});
    });
    const std::size_t count = std::min(max_moves, valued.size());
    std::partial_sort(valued.begin(), valued.begin() + count, valued.end(),
                      [](const Valued& a, const Valued& b) {
                          return a.value != b.value ? a.value > b.value : a.cell < b.cell;
                      });
    for (std::size_t i = 0; i < count; ++i) moves.push(valued[i].cell);
}

// Adds the candidates. Returns whether no other move can be better.
inline bool add_candidates(const Gomoku& position, std::size_t max_moves, Gomoku::Moves& moves) {
    if (const auto forced = forced_moves(position)) {
        // One five is enough, and several enemy fives cannot be stopped.
        const PatternBoard& board = position.patterns();
        const bool is_decisive_five = !(board.fives(0) | board.fives(1)).empty();
        add_best(position, *forced, is_decisive_five ? 1 : max_stones, moves);
        if (moves.empty()) position.generate(moves);
        return true;
    }
    if (position.stones() == 0) {
        moves.push(cell_at(position.size() / 2, position.size() / 2));
        return false;
    }
    const CellSet& near = position.patterns().near();
    add_best(position, near, max_moves, moves);
    if (moves.empty()) position.generate(moves);
    const int empty = position.size() * position.size() - position.stones();
    // True if no move was left out.
    return near.size() == empty && static_cast<std::size_t>(empty) <= max_moves;
}

}  // namespace zeitnot::gomoku
