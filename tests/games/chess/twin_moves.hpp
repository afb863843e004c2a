// What the textbook chess boards share: a move, and perft that plays each pseudo-legal move and
// checks whether it leaves the king in check.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace zeitnot::twins {

// Squares are the board's own numbers; `promotion` is a letter of "nbrq", or 0.
struct ChessMove {
    int from, to;
    char promotion = 0;
};

// The legal moves in UCI's notation.
template <class Board>
std::vector<std::string> legal_texts(const Board& board) {
    std::vector<std::string> texts;
    board.each_move([&](ChessMove move) {
        Board next = board;
        next.play(move);
        if (next.can_capture_king()) return;
        std::string text = Board::square_text(move.from) + Board::square_text(move.to);
        if (move.promotion != 0) text += move.promotion;
        texts.push_back(text);
    });
    return texts;
}

template <class Board>
std::uint64_t paths(const Board& board, int depth) {
    std::uint64_t count = 0;
    board.each_move([&](ChessMove move) {
        Board next = board;
        next.play(move);
        if (next.can_capture_king()) return;
        count += depth == 1 ? 1 : paths(next, depth - 1);
    });
    return count;
}

}  // namespace zeitnot::twins
