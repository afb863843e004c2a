// Boards as rows from the top with a slash between two: a sign for each piece, a number for so many
// empty cells.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "zeitnot/parsed.hpp"

namespace zeitnot {

// `sign(x, y)`: of a cell, y from the bottom; 0 for an empty one.
template <class Sign>
std::string rows_text(int files, int ranks, const Sign& sign) {
    std::string text;
    for (int y = ranks - 1; y >= 0; --y) {
        int gap = 0;
        const auto end_gap = [&] {
            if (gap > 0) text += std::to_string(gap);
            gap = 0;
        };
        for (int x = 0; x < files; ++x) {
            const char c = sign(x, y);
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

// `signs`: of all pieces; a `?` there stands for none. `has_long_gaps`: two digits are one number,
// otherwise two.
struct RowsForm {
    int files, ranks;
    std::string_view signs;
    std::string_view wrong_sign = "", wrong_size = "";  // sentences
    bool has_long_gaps = false;
};

// Calls put(which, x, y) with each piece, the index of its sign among `signs`; it may return an
// error. It accepts what `rows_text` writes, and other ways to write the gaps.
template <class Put>
std::optional<Error> read_rows(std::string_view text, const RowsForm& form, const Put& put) {
    const auto wrong_size = [&] { return Error{std::string(form.wrong_size)}; };
    const char most = static_cast<char>('0' + std::min(form.files, 9));
    int x = 0, y = form.ranks - 1;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '/') {
            if (x != form.files || y == 0) return wrong_size();
            x = 0;
            --y;
        } else if (c >= '1' && c <= most) {
            int gap = c - '0';
            if (form.has_long_gaps && at + 1 < text.size() && text[at + 1] >= '0' &&
                text[at + 1] <= '9')
                gap = 10 * gap + (text[++at] - '0');
            if ((x += gap) > form.files) return wrong_size();
        } else {
            const auto which = form.signs.find(c);
            if (c == '?' || which == std::string_view::npos)
                return Error{std::string(form.wrong_sign)};
            if (x >= form.files) return wrong_size();
            if (std::optional<Error> error = put(which, x++, y)) return error;
        }
    }
    if (x != form.files || y != 0) return wrong_size();
    return std::nullopt;
}

}  // namespace zeitnot
