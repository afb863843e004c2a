// The stones as rows from the top, `x` black and `o` white, in capitals if they are marked dead; a
// number stands for so many empty points, in two digits if it has to.
#pragma once

#include <string>
#include <string_view>

#include "games/go/board.hpp"
#include "games/go/marking.hpp"

namespace zeitnot::go {

// `dead`: by the index of the point; null: none.
inline std::string rows_text(const Board& board, const DeadStones* dead) {
    std::string text;
    for (int row = board.size() - 1; row >= 0; --row) {
        int gap = 0;
        for (int column = 0; column < board.size(); ++column) {
            const Cell cell = board.at(point(column, row));
            if (cell == Cell::empty) {
                ++gap;
                continue;
            }
            if (gap > 0) text += std::to_string(gap);
            gap = 0;
            const bool is_dead =
                dead != nullptr && (*dead)[static_cast<std::size_t>(row * board.size() + column)];
            if (is_dead) text += cell == Cell::black ? 'X' : 'O';
            if (!is_dead) text += cell == Cell::black ? 'x' : 'o';
        }
        if (gap > 0) text += std::to_string(gap);
        if (row > 0) text += '/';
    }
    return text;
}

// Puts the stones on an empty board and notes the dead ones; whether the text was valid. It accepts
// what `rows_text` writes, and other ways to write the gaps, which the caller has to refuse.
inline bool read_rows(std::string_view text, Board& board, DeadStones& dead) {
    const int size = board.size();
    int row = size - 1, column = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '/') {
            if (column != size || --row < 0) return false;
            column = 0;
        } else if (c == 'x' || c == 'o' || c == 'X' || c == 'O') {
            if (column >= size) return false;
            dead[static_cast<std::size_t>(row * size + column)] = c == 'X' || c == 'O';
            board.set(point(column++, row), c == 'x' || c == 'X' ? Cell::black : Cell::white);
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

}  // namespace zeitnot::go
