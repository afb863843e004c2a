// Cells and boards as text. `h8` is the column's letter and the row's number from the bottom. A
// board lists its rows from the top: `x` for black, `o` for white, and numbers of one or two
// digits for runs of empty cells.
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

// Calls put(cell, colour) for each stone. Returns whether the rows form a board of this size.
// Accepts the text of `rows_text`, but also other ways to write the gaps, which the caller must
// reject.
template <class Put>
bool read_rows(std::string_view text, int size, const Put& put) {
    const auto read = [&](std::size_t sign, int column, int row) -> std::optional<Error> {
        put(cell_at(column, row), sign == 0 ? Stone::black : Stone::white);
        return std::nullopt;
    };
    return !zeitnot::read_rows(text, RowsFormat{size, size, "xo", "", "", true}, read);
}

}  // namespace zeitnot::gomoku
