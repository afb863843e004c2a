// The shape that a stone would make on each empty cell, for each side and direction, updated
// incrementally.
//
// Each side has a word of bits for each line of the board. A stone changes the shapes of at most
// ten cells on each of its four lines.
#pragma once

#include <array>
#include <cstdint>

#include "games/gomoku/cell_set.hpp"
#include "games/gomoku/grades.hpp"
#include "games/gomoku/shapes.hpp"

namespace zeitnot::gomoku {

class PatternBoard {
   public:
    using Counts = std::array<std::uint16_t, grades>;

    // `size`: from 5 to 20.
    PatternBoard(int size, Rule rule)
        : tables_{&table_for(rule, Stone::black), &table_for(rule, Stone::white)},
          size_(static_cast<std::uint8_t>(size)) {
        fill_empty_board();
    }

    [[nodiscard]] int size() const { return size_; }
    // The shapes that the seat's stone would make on an empty cell, and their grade.
    [[nodiscard]] Shapes shapes_at(int seat, Cell cell) const { return shapes_[index(seat)][cell]; }
    [[nodiscard]] Grade grade_at(int seat, Cell cell) const {
        return grade_of(shapes_at(seat, cell));
    }
    // The empty cells on which the seat's stone would make a five, an open four in some direction,
    // any four, an open three.
    [[nodiscard]] const CellSet& fives(int seat) const { return sets_[index(seat)].fives; }
    [[nodiscard]] const CellSet& open_fours(int seat) const {
        return sets_[index(seat)].open_fours;
    }
    [[nodiscard]] const CellSet& fours(int seat) const { return sets_[index(seat)].fours; }
    [[nodiscard]] const CellSet& open_threes(int seat) const {
        return sets_[index(seat)].open_threes;
    }
    // The empty cells within two of a stone on some line.
    [[nodiscard]] const CellSet& near() const { return near_; }
    // How many empty cells have each grade.
    [[nodiscard]] const Counts& counts(int seat) const { return counts_[index(seat)]; }

    // Puts the seat's stone on an empty cell.
    void place(Cell cell, int seat) {
        near_.remove(cell);
        for (int side = 0; side < 2; ++side) {
            set_shapes(side, cell, 0);
            --counts_[index(side)][0];
        }
        for (int d = 0; d < directions; ++d) {
            const LinePosition at = line_position_of(cell, d);
            own_[index(seat)][at.line] |= bit(at.position);
            refresh_line(cell, d, at);
        }
    }

    // The empty cells of the line through an empty `cell` on which an enemy stone may change the
    // shape that the seat's stone on `cell` would make.
    [[nodiscard]] CellSet line_of(int seat, Cell cell, int direction) const {
        const LinePosition at = line_position_of(cell, direction);
        const std::uint32_t own = own_[index(seat)][at.line],
                            blocked = own_[index(seat ^ 1)][at.line] | edges_of(at.line);
        CellSet line;
        line.add(cell);
        for (const int way : {-1, 1}) {
            for (int n = 1; n <= 4; ++n) {
                const std::uint32_t next = bit(at.position + way * n);
                if ((blocked & next) != 0) break;
                if ((own & next) == 0) line.add(shifted(cell, way * n * steps[index(direction)]));
            }
        }
        return line;
    }

   private:
    static constexpr int reach = ShapeTable::reach, near_reach = 2;
    static constexpr std::size_t diagonals = 2 * max_size - 1, lines = 2 * max_size + 2 * diagonals;
    static constexpr std::uint32_t eleven_cells = (1U << (2 * reach + 1)) - 1;

    // A line of any direction and the position on it, which each step increases by one.
    struct LinePosition {
        std::size_t line;
        int position;
    };
    struct Sets {
        CellSet fives, open_fours, fours, open_threes;
    };
    using Lines = std::array<std::uint32_t, lines>;

    static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
    static constexpr std::uint32_t bit(int position) { return 1U << (position + reach); }

