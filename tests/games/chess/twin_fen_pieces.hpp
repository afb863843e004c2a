// Parses FEN fields for the textbook boards; the engine's board has already validated them.
#pragma once

#include <string_view>

#include "zeitnot/words.hpp"

namespace zeitnot::twins {

// Calls put(x, y, letter) for each piece; ranks and files from 0, a1 first.
template <class Put>
void each_piece(std::string_view board, Put put) {
    int x = 0, y = 7;
    for (const char letter : board) {
        if (letter == '/') {
            x = 0;
            --y;
        } else if (letter >= '1' && letter <= '8') {
            x += letter - '0';
        } else {
            put(x++, y, letter);
        }
    }
}

// Castling rights as bits in the order KQkq.
inline int rights_of(std::string_view field) {
    int rights = 0;
    for (int i = 0; i < 4; ++i) {
        if (field.find("KQkq"[i]) != std::string_view::npos) rights |= 1 << i;
    }
    return rights;
}

}  // namespace zeitnot::twins
