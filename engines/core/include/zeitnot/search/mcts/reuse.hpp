// The tree of the last search, from the position that the next one begins with.
#pragma once

#include <vector>

#include "zeitnot/search/mcts/tree.hpp"

namespace zeitnot {

// Finds the node of `wanted` within a few plies of the tree's root. The depth allows for a turn of
// each side, throws included.
template <Position P>
class NodeFinder {
   public:
    NodeFinder(Tree<P>& tree, const History<P>& wanted)
        : tree_(tree), wanted_(wanted), key_(wanted.position().hash()) {}

    [[nodiscard]] NodeId find() { return find_below(tree_.root, tree_.history, max_depth); }

   private:
    static constexpr int max_depth = Stochastic<P> ? 6 : 2;

    // Keys are compared first; histories only where they agree.
    NodeId find_below(NodeId node, const History<P>& history, int depth) {
        const Block<P>& block = tree_.arena[node];
        if (block.key == key_ && history == wanted_) return node;
        if (depth == 0) return no_node;
        NodeId found = no_node;
        tree_.arena.children(node).for_each([&](const Child<P>& child, std::size_t) {
            const NodeId below = child.node.load(std::memory_order_relaxed);
            if (found != no_node || below == no_node || !may_lead_to(below, depth - 1)) return;
            found = find_below(below, after(history, block.kind, child), depth - 1);
        });
        return found;
    }

    // Whether the key occurs at or below a node: only then are histories made.
    bool may_lead_to(NodeId node, int depth) {
        if (tree_.arena[node].key == key_) return true;
        if (depth == 0) return false;
        bool found = false;
        tree_.arena.children(node).for_each([&](const Child<P>& child, std::size_t) {
            const NodeId below = child.node.load(std::memory_order_relaxed);
            if (!found && below != no_node) found = may_lead_to(below, depth - 1);
        });
        return found;
    }

    static History<P> after(const History<P>& history, NodeKind kind, const Child<P>& child) {
        History<P> next = history;
        if constexpr (Stochastic<P>) {
            if (kind == NodeKind::chance) {
                next.apply(child.branch.thrown);
                return next;
            }
        }
        next.play(child.branch.move);
        return next;
    }

    Tree<P>& tree_;
    const History<P>& wanted_;
    Key key_;
};

// Makes `root` the root, of a subtree if `reuse` and there is one. The rest of the old tree is what
// was visited longest ago, and goes when memory is short.
template <Position P>
void set_root(Tree<P>& tree, const History<P>& root, bool reuse) {
    NodeId found = no_node;
    if (reuse && tree.root != no_node) found = NodeFinder<P>(tree, root).find();
    if (found != no_node) {
        tree.arena.detach(found);
    } else {
        tree.arena.clear();
    }
    tree.root = found;
    tree.history = root;
}

}  // namespace zeitnot
