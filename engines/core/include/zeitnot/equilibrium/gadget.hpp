// The gadget game by which one seat re-solves a subgame: chance selects a root history with the
// probability that chance and that seat lead there; the opponent may leave for a fixed gain, or
// follow into the subgame (Burch, Johanson and Bowling 2014, see subgame.hpp).
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "zeitnot/equilibrium/subgame.hpp"

namespace zeitnot {

struct Gadget {
    static constexpr Index leave = 0, follow = 1;  // the opponent's moves

    GameTree tree;
    std::vector<Index> original;  // each set in the original game; none for the opponent's choices
    std::vector<Index> leaving;   // the ends at which the opponent has left, by root
};

class GadgetBuilder {
   public:
    // `roots`: with the opponent's groups; `weights`: the probability, above 0, that chance and the
    // solving seat lead to each.
    GadgetBuilder(const GameTree& game, int opponent, const std::vector<SubgameRoot>& roots,
                  const std::vector<double>& weights)
        : game_(game), opponent_(opponent) {
        double sum = 0;
        for (const double weight : weights) sum += weight;
        gadget_.tree.nodes.emplace_back();
        const Index first = add_children(0, static_cast<Index>(roots.size()));
        for (Index i = 0; i < roots.size(); ++i) {
            gadget_.tree.nodes[first + i].probability = weights[i] / sum;
            add_choice(first + i, roots[i]);
        }
    }

    [[nodiscard]] Gadget take() { return std::move(gadget_); }

   private:
    void add_choice(Index node, const SubgameRoot& root) {
        const auto [found, is_new] = choices_.try_emplace(root.group, no_index);
        if (is_new) found->second = add_set({opponent_, 0, 2, no_index, {}}, no_index);
        gadget_.tree.nodes[node].set = found->second;
        const Index first = add_children(node, 2);
        gadget_.leaving.push_back(first + Gadget::leave);
        const Index following = gadget_.tree.sets[found->second].first + Gadget::follow;
        copy(root.node, first + Gadget::follow, following);
    }

    // Copies the subtree of a node of the original game. `following`: the opponent's move into it.
    void copy(Index from, Index to, Index following) {
        std::vector<std::pair<Index, Index>> stack{{from, to}};
        while (!stack.empty()) {
            const auto [source, copy] = stack.back();
            stack.pop_back();
            const TreeNode& node = game_.nodes[source];
            gadget_.tree.nodes[copy].gain = node.gain;
            if (copy != to) gadget_.tree.nodes[copy].probability = node.probability;
            if (node.set != no_index) gadget_.tree.nodes[copy].set = set_for(node.set, following);
            const Index first = add_children(copy, node.count);
            for (Index i = node.count; i-- > 0;) stack.emplace_back(node.first + i, first + i);
        }
    }

    Index set_for(Index original, Index following) {
        const auto [found, is_new] = copies_.try_emplace(original, no_index);
        if (!is_new) return found->second;
        InformationSet set = game_.sets[original];
        const auto parent = actions_.find(set.parent);
        const Index entry = set.seat == opponent_ ? following : no_index;
        set.parent = parent == actions_.end() ? entry : parent->second;
        return found->second = add_set(std::move(set), original);
    }

    // Adds a set with new actions.
    Index add_set(InformationSet set, Index original) {
        GameTree& tree = gadget_.tree;
        const auto index = static_cast<Index>(tree.sets.size());
        const auto first = static_cast<Index>(tree.actions.size());
        for (Index i = 0; i < set.count; ++i) {
            if (original != no_index) actions_[game_.sets[original].first + i] = first + i;
            tree.actions.emplace_back();
        }
        set.first = first;
        tree.sets.push_back(std::move(set));
        gadget_.original.push_back(original);
        return index;
    }

    Index add_children(Index node, Index count) {
        auto& nodes = gadget_.tree.nodes;
        const auto first = static_cast<Index>(nodes.size());
        nodes[node].first = first;
        nodes[node].count = count;
        nodes.resize(nodes.size() + count);
        return first;
    }

    const GameTree& game_;
    int opponent_;
    Gadget gadget_;
    std::unordered_map<Index, Index> choices_;  // a group's set
    std::unordered_map<Index, Index> copies_;   // of the original game's sets
    std::unordered_map<Index, Index> actions_;  // of the original game's actions
};

}  // namespace zeitnot