    static constexpr LinePosition line_position_of(Cell cell, int direction) {
        const int row = row_of(cell), column = column_of(cell);
        switch (direction) {
            case 0:
                return {index(row), column};
            case 1:
                return {index(max_size + column), row};
            case 2:
                return {2 * max_size + index(row - column + max_size - 1), row};
            default:
                return {2 * max_size + diagonals + index(row + column), row};
        }
    }

    // The cells off the board, for each size and line.
    static const Lines& edges(int size) {
        static const auto all = [] {
            std::array<Lines, max_size + 1> table;
            for (int n = 0; n <= max_size; ++n) {
                table[index(n)].fill(~0U);
                for (int row = 0; row < n; ++row)
                    for (int column = 0; column < n; ++column)
                        for (int d = 0; d < directions; ++d) {
                            const LinePosition at = line_position_of(cell_at(column, row), d);
                            table[index(n)][at.line] &= ~bit(at.position);
                        }
            }
            return table;
        }();
        return all[index(size)];
    }
    [[nodiscard]] std::uint32_t edges_of(std::size_t line) const { return edges(size_)[line]; }

    static const ShapeTable& table_for(Rule rule, Stone colour) {
        return ShapeTable::of(needs_exact_five(rule, colour) ? Overline::does_not_win
                                                             : Overline::wins);
    }

    void refresh_line(Cell cell, int direction, LinePosition at) {
        const std::array<std::uint32_t, 2> own{own_[0][at.line], own_[1][at.line]};
        const std::uint32_t edge = edges_of(at.line), taken = own[0] | own[1] | edge;
        for (int n = -reach; n <= reach; ++n) {
            const int position = at.position + n;
            if ((taken & bit(position)) != 0) continue;
            const Cell other = shifted(cell, n * steps[index(direction)]);
            if (n >= -near_reach && n <= near_reach) near_.add(other);
            for (int seat = 0; seat < 2; ++seat) {
                const std::uint32_t blocked = own[index(seat ^ 1)] | edge;
                const Shape shape =
                    (*tables_[index(seat)])(own[index(seat)] >> position & eleven_cells,
                                            blocked >> position & eleven_cells);
                set_shape(seat, other, direction, shape);
            }
        }
    }

    void set_shape(int seat, Cell cell, int direction, Shape shape) {
        const Shapes old = shapes_at(seat, cell);
        if (shape_in(old, direction) == shape) return;
        const int shift = 4 * direction;
        set_shapes(seat, cell,
                   static_cast<Shapes>((old & ~(15 << shift)) | static_cast<int>(shape) << shift));
    }

    void set_shapes(int seat, Cell cell, Shapes shapes) {
        Shapes& here = shapes_[index(seat)][cell];
        --counts_[index(seat)][grade_of(here)];
        ++counts_[index(seat)][grade_of(shapes)];
        const auto before = set_flags_of(here), after = set_flags_of(shapes);
        here = shapes;
        if (before == after) return;
        Sets& sets = sets_[index(seat)];
        sets.fives.put(cell, (after & in_fives) != 0);
        sets.open_fours.put(cell, (after & in_open_fours) != 0);
        sets.fours.put(cell, (after & in_fours) != 0);
        sets.open_threes.put(cell, (after & in_open_threes) != 0);
    }

    void fill_empty_board() {
        for (int row = 0; row < size_; ++row)
            for (int column = 0; column < size_; ++column)
                for (int seat = 0; seat < 2; ++seat) {
                    ++counts_[index(seat)][0];
                    for (int d = 0; d < directions; ++d) {
                        const Cell cell = cell_at(column, row);
                        const LinePosition at = line_position_of(cell, d);
                        set_shape(seat, cell, d,
                                  (*tables_[index(seat)])(
                                      0, edges_of(at.line) >> at.position & eleven_cells));
                    }
                }
    }

    std::array<std::array<Shapes, cells>, 2> shapes_{};
    std::array<Lines, 2> own_{};  // each seat's stones, by line
    std::array<Sets, 2> sets_{};
    CellSet near_;
    std::array<Counts, 2> counts_{};
    std::array<const ShapeTable*, 2> tables_;
    std::uint8_t size_;
};

}  // namespace zeitnot::gomoku
