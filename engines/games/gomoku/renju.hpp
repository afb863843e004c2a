// The moves that renju forbids to black (Renju International Federation, The International Rules of
// Renju, articles 3 and 9): overline, double four and double three.
//
// A five wins even if it also makes a foul. A three is a row that one more stone turns into a
// straight four. It counts only if that stone would not be a foul itself and would not make a five
// (article 9.3). So threes are judged recursively, with one more stone on the board at each step.
#pragma once

#include "games/gomoku/board.hpp"

namespace zeitnot::gomoku {

enum class Foul : std::uint8_t { none, overline, double_four, double_three };

// Black's stones in a line through a cell with a black stone, which may not be placed yet.
struct Row {
    // An end of the unbroken row: the next cell, and black's stones behind it.
    struct End {
        Cell gap;
        bool open;
        int beyond;
    };
    int length;  // of the unbroken row with the cell itself
    std::array<End, 2> ends;

    // The length of the row with a stone in the gap; 0 if the end is not open.
    [[nodiscard]] constexpr int length_with(const End& end) const {
        return end.open ? length + 1 + end.beyond : 0;
    }
    [[nodiscard]] constexpr bool is_straight_four() const {
        return length == 4 && length_with(ends[0]) == 5 && length_with(ends[1]) == 5;
    }
    // Two stones that each complete a five are two fours, except in a straight four.
    [[nodiscard]] constexpr int fours() const {
        if (is_straight_four()) return 1;
        return (length_with(ends[0]) == 5 ? 1 : 0) + (length_with(ends[1]) == 5 ? 1 : 0);
    }
};

constexpr Row row_through(const Board& board, Cell cell, int step) {
    Row row{.length = 1, .ends = {}};
    for (std::size_t side = 0; side < 2; ++side) {
        const int way = side == 0 ? step : -step;
        const int run = board.run(cell, way, Stone::black);
        const Cell gap = shifted(cell, way * (run + 1));
        const bool open = board.at(gap) == Stone::none;
        row.length += run;
        row.ends[side] = {gap, open, open ? board.run(gap, way, Stone::black) : 0};
    }
    return row;
}

constexpr Foul foul_of(const Board& board, Cell cell);

// Whether black's row through a stone on the board is a three. Only a stone next to the unbroken
// row can turn it into a straight four.
constexpr bool is_three(const Board& board, const Row& row, int step) {
    for (const Row::End& end : row.ends) {
        if (row.length_with(end) != 4) continue;
        if (row_through(board, end.gap, step).is_straight_four() &&
            !makes_five(board, end.gap, Stone::black, Rule::renju) &&
            foul_of(board, end.gap) == Foul::none)
            return true;
    }
    return false;
}

// The foul of a black stone on this empty cell. A double four takes precedence over a double three.
constexpr Foul foul_of(const Board& board, Cell cell) {
    std::array<Row, 4> rows;
    bool overline = false;
    int fours = 0, possible_threes = 0;
    for (std::size_t line = 0; line < 4; ++line) {
        const Row row = rows[line] = row_through(board, cell, steps[line]);
        if (row.length == 5) return Foul::none;
        overline = overline || row.length > 5;
        fours += row.fours();
        possible_threes += row.length_with(row.ends[0]) == 4 || row.length_with(row.ends[1]) == 4;
    }
    if (overline) return Foul::overline;
    if (fours >= 2) return Foul::double_four;
    if (possible_threes < 2) return Foul::none;
    Board next = board;
    next.set(cell, Stone::black);
    int threes = 0;
    for (std::size_t line = 0; line < 4 && threes < 2; ++line)
        threes += is_three(next, rows[line], steps[line]);
    return threes >= 2 ? Foul::double_three : Foul::none;
}

}  // namespace zeitnot::gomoku
