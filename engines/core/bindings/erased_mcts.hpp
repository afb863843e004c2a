// The method `mcts` as an engine, for every game.
#pragma once

#include "erased_engine.hpp"
#include "text_evaluator.hpp"
#include "zeitnot/search/mcts/hidden.hpp"
#include "zeitnot/search/mcts/mcts.hpp"

namespace zeitnot {

// The method for a game, with or without hidden information.
template <Position P>
struct MctsOf : Mcts<P> {
    explicit MctsOf(const Options& options) : Mcts<P>(with_typed_evaluator<P>(options)) {}
};

template <Observable P>
struct MctsOf<P> : HiddenMcts<P> {
    using HiddenMcts<P>::HiddenMcts;
};

// Adds Monte-Carlo tree search after the methods of a game's entry.
template <Position P>
GameEntry with_mcts(GameEntry entry) {
    entry.methods.push_back(method_entry<P, MctsOf<P>>(MctsOf<P>::name, Observable<P>));
    entry.options_error = &evaluation_error<P>;
    return entry;
}

}  // namespace zeitnot
