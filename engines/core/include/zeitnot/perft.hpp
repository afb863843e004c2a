// Counts the paths of exactly n plies: the classic check of a move generator, called perft since
// Hyatt's Crafty.
//
// A throw is no ply, but each of its outcomes is a path of its own; below a finished game nothing
// is counted. The last ply is counted without listing its moves where a game can ("bulk counting").
#pragma once

#include <cstdint>

#include "zeitnot/history.hpp"

namespace zeitnot {

// Below `depth` > 0 from a position whose past cannot matter.
template <Deterministic P, class Poll>
std::uint64_t perft_without_past(const P& position, int depth, Poll& poll) {
    if constexpr (Counting<P>) {
        if (depth == 1) return position.count();
    }
    poll();
    typename P::Moves moves;
    position.generate(moves);
    if (depth == 1) return moves.size();
    std::uint64_t nodes = 0;
    for (const auto move : moves) {
        P after = position;
        after.play(move);
        nodes += perft_without_past(after, depth - 1, poll);
    }
    return nodes;
}

// Whether no position can have come back often enough within `depth` plies to end a path: a game
// says by `plies_to_return` how soon one can come back at all.
template <Position P>
bool past_cannot_matter(const History<P>& history, int depth) {
    if constexpr (requires { P::plies_to_return; }) {
        const int span = P::plies_to_return * (P::repetition_limit - 1);
        return static_cast<int>(history.past().size()) + depth <= span;
    }
    return false;
}

// Below `depth` from `history`. `poll()` is called once for each inner node and may throw to stop.
// A game may bring `paths(depth)`, which counts by itself, for small depths that need no poll.
template <Position P, class Poll>
std::uint64_t perft(const History<P>& history, int depth, Poll& poll) {
    if (depth <= 0) return 1;
    if (history.ending()) return 0;
    std::uint64_t nodes = 0;
    if constexpr (Stochastic<P>) {
        if (history.position().chance_due()) {
            history.position().chance([&](auto outcome, double) {
                History<P> after = history;
                after.apply(outcome);
                nodes += perft(after, depth, poll);
            });
            return nodes;
        }
    }
    if constexpr (Counting<P> && !Superko<P>) {
        if (depth == 1) return history.position().count();
    }
    if constexpr (Deterministic<P>) {
        if (past_cannot_matter(history, depth))
            return perft_without_past(history.position(), depth, poll);
    }
    poll();
    if constexpr (requires { P::paths_depth; }) {
        if (depth <= P::paths_depth) return history.position().paths(depth);
    }
    typename P::Moves moves;
    history.moves(moves);
    if (depth == 1) return moves.size();
    for (const auto move : moves) {
        History<P> after = history;
        after.play(move);
        nodes += perft(after, depth - 1, poll);
    }
    return nodes;
}

}  // namespace zeitnot
