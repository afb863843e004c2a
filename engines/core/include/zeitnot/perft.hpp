// Counts the paths of exactly n plies: the classic test of a move generator, called perft since
// Hyatt's Crafty.
//
// A throw is not a ply, but each of its outcomes is a separate path; a finished game has no paths.
// The last ply is counted without listing its moves where the game supports it ("bulk counting").
#pragma once

#include <cstdint>

#include "zeitnot/history.hpp"

namespace zeitnot {

// The paths of `depth` > 0 plies from a position whose history cannot matter.
template <Deterministic P, class Poll>
std::uint64_t perft_without_history(const P& position, int depth, Poll& poll) {
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
        nodes += perft_without_history(after, depth - 1, poll);
    }
    return nodes;
}

// Whether no position can recur often enough within `depth` plies to end a path. A game's
// `plies_to_return` is the smallest number of plies in which a position can recur.
template <Position P>
bool history_cannot_matter(const History<P>& history, int depth) {
    if constexpr (requires { P::plies_to_return; }) {
        const int span = P::plies_to_return * (P::repetition_limit - 1);
        return static_cast<int>(history.past().size()) + depth <= span;
    }
    return false;
}

// The paths of `depth` plies from `history`. `poll()` is called once for each inner node and may
// throw to stop. A game may have its own `paths(depth)` for small depths, which need no poll.
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
        if (history_cannot_matter(history, depth))
            return perft_without_history(history.position(), depth, poll);
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
