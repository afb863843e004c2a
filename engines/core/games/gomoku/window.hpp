// The textbook's sliding window: what an empty cell is worth to a side, without shapes.
//
// On each line a window of five cells is slid over the cell; one without an enemy stone or the edge
// counts the side's stones in it, the new one included. The windows of a direction are added, and
// the sums squared and added. Five in a window wins at once.
#pragma once

#include "games/gomoku/board.hpp"

namespace zeitnot::gomoku {

inline constexpr int window_five = 1'000'000;

// The sum of the windows of one direction over an empty cell; `window_five` if a stone there makes
// five.
constexpr int window_sum(const Board& board, Cell cell, int step, Stone colour) {
    int sum = 0;
    for (int first = -4; first <= 0; ++first) {
        int stones = 0;
        bool open = true;
        for (int n = first; n < first + 5 && open; ++n) {
            const Stone stone = n == 0 ? colour : board.at(shifted(cell, n * step));
            open = stone == colour || stone == Stone::none;
            stones += stone == colour;
        }
        if (!open) continue;
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
