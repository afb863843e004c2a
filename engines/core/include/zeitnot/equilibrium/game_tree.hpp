// The tree of a game with hidden information, in flat arrays: its nodes, and its information sets
// (von Neumann and Morgenstern 1944; Kuhn, "Extensive games and the problem of information", 1953).
// Everything that solves a game works on this tree, without the game's rules.
//
// Seats have perfect recall: an information set consists of histories in which its seat has the
// same `information` and has made the same moves at the same sets before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "zeitnot/zobrist.hpp"

namespace zeitnot {

// The number of a node, set or action; an action is one move at one set.
using Index = std::uint32_t;
inline constexpr Index no_index = std::numeric_limits<Index>::max();

// One history. A node without children is an end; an inner node without a set is a chance node.
struct TreeNode {
    Index set = no_index;
    Index first = 0;  // its first child; all are consecutive
    Index count = 0;
    double probability = 1;  // of the throw that leads here; 1 after a move
    double gain = 0;         // seat 0's, at an end
};

// `first`: its first action; all are consecutive. `parent`: the seat's last action before, which
// belongs to an earlier set; none at the seat's first set.
struct InformationSet {
    int seat = 0;
    Index first = 0;
    Index count = 0;
    Index parent = no_index;
    std::string information;
};

// One probability for each action; those of a set add up to 1.
using Strategy = std::vector<double>;

struct GameTree {
    std::vector<TreeNode> nodes;       // the first is the root
    std::vector<InformationSet> sets;  // every set comes after the sets of its seat above it
    std::vector<std::string> actions;  // the texts of the moves
    std::unordered_multimap<std::string, Index> set_of;  // by information

    // If the keys are equal, the actions mean the same, so that a strategy for one tree fits the
    // other.
    [[nodiscard]] Key key() const {
        Key key = nodes.size();
        for (const InformationSet& set : sets) {
            key = key * 31 + text_key(set.information) + set.parent;
            for (Index i = 0; i < set.count; ++i) key = key * 31 + text_key(actions[set.first + i]);
        }
        return key;
    }

    [[nodiscard]] std::size_t ends() const {
        std::size_t count = 0;
        for (const TreeNode& node : nodes) count += node.count == 0 ? 1U : 0U;
        return count;
    }
};

// All moves equally likely.
inline Strategy uniform(const GameTree& tree) {
    Strategy strategy(tree.actions.size());
    for (const InformationSet& set : tree.sets) {
        for (Index i = 0; i < set.count; ++i) strategy[set.first + i] = 1.0 / set.count;
    }
    return strategy;
}

// Plays strategy `other` with the probability `share` at each set, otherwise strategy `one`.
inline Strategy mixed(const Strategy& one, const Strategy& other, double share) {
    Strategy mixture(one.size());
    for (std::size_t i = 0; i < one.size(); ++i)
        mixture[i] = (1 - share) * one[i] + share * other[i];
    return mixture;
}

}  // namespace zeitnot
