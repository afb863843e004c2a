// The textbook's sliding window: the value of an empty cell for a side, without shapes.
//
// On each line, a window of five cells slides over the cell. A window without an enemy stone or the
// edge counts the side's stones, including the new one. The value is the sum, over the directions,
// of the squared sum of all windows. Five in a window win at once.
#pragma once

#include "games/gomoku/board.hpp"

namespace zeitnot::gomoku {

inline constexpr int window_five = 1'000'000;

// The number of cells on one side of a cell that a window can cover: up to an enemy stone or the
// edge, at most four.
constexpr int open_cells(const Board& board, Cell cell, int step, Stone colour) {
    int count = 0;
    while (count < 4) {
        const Stone next = board.at(shifted(cell, (count + 1) * step));
        if (next != colour && next != Stone::none) break;
        ++count;
    }
    return count;
}

// The sum of the windows of one direction over an empty cell; `window_five` if a stone there makes
// five.
constexpr int window_sum(const Board& board, Cell cell, int step, Stone colour) {
    const int before = open_cells(board, cell, -step, colour),
              after = open_cells(board, cell, step, colour);
    int sum = 0;
    for (int first = -before; first + 4 <= after; ++first) {
        int stones = 1;  // the new one
        for (int n = first; n < first + 5; ++n)
            stones += n != 0 && board.at(shifted(cell, n * step)) == colour;
        if (stones == 5) return window_five;
        sum += stones;
    }
    return sum;
}

constexpr int window_value(const Board& board, Cell cell, Stone colour) {
    int value = 0;
    for (const int step : steps) {
        const int sum = window_sum(board, cell, step, colour);
        if (sum == window_five) return window_five;
        value += sum * sum;
    }
    return value;
}

}  // namespace zeitnot::gomoku
