// The choices of one simulation, from the root to a leaf.
#pragma once

#include "zeitnot/fixed_list.hpp"
#include "zeitnot/search/mcts/tree.hpp"

namespace zeitnot {

template <Position P>
struct TreeStep {
    NodeId node;
    Child<P>* child;
};

inline constexpr std::size_t max_path = 1024;

template <Position P>
using TreePath = FixedList<TreeStep<P>, max_path>;

}  // namespace zeitnot
