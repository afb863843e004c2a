// Subgames: a set of histories with all that follow, which both seats can distinguish from the rest
// of the game: no information set is partly inside (Burch, Johanson and Bowling, "Solving imperfect
// information games using decomposition", AAAI 2014).
#pragma once

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "zeitnot/equilibrium/game_tree.hpp"

namespace zeitnot {

// The number of throws and moves that lead to each node.
inline std::vector<Index> depths_of(const GameTree& tree) {
    std::vector<Index> depths(tree.nodes.size());
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {  // parents come before their children
        const TreeNode& node = tree.nodes[i];
        for (Index k = 0; k < node.count; ++k) depths[node.first + k] = depths[i] + 1;
    }
    return depths;
}

// Disjoint sets of the numbers below `count` (union-find: Galler and Fisher 1964).
class DisjointSets {
   public:
    explicit DisjointSets(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), Index{0});
    }
    // The representative of the number's set.
    Index find(Index number) {
        while (parent_[number] != number) number = parent_[number] = parent_[parent_[number]];
        return number;
    }
    void unite(Index one, Index other) { parent_[find(one)] = find(other); }

   private:
    std::vector<Index> parent_;
};

// Groups the nodes of one depth: two nodes are in one group if an information set for which
// `is_relevant(set)` has histories below both.
template <class IsRelevant>
DisjointSets group_nodes(const GameTree& tree, Index depth, IsRelevant&& is_relevant) {
    const auto first_set = static_cast<Index>(tree.nodes.size());
    DisjointSets groups(tree.nodes.size() + tree.sets.size());
    const std::vector<Index> depths = depths_of(tree);
    std::vector<Index> root(tree.nodes.size());
    for (Index i = 0; i < tree.nodes.size(); ++i) {
        if (depths[i] < depth) continue;
        if (depths[i] == depth) root[i] = i;
        const TreeNode& node = tree.nodes[i];
        for (Index k = 0; k < node.count; ++k) root[node.first + k] = root[i];
        if (node.set != no_index && is_relevant(tree.sets[node.set]))
            groups.unite(root[i], first_set + node.set);
    }
    return groups;
}

// One root history of a subgame. `group` is equal for roots that a seat cannot distinguish.
struct SubgameRoot {
    Index node;
    Index group;
};

// The roots of the smallest subgame that has this node among them, grouped by the information of
// `seat`. Precondition: the histories of each set have equal depths.
inline std::vector<SubgameRoot> subgame_roots(const GameTree& tree, Index node, int seat) {
    const std::vector<Index> depths = depths_of(tree);
    const Index depth = depths[node];
    DisjointSets subgames = group_nodes(tree, depth, [](const auto&) { return true; });
    DisjointSets groups =
        group_nodes(tree, depth, [&](const auto& set) { return set.seat == seat; });
    std::vector<SubgameRoot> roots;
    for (Index i = 0; i < tree.nodes.size(); ++i) {
        if (depths[i] == depth && subgames.find(i) == subgames.find(node))
            roots.push_back({i, groups.find(i)});
    }
    return roots;
}

}  // namespace zeitnot
