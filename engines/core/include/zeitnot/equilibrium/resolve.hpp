// Re-solves a subgame such that the new strategy is at least as good as the old one against every
// opponent: in the gadget game the opponent may leave for the value of its best response to the old
// strategy, so the new strategy concedes no more at any of its sets (Burch, Johanson and Bowling
// 2014, see subgame.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "zeitnot/equilibrium/best_response.hpp"
#include "zeitnot/equilibrium/cfr_plus.hpp"
#include "zeitnot/equilibrium/gadget.hpp"

namespace zeitnot {

// The probability that chance and one seat lead to each node.
inline std::vector<double> reach_of_nodes(const GameTree& tree, int seat,
                                          const Strategy& strategy) {
    std::vector<double> reach(tree.nodes.size());
    reach[0] = 1;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const TreeNode& node = tree.nodes[i];
        for (Index k = 0; k < node.count; ++k) {
            const Index child = node.first + k;
            reach[child] = reach[i] * tree.nodes[child].probability;
            if (node.set == no_index) continue;
            const InformationSet& set = tree.sets[node.set];
            if (set.seat == seat) reach[child] *= strategy[set.first + k];
        }
    }
    return reach;
}

namespace detail {

// The part of the original game's strategy that belongs to the gadget.
inline Strategy strategy_in_gadget(const Gadget& gadget, const GameTree& game,
                                   const Strategy& strategy) {
    Strategy part = uniform(gadget.tree);
    for (std::size_t i = 0; i < gadget.original.size(); ++i) {
        if (gadget.original[i] == no_index) continue;
        const InformationSet& set = gadget.tree.sets[i];
        const Index first = game.sets[gadget.original[i]].first;
        for (Index k = 0; k < set.count; ++k) part[set.first + k] = strategy[first + k];
    }
    return part;
}

// Sets the opponent's gain of leaving to that of following with a best response to `part`.
inline void set_gains_of_leaving(Gadget& gadget, int opponent, const Strategy& part) {
    const auto seat = static_cast<std::size_t>(opponent);
    const SequenceForm form(gadget.tree);
    const auto values = best_response(form, seat, part);
    const auto reach = reach_of_sets(form, seat, part);
    std::vector<double> gains(gadget.tree.actions.size());  // by the first action of a choice
    std::size_t at = 0;                                     // among the opponent's sets
    for (std::size_t i = 0; i < gadget.original.size(); ++i) {
        if (gadget.tree.sets[i].seat != opponent) continue;
        const SeatForm::Set& set = form.seat(seat).sets[at];
        if (gadget.original[i] == no_index)
            gains[set.tree_action] = values.actions[set.first + Gadget::follow] / reach[at];
        ++at;
    }
    for (Index i = 0; i < gadget.leaving.size(); ++i) {
        const TreeNode& choice = gadget.tree.nodes[gadget.tree.nodes[0].first + i];
        const double gain = gains[gadget.tree.sets[choice.set].first];
        gadget.tree.nodes[gadget.leaving[i]].gain = opponent == 0 ? gain : -gain;
    }
}

}  // namespace detail

// The strategy with `seat`'s part in the subgame of `node` re-solved by `iterations` of CFR+. It is
// unchanged if the seat never plays into the subgame. Precondition: see subgame_roots.
inline Strategy resolve_subgame(const GameTree& tree, const Strategy& strategy, Index node,
                                int seat, int iterations) {
    const int opponent = 1 - seat;
    const std::vector<double> reach = reach_of_nodes(tree, seat, strategy);
    std::vector<SubgameRoot> roots;
    std::vector<double> weights;
    for (const SubgameRoot& root : subgame_roots(tree, node, opponent)) {
        if (reach[root.node] == 0) continue;
        roots.push_back(root);
        weights.push_back(reach[root.node]);
    }
    if (roots.empty()) return strategy;
    Gadget gadget = GadgetBuilder(tree, opponent, roots, weights).take();
    Strategy part = detail::strategy_in_gadget(gadget, tree, strategy);
    detail::set_gains_of_leaving(gadget, opponent, part);
    const SequenceForm form(gadget.tree);
    CfrPlus solver(form);
    for (int i = 0; i < iterations; ++i) solver.iterate();
    solver.average(part);
    Strategy result = strategy;
    for (std::size_t i = 0; i < gadget.original.size(); ++i) {
        const InformationSet& set = gadget.tree.sets[i];
        if (gadget.original[i] == no_index || set.seat != seat) continue;
        const Index first = tree.sets[gadget.original[i]].first;
        for (Index k = 0; k < set.count; ++k) result[first + k] = part[set.first + k];
    }
    return result;
}

}  // namespace zeitnot
