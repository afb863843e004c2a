// The stones as rows from the top: `x` black and `o` white, capitals if they are marked dead, and
// numbers of one or two digits for empty points.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/go/board.hpp"
#include "games/go/marking.hpp"
#include "zeitnot/rows.hpp"

namespace zeitnot::go {

// `dead`: by the index of the point; null: none.
inline std::string rows_text(const Board& board, const DeadStones* dead) {
    return zeitnot::rows_text(board.size(), board.size(), [&](int column, int row) {
        const Cell cell = board.at(point(column, row));
        if (cell == Cell::empty) return char{0};
        const bool is_dead =
            dead != nullptr && (*dead)[static_cast<std::size_t>(row * board.size() + column)];
        if (is_dead) return cell == Cell::black ? 'X' : 'O';
        return cell == Cell::black ? 'x' : 'o';
    });
}

// Puts the stones on an empty board and records the dead ones. Returns whether the text is valid.
// Accepts the text of `rows_text`, but also other ways to write the gaps, which the caller must
// reject.
inline bool read_rows(std::string_view text, Board& board, DeadStones& dead) {
    const int size = board.size();
    const auto put = [&](std::size_t sign, int column, int row) -> std::optional<Error> {
        dead[static_cast<std::size_t>(row * size + column)] = sign >= 2;
        board.set(point(column, row), sign % 2 == 0 ? Cell::black : Cell::white);
        return std::nullopt;
    };
    return !zeitnot::read_rows(text, RowsFormat{size, size, "xoXO", "", "", true}, put);
}

}  // namespace zeitnot::go
