// The options of Monte-Carlo tree search in an engine's options. The other methods do not include
// this file, so that a change of it recompiles only this method.
#pragma once

#include "zeitnot/search/mcts_options.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

inline MctsOptions mcts_options(const Options& options) {
    return options.mcts != nullptr ? *options.mcts : MctsOptions{};
}

}  // namespace zeitnot
