// Expansion: adds the children of a leaf, which are its moves or the outcomes of a throw.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "zeitnot/search/mcts/outcomes.hpp"
#include "zeitnot/search/mcts/shared_search.hpp"

namespace zeitnot {

// Sorts by prior, highest first. Not a member, so that it is compiled once and not for each game.
inline void sort_by_rate(std::vector<std::uint16_t>& order, const std::vector<Prior>& priors) {
    std::stable_sort(order.begin(), order.end(), [&priors](std::uint16_t a, std::uint16_t b) {
        return priors[a].rate > priors[b].rate;
    });
}

// Each thread has one.
template <Position P>
class Expansion {
   public:
    explicit Expansion(SharedSearch<P>& shared)
        : shared_(shared), tree_(shared.tree), priors_(shared.priors) {}

    // Makes a node for the position; `no_node` if there is no memory or no move.
    NodeId expand(const History<P>& history) {
        if constexpr (Stochastic<P>) {
            if (history.position().chance_due()) return expand_throws(history);
        }
        moves_.clear();
        history.moves(moves_);
        const NodeId node = allocate(history, moves_.size(), NodeKind::decision);
        if (node == no_node) return no_node;
        order_moves(history.position());
        tree_.arena.children(node).for_each([&](Child<P>& child, std::size_t index) {
            const std::size_t move = order_[index];
            child.branch.move = moves_[move];
            if (!shared_.has(MctsPart::priors)) return;
            child.prior_rate = static_cast<std::uint16_t>(move_priors_[move].rate * prior_unit);
            child.prior_visits = move_priors_[move].visits;
        });
        return node;
    }

    // Links a node that `expand` has made to its parent.
    void attach(NodeId added, NodeId node, std::size_t index) {
        for (; index >= Block<P>::capacity; index -= Block<P>::capacity)
            node = tree_.arena[node].next;
        tree_.arena[added].owner = node;
        tree_.arena[added].slot = static_cast<std::uint8_t>(index);
    }

    // Returns how many children could not be allocated since the last call.
    std::size_t take_unallocated() { return std::exchange(unallocated_, 0); }

   private:
    NodeId expand_throws(const History<P>& history)
        requires Stochastic<P>
    {
        static constexpr double two_32 = 4294967296.0;
        collect_outcomes(history.position(), outcomes_);
        const NodeId node = allocate(history, outcomes_.size(), NodeKind::chance);
        if (node == no_node) return no_node;
        double sum = 0;
        tree_.arena.children(node).for_each([&](Child<P>& child, std::size_t index) {
            sum += outcomes_[index].probability;
            child.branch.thrown = outcomes_[index].outcome;
            child.amaf_visits.set(static_cast<std::uint32_t>(std::min(sum * two_32, two_32 - 1)));
        });
        return node;
    }

    NodeId allocate(const History<P>& history, std::size_t children, NodeKind kind) {
        if (children == 0) return no_node;
        const NodeId node = tree_.arena.allocate(children);
        if (node == no_node) {
            unallocated_ = children;
            return no_node;
        }
        Block<P>& head = tree_.arena[node];
        head.key = history.position().hash();
        head.seat = static_cast<std::int8_t>(history.position().turn());
        head.kind = kind;
        head.last_visit.set(tree_.clock.get());
        return node;
    }

    // Sets the order of the children: the generator's, or the highest prior first.
    void order_moves(const P& position) {
        order_.resize(moves_.size());
        std::iota(order_.begin(), order_.end(), std::uint16_t{0});
        const bool widening = shared_.has(MctsPart::widening);
        if (!widening && !shared_.has(MctsPart::priors)) return;
        move_priors_.assign(moves_.size(), Prior{});
        priors_(position, moves_, move_priors_);
        if (widening) sort_by_rate(order_, move_priors_);
    }

    SharedSearch<P>& shared_;
    Tree<P>& tree_;
    MovePriors<P> priors_;
    typename P::Moves moves_;
    std::vector<std::uint16_t> order_;
    std::vector<Prior> move_priors_;
    Outcomes<P> outcomes_;
    std::size_t unallocated_ = 0;
};

}  // namespace zeitnot
