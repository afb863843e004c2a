// The options of Monte-Carlo tree search in an engine's options, of which the other methods need
// not know: a change of them compiles this method alone.
#pragma once

#include "zeitnot/search/mcts_options.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

inline MctsOptions mcts_options(const Options& options) {
    return options.mcts != nullptr ? *options.mcts : MctsOptions{};
}

}  // namespace zeitnot
