// The board of gomoku: an array of cells with a border, so that walks along a line need no bounds
// checks.
//
// The numbers of cells do not depend on the board size: vertical neighbours differ by `stride`, and
// one column of border separates two rows.
#pragma once

#include <array>
#include <cstdint>

#include "games/gomoku/settings.hpp"

namespace zeitnot::gomoku {

enum class Stone : std::uint8_t { black, white, none, edge };

constexpr Stone other(Stone colour) { return colour == Stone::black ? Stone::white : Stone::black; }

using Cell = std::uint16_t;

inline constexpr int stride = max_size + 1;
inline constexpr int cells = (max_size + 2) * stride + 1;  // with the border
inline constexpr int max_stones = max_size * max_size;

// The offsets of the next cell in a row, a column, and both diagonals.
inline constexpr std::array<int, 4> steps{1, stride, stride + 1, stride - 1};

// `column` from the left and `row` from the bottom, both from 0.
constexpr Cell cell_at(int column, int row) {
    return static_cast<Cell>((row + 1) * stride + column + 1);
}
constexpr int column_of(Cell cell) { return cell % stride - 1; }
constexpr int row_of(Cell cell) { return cell / stride - 1; }

constexpr Cell shifted(Cell cell, int by) { return static_cast<Cell>(cell + by); }

class Board {
   public:
    explicit constexpr Board(int size) : size_(static_cast<std::uint8_t>(size)) {
        stones_.fill(Stone::edge);
        for_each_cell([this](Cell cell) { stones_[cell] = Stone::none; });
    }

    [[nodiscard]] constexpr int size() const { return size_; }
    [[nodiscard]] constexpr Stone at(Cell cell) const { return stones_[cell]; }
    constexpr void set(Cell cell, Stone stone) { stones_[cell] = stone; }

    // Calls f(cell) for each cell from the bottom left, row by row.
    template <class F>
    constexpr void for_each_cell(const F& f) const {
        for (int row = 0; row < size_; ++row)
            for (int column = 0; column < size_; ++column) f(cell_at(column, row));
    }

    // The number of consecutive stones of `colour` after `cell`, which is not counted.
    [[nodiscard]] constexpr int run(Cell cell, int step, Stone colour) const {
        int length = 0;
        while (stones_[shifted(cell, step * (length + 1))] == colour) ++length;
        return length;
    }

    friend bool operator==(const Board&, const Board&) = default;

   private:
    std::array<Stone, cells> stones_{};
    std::uint8_t size_;
};

// Whether a row of more than five does not win.
constexpr bool needs_exact_five(Rule rule, Stone colour) {
    return rule == Rule::standard || (rule == Rule::renju && colour == Stone::black);
}

// Whether a stone of `colour` on `cell`, already there or not, wins.
constexpr bool makes_five(const Board& board, Cell cell, Stone colour, Rule rule) {
    const bool exactly = needs_exact_five(rule, colour);
    for (const int step : steps) {
        const int length = 1 + board.run(cell, step, colour) + board.run(cell, -step, colour);
        if (length == 5 || (length > 5 && !exactly)) return true;
    }
    return false;
}

}  // namespace zeitnot::gomoku
