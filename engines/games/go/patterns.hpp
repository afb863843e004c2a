// The 3×3 patterns of playouts: shapes around an empty point where a move is often good. They are
// answers to contact: hane, cuts, and moves at the edge (Gelly, Wang, Munos and Teytaud,
// "Modification of UCT with patterns in Monte-Carlo Go", 2006).
//
// A pattern is three rows of three: `X` and `O` stones of different colours, `x` not X, `o` not O,
// `.` empty, `?` anything on the board or off it, ` ` the edge; the move is in the middle. It
// applies in all eight symmetries. `mover`: the side that may move there: X, O, or either (`?`).
#pragma once

#include <bitset>
#include <span>
#include <string_view>
#include <utility>

#include "games/go/neighbourhood.hpp"

namespace zeitnot::go {

struct Pattern {
    std::string_view rows;  // nine characters, the upper row first
    char mover = '?';
};

inline constexpr std::array<Pattern, 13> playout_patterns{{
    {"XOX"
     "..."
     "???"},  // enclosing hane
    {"XO."
     "..."
     "?.?"},  // hane
    {"XO?"
     "X.."
     "x.?"},  // bend
    {"XOO"
     "..."
     "?.?",
     'X'},  // hane under a row
    {".O."
     "X.."
     "..."},  // diagonal attachment
    {"XO?"
     "O.o"
     "?o?"},  // cut
    {"XO?"
     "O.X"
     "???"},  // cut after a peep
    {"?X?"
     "O.O"
     "xxx"},  // cut by pushing through
    {"X.?"
     "O.?"
     "   "},  // at the edge: chase
    {"OX?"
     "X.O"
     "   "},  // block a cut
    {"?X?"
     "x.O"
     "   "},  // block a connection
    {"?XO"
     "x.x"
     "   "},  // descent
    {"?OX"
     "X.O"
     "   "},  // cut
}};

// Whether the pattern's letter allows this cell, X being `colour`.
constexpr bool allows(char letter, Cell cell, Colour colour) {
    const bool own = cell == cell_of(colour), enemy = cell == cell_of(other(colour));
    switch (letter) {
        case 'X':
            return own;
        case 'O':
            return enemy;
        case 'x':
            return !own && cell != Cell::edge;
        case 'o':
            return !enemy && cell != Cell::edge;
        case '.':
            return cell == Cell::empty;
        case ' ':
            return cell == Cell::edge;
        default:
            return true;
    }
}

// The index, in a pattern's nine characters, of the neighbour in this direction after one of the
// eight symmetries.
constexpr std::size_t pattern_place(std::size_t direction, unsigned symmetry) {
    const int offset = directions[direction];
    int dy = offset > 1 ? 1 : offset < -1 ? -1 : 0;
    int dx = offset - dy * stride;
    if ((symmetry & 1) != 0) dx = -dx;
    if ((symmetry & 2) != 0) dy = -dy;
    if ((symmetry & 4) != 0) std::swap(dx, dy);
    return static_cast<std::size_t>(3 * (1 - dy) + 1 + dx);
}

// The neighbourhoods of points where a side can play one of the patterns. Built once and shared.
class PatternTable {
   public:
    explicit PatternTable(std::span<const Pattern> patterns) {
        for (const Pattern& pattern : patterns) {
            for (unsigned symmetry = 0; symmetry < 8; ++symmetry) {
                for (const Colour x : {Colour::black, Colour::white})
                    add(pattern, symmetry, x, 0, 0);
            }
        }
    }

    [[nodiscard]] bool matches(Neighbourhood bits, Colour mover) const {
        return tables_[static_cast<std::size_t>(mover)][bits];
    }

   private:
    // Adds all matching neighbourhoods that start with `bits` in the directions before `direction`.
    void add(const Pattern& pattern, unsigned symmetry, Colour x, std::size_t direction,
             Neighbourhood bits) {
        if (direction == directions.size()) {
            if (pattern.mover != 'O') tables_[static_cast<std::size_t>(x)][bits] = true;
            if (pattern.mover != 'X') tables_[static_cast<std::size_t>(other(x))][bits] = true;
            return;
        }
        const char letter = pattern.rows[pattern_place(direction, symmetry)];
        for (const Cell cell : {Cell::black, Cell::white, Cell::empty, Cell::edge}) {
            if (!allows(letter, cell, x)) continue;
            add(pattern, symmetry, x, direction + 1,
                static_cast<Neighbourhood>(bits | neighbour_bits(direction, cell)));
        }
    }

    std::array<std::bitset<65536>, 2> tables_;
};

inline const PatternTable& playout_pattern_table() {
    static const PatternTable table(playout_patterns);
    return table;
}

}  // namespace zeitnot::go
