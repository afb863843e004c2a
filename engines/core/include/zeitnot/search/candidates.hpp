// The moves of a node that alpha-beta searches: all, or those that the game's evaluation names.
//
// In a game with hundreds of moves, a full-width search reaches few plies. Its evaluation may name
// the candidates: `candidates(position, depth, moves)` adds at least one legal move, and returns
// whether no other move can be better, for example because a threat leaves few replies. If others
// can be better, the value of the node is an estimate even if all candidates lose.
#pragma once

#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/heuristics.hpp"

namespace zeitnot {

// Adds the moves to search; returns whether no other move can be better.
template <Position P>
bool add_moves_to_search(const P& position, const Evaluation<P>& evaluation, Heuristics heuristics,
                         int depth, typename P::Moves& moves) {
    if constexpr (NamesCandidates<P>) {
        if (heuristics.has(Heuristic::candidates))
            return evaluation.candidates(position, depth, moves);
    }
    position.generate(moves);
    return true;
}

}  // namespace zeitnot
