// A score and what it stands on, and what one ply of the search knows of its node.
//
// A position's value may depend on how play came to it (Campbell, "The graph-history interaction:
// on ignoring position history", ACM 1985), so every score says how much of the path it needs.
#pragma once

#include "zeitnot/search/move_history.hpp"
#include "zeitnot/search/path.hpp"

namespace zeitnot {

// `proved` if no estimate went into it; `rests_on`: the lowest ply of the path that it needs (see
// path.hpp).
struct Value {
    Score score;
    bool proved;
    int rests_on;

    Value operator-() const { return {-score, proved, rests_on}; }
    static Value estimate(Score score) { return {score, false, path_independent}; }
};

template <Position P>
std::uint8_t seat_of(const P& position) {
    return static_cast<std::uint8_t>(position.turn());
}

struct Frame {
    Score static_eval =
        0;  // the evaluation; where the side to move is in check, that of two plies ago
    bool in_check = false;
    bool passed = false;               // play came here by a null move
    std::uint8_t turn = 0;             // the seat to move
    std::uint16_t move = no_code;      // by which play came here
    std::uint16_t excluded = no_code;  // not to be searched here
};

}  // namespace zeitnot
