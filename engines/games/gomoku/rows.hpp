// Cells and boards as text: `h8` is the column's letter and the row's number from the bottom. The
// rows stand from the top, `x` for black and `o` for white; a number, of one or two digits, for so
// many empty cells.
#pragma once

#include <string>
#include <string_view>

#include "games/gomoku/board.hpp"

namespace zeitnot::gomoku {

inline std::string cell_text(Cell cell) {
    return static_cast<char>('a' + column_of(cell)) + std::to_string(row_of(cell) + 1);
}

inline std::string rows_text(const Board& board) {
    std::string text;
    for (int row = board.size() - 1; row >= 0; --row) {
        int gap = 0;
        const auto end_gap = [&] {
            if (gap > 0) text += std::to_string(gap);
            gap = 0;
        };
        for (int column = 0; column < board.size(); ++column) {
            const Stone stone = board.at(cell_at(column, row));
            if (stone == Stone::none) {
                ++gap;
                continue;
            }
            end_gap();
            text += stone == Stone::black ? 'x' : 'o';
        }
        end_gap();
        if (row > 0) text += '/';
    }
    return text;
}

// Calls put(cell, colour) with each stone; whether the rows are those of a board of this size. It
// accepts what `rows_text` writes, and other ways to write the gaps, which the caller has to
// refuse.
template <class Put>
bool read_rows(std::string_view text, int size, const Put& put) {
    int row = size - 1, column = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '/') {
            if (column != size || --row < 0) return false;
            column = 0;
        } else if (c == 'x' || c == 'o') {
            if (column >= size) return false;
            put(cell_at(column++, row), c == 'x' ? Stone::black : Stone::white);
        } else if (c >= '1' && c <= '9') {
            int gap = c - '0';
            if (at + 1 < text.size() && text[at + 1] >= '0' && text[at + 1] <= '9')
                gap = 10 * gap + (text[++at] - '0');
            if ((column += gap) > size) return false;
        } else {
            return false;
        }
    }
    return row == 0 && column == size;
}

}  // namespace zeitnot::gomoku
