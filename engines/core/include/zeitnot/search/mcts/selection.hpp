// Which child a simulation visits next.
//
// Plain UCT: UCB1 on the mean score of the seat that chooses (Auer, Cesa-Bianchi and Fischer 2002;
// Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006): every child once, in order,
// then the largest mean + c·√(2 ln n / nᵢ).
#pragma once

#include <cmath>
#include <limits>

#include "zeitnot/search/mcts/random.hpp"
#include "zeitnot/search/mcts/tree.hpp"
#include "zeitnot/search/mcts_options.hpp"

namespace zeitnot {

class Selection {
   public:
    Selection(MctsParts parts, const MctsOptions& options)
        : parts_(parts), exploration_(options.exploration) {}

    // The index of the child to visit; `counts(index)`: whether it may be.
    template <Position P>
    std::size_t best(Tree<P>& tree, NodeId node, auto&& counts) const {
        const Block<P>& block = tree.arena[node];
        const double log_term = 2 * std::log(std::max(1.0, double(block.visits.get())));
        double best_urgency = -infinity;
        std::size_t best_index = 0;
        tree.arena.children(node).for_each([&](const Child<P>& child, std::size_t index) {
            if (!counts(index)) return;
            const double urgency = urgency_of(child, block.seat, log_term);
            if (urgency <= best_urgency) return;
            best_urgency = urgency;
            best_index = index;
        });
        return best_index;
    }

   private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    template <Position P>
    [[nodiscard]] double urgency_of(const Child<P>& child, int seat, double log_term) const {
        if (parts_.has(MctsPart::solver) && child.proof() != Proof::open)
            return proved_urgency(child.proof(), seat);
        const std::uint32_t visits = child.visits.get();
        if (visits == 0) return infinity;
        return child.rate() + exploration_ * std::sqrt(log_term / visits);
    }

    // A lost move is the last choice, and a draw needs no exploration.
    static double proved_urgency(Proof proof, int seat) {
        const double score = proved_score(proof, seat);
        return score == 0 ? -1 : score == 1 ? infinity : score;
    }

    MctsParts parts_;
    double exploration_;
};

// A throw, by the probabilities; the children's intervals of [0, 2^32) follow one another.
template <Stochastic P>
std::size_t random_child(Tree<P>& tree, NodeId node, Random& random) {
    const std::uint32_t drawn = random.next32();
    const Children<P> children = tree.arena.children(node);
    std::size_t chosen = children.size() - 1;
    bool found = false;
    children.for_each([&](const Child<P>& child, std::size_t index) {
        if (found || drawn >= child.amaf_visits.get()) return;
        chosen = index;
        found = true;
    });
    return chosen;
}

}  // namespace zeitnot
