// Subgames: a set of histories, and all that follows, that both seats can tell from the rest of the
// game: no information set is partly inside (Burch, Johanson and Bowling, "Solving imperfect
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
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {  // parents stand before their children
        const TreeNode& node = tree.nodes[i];
        for (Index k = 0; k < node.count; ++k) depths[node.first + k] = depths[i] + 1;
    }
    return depths;
}

// A partition of the numbers below `count`, by unions (Galler and Fisher 1964).
class Partition {
   public:
    explicit Partition(std::size_t count) : above_(count) {
        std::iota(above_.begin(), above_.end(), Index{0});
    }
    // The number that stands for its part.
    Index part(Index number) {
        while (above_[number] != number) number = above_[number] = above_[above_[number]];
        return number;
    }
    void unite(Index one, Index other) { above_[part(one)] = part(other); }

   private:
    std::vector<Index> above_;
};

// The nodes of one depth, in the parts that those sets below them make which fulfil `counts`: two
// nodes are in one part if such a set has histories below both. `part` says which, by a node.
template <class Counts>
Partition parts_of_depth(const GameTree& tree, Index depth, Counts&& counts) {
    const auto first_set = static_cast<Index>(tree.nodes.size());
    Partition parts(tree.nodes.size() + tree.sets.size());
    const std::vector<Index> depths = depths_of(tree);
    std::vector<Index> root(tree.nodes.size());
    for (Index i = 0; i < tree.nodes.size(); ++i) {
        if (depths[i] < depth) continue;
        if (depths[i] == depth) root[i] = i;
        const TreeNode& node = tree.nodes[i];
        for (Index k = 0; k < node.count; ++k) root[node.first + k] = root[i];
        if (node.set != no_index && counts(tree.sets[node.set]))
            parts.unite(root[i], first_set + node.set);
    }
    return parts;
}

// One root history of a subgame. `group`: equal for those which a seat cannot tell apart.
struct SubgameRoot {
    Index node;
    Index group;
};

// The roots of the smallest subgame with this node among them; `seat`: whose groups. Precondition:
// the histories of each set have equal depths.
inline std::vector<SubgameRoot> subgame_roots(const GameTree& tree, Index node, int seat) {
    const std::vector<Index> depths = depths_of(tree);
    const Index depth = depths[node];
    Partition subgames = parts_of_depth(tree, depth, [](const auto&) { return true; });
    Partition groups =
        parts_of_depth(tree, depth, [&](const auto& set) { return set.seat == seat; });
    std::vector<SubgameRoot> roots;
    for (Index i = 0; i < tree.nodes.size(); ++i) {
        if (depths[i] == depth && subgames.part(i) == subgames.part(node))
            roots.push_back({i, groups.part(i)});
    }
    return roots;
}

}  // namespace zeitnot
