// Reads the options of Monte-Carlo tree search from Python's keyword arguments.
#pragma once

#include "bind.hpp"
#include "zeitnot/search/mcts_options.hpp"

namespace zeitnot {

// Throws nanobind's value_error for a bad value, type_error for an unknown name.
void read_mcts_options(const nanobind::kwargs& kwargs, MctsOptions& options);

}  // namespace zeitnot
