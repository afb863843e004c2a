// Cells and boards as text: `h8` is the column's letter and the row's number from the bottom. The
// rows stand from the top, `x` for black and `o` for white; a number, of one or two digits, for so
// many empty cells.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/gomoku/board.hpp"
#include "zeitnot/rows.hpp"

namespace zeitnot::gomoku {

inline std::string cell_text(Cell cell) {
    return static_cast<char>('a' + column_of(cell)) + std::to_string(row_of(cell) + 1);
}

inline std::string rows_text(const Board& board) {
    return zeitnot::rows_text(board.size(), board.size(), [&](int column, int row) {
        const Stone stone = board.at(cell_at(column, row));
        return stone == Stone::none ? char{0} : stone == Stone::black ? 'x' : 'o';
    });
}

// Calls put(cell, colour) with each stone; whether the rows are those of a board of this size. It
// accepts what `rows_text` writes, and other ways to write the gaps, which the caller has to
// refuse.
template <class Put>
bool read_rows(std::string_view text, int size, const Put& put) {
    const auto read = [&](std::size_t sign, int column, int row) -> std::optional<Error> {
        put(cell_at(column, row), sign == 0 ? Stone::black : Stone::white);
        return std::nullopt;
    };
    return !zeitnot::read_rows(text, RowsFormat{size, size, "xo", "", "", true}, read);
}

}  // namespace zeitnot::gomoku
