// Observes a search as it visits its tree, so that the tree can be shown.
//
// A search takes a trace as a template parameter and calls it at every node; the default does
// nothing and is optimised away. Each thread has a copy of the trace. Quiescence search counts as
// one leaf.
#pragma once

#include <cstdint>

namespace zeitnot {

// Why a node was left with its value.
enum class Exit : std::uint8_t {
    ended,     // the game is over, or repeats
    solved,    // by a solver or by a tablebase
    table,     // found in the transposition table
    leaf,      // evaluated, or searched until it is quiet
    pruned,    // pruned before its moves
    probed,    // only one move was searched (Star2)
    searched,  // by its moves
};

struct NoTrace {
    // A node is searched; at `ply` 1 after a move of the root, which is not traced itself. The
    // same node may be searched again, with another depth or window.
    template <class P, class Score>
    static constexpr void enter(const P&, int /*depth*/, int /*ply*/, Score /*alpha*/,
                                Score /*beta*/) {}
    // The node is left with its value for the side to move. Not called when a search is
    // interrupted.
    template <class Value>
    static constexpr void leave(int /*ply*/, const Value&, Exit) {}
    // A beta cutoff by this move: the others are not searched.
    template <class Move>
    static constexpr void cut(int /*ply*/, Move) {}
};

// Whether `T` can trace a search of the game `P` with such values and scores.
template <class T, class P, class Value, class Score>
concept TraceOf =
    requires(T& trace, const P& position, const Value& value, Score score, typename P::Move move) {
        trace.enter(position, 1, 1, score, score);
        trace.leave(1, value, Exit::leaf);
        trace.cut(1, move);
    };

}  // namespace zeitnot
