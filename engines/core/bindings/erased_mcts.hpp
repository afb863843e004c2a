// The method `mcts` as an engine, for every game.
#pragma once

#include "erased_engine.hpp"
#include "zeitnot/search/mcts/mcts.hpp"

namespace zeitnot {

// The game's entry with Monte-Carlo tree search, after the methods that it has.
template <Position P>
GameEntry with_mcts(GameEntry entry) {
    if constexpr (!Observable<P>) {
        entry.methods.push_back({Mcts<P>::name, [](const Options& options) {
                                     return std::unique_ptr<AnyEngine>(
                                         std::make_unique<ErasedEngine<P, Mcts<P>>>(options));
                                 }});
        entry.options_error = &evaluation_error<P>;
    }
    return entry;
}

}  // namespace zeitnot
