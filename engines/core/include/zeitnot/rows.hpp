// Boards in the notation of FEN: rows from the top, separated by slashes, with a letter for each
// piece and a number for a run of empty cells.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "zeitnot/parsed.hpp"

namespace zeitnot {

// `letter(x, y)`: of the piece on a cell, y from the bottom; 0 for an empty cell.
template <class Letter>
std::string rows_text(int files, int ranks, const Letter& letter) {
    std::string text;
    for (int y = ranks - 1; y >= 0; --y) {
        int gap = 0;
        const auto end_gap = [&] {
            if (gap > 0) text += std::to_string(gap);
            gap = 0;
        };
        for (int x = 0; x < files; ++x) {
            const char c = letter(x, y);
            if (c == 0) {
                ++gap;
            } else {
                end_gap();
                text += c;
            }
        }
        end_gap();
        if (y > 0) text += '/';
    }
    return text;
}

// `letters`: of all pieces; `?` marks an unused index. `has_long_gaps`: two digits are one number,
// otherwise two.
struct RowsFormat {
    int files, ranks;
    std::string_view letters;
    std::string_view wrong_letter = "", wrong_size = "";  // error messages
    bool has_long_gaps = false;
};

// Calls put(index, x, y) for each piece, with the index of its letter among `letters`; `put` may
// return an error. Accepts what `rows_text` writes, and other ways to write the gaps.
template <class Put>
std::optional<Error> read_rows(std::string_view text, const RowsFormat& format, const Put& put) {
    const auto wrong_size = [&] { return Error{std::string(format.wrong_size)}; };
    const char max_digit = static_cast<char>('0' + std::min(format.files, 9));
    int x = 0, y = format.ranks - 1;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '/') {
            if (x != format.files || y == 0) return wrong_size();
            x = 0;
            --y;
        } else if (c >= '1' && c <= max_digit) {
            int gap = c - '0';
            if (format.has_long_gaps && at + 1 < text.size() && text[at + 1] >= '0' &&
                text[at + 1] <= '9')
                gap = 10 * gap + (text[++at] - '0');
            if ((x += gap) > format.files) return wrong_size();
        } else {
            const auto piece = format.letters.find(c);
            if (c == '?' || piece == std::string_view::npos)
                return Error{std::string(format.wrong_letter)};
            if (x >= format.files) return wrong_size();
            if (std::optional<Error> error = put(piece, x++, y)) return error;
        }
    }
    if (x != format.files || y != 0) return wrong_size();
    return std::nullopt;
}

}  // namespace zeitnot
