// Reuses the tree of the last search from the root of the next one.
#pragma once

#include <vector>

#include "zeitnot/search/mcts/tree.hpp"

namespace zeitnot {

// Finds the node of `target` within a few plies of the tree's root. The depth allows for a turn of
// each side, including throws.
template <Position P>
class NodeFinder {
   public:
    NodeFinder(Tree<P>& tree, const History<P>& target)
        : tree_(tree), target_(target), key_(target.position().hash()) {}

    [[nodiscard]] NodeId find() { return find_below(tree_.root, tree_.history, max_depth); }

   private:
    static constexpr int max_depth = Stochastic<P> ? 6 : 2;

    // Compares the keys first, and the histories only if the keys are equal.
    NodeId find_below(NodeId node, const History<P>& history, int depth) {
        const Block<P>& block = tree_.arena[node];
        if (block.key == key_ && history == target_) return node;
        if (depth == 0) return no_node;
        NodeId found = no_node;
        tree_.arena.children(node).for_each([&](const Child<P>& child, std::size_t) {
            const NodeId below = child.node.load(std::memory_order_relaxed);
            if (found != no_node || below == no_node || !may_lead_to(below, depth - 1)) return;
            found = find_below(below, after(history, block.kind, child), depth - 1);
        });
        return found;
    }

    // Whether the key occurs at or below a node. Histories are made only if it does.
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
    const History<P>& target_;
    Key key_;
};

// Makes `root` the root: of its subtree if `reuse` is set and the tree has one. The rest of the old
// tree is evicted when memory is short, because it was visited longest ago.
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
