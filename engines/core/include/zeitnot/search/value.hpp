// A score and what it depends on, and the state of one ply of the search.
//
// A position's value may depend on the path that led to it (Campbell, "The graph-history
// interaction: on ignoring position history", ACM 1985), so every score records how much of the
// path it depends on.
#pragma once

#include "zeitnot/search/move_history.hpp"
#include "zeitnot/search/path.hpp"

namespace zeitnot {

// `proved`: no static evaluation went into it; `rests_on`: the lowest ply of the path that it
// depends on (see path.hpp).
struct Value {
    Score score;
    bool proved;
    int rests_on;

    Value operator-() const { return {-score, proved, rests_on}; }
    static Value estimate(Score score) { return {score, false, path_independent}; }
};

// If one move is proved to win, the node is won whatever the values of the moves left out; only a
// shorter win may be missed.
inline bool is_proved_win(const Value& value) {
    return value.proved && value.score > 0 && is_decisive(value.score);
}

template <Position P>
std::uint8_t seat_of(const P& position) {
    return static_cast<std::uint8_t>(position.turn());
}

struct Frame {
    Score static_eval = 0;         // if it means little, that of two plies ago
    bool threatened = false;       // the side to move would lose immediately if it passed: check
    bool must_capture = false;     // each legal move is a capture
    bool passed = false;           // the previous move is a null move
    std::uint8_t turn = 0;         // the seat to move
    std::uint16_t move = no_code;  // the previous move
    std::uint16_t excluded = no_code;  // a move that is not searched here

    // In check and in the middle of an exchange the static evaluation means little.
    [[nodiscard]] bool is_quiet() const { return !threatened && !must_capture; }
};

}  // namespace zeitnot
