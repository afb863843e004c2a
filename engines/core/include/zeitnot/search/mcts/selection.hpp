// Selects the child that a simulation visits next.
//
// Plain UCT: UCB1 on the mean score of the seat to move (Auer, Cesa-Bianchi and Fischer 2002;
// Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006): every child once, in order,
// then the largest mean + c·√(2 ln n / nᵢ). The parts change the mean, the order, or the
// exploration term.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "zeitnot/search/mcts/random.hpp"
#include "zeitnot/search/mcts/tree.hpp"
#include "zeitnot/search/mcts_options.hpp"

namespace zeitnot {

class Selection {
   public:
    Selection(MctsParts parts, const MctsOptions& options)
        : parts_(parts),
          options_(options),
          exploration_(options.exploration.value_or(parts.has(MctsPart::rave) ? rave_exploration
                                                                              : uct_exploration)),
          urgency_(
              options.urgency.value_or(parts.has(MctsPart::rave) ? rave_urgency : uct_urgency)),
          explores_less_(exploration_ < uct_exploration || urgency_ < uct_urgency) {}

    // The index of the child to visit among those for which `is_allowed(index)`.
    template <Position P>
    std::size_t best(Tree<P>& tree, NodeId node, auto&& is_allowed) const {
        const Children<P> children = tree.arena.children(node);
        NodeStats stats = measure(tree.arena[node], children);
        const std::size_t limit = parts_.has(MctsPart::widening) ? width(stats.visits) : no_limit;
        BestChild found = most_urgent(children, stats, limit, is_allowed);
        // Visiting a proved draw gives no new information; only exploration can find a better move,
        // or prove that there is none.
        if (found.is_proved && explores_less_) {
            stats.exploration = std::max(stats.exploration, uct_exploration);
            stats.margin = std::max(stats.margin, uct_urgency);
            found = most_urgent(children, stats, limit, is_allowed);
        }
        // All moves considered so far are lost.
        if (found.urgency <= lost_urgency && limit < children.size())
            return most_urgent(children, stats, no_limit, is_allowed).index;
        return found.index;
    }

   private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    static constexpr double lost_urgency = -1;
    static constexpr std::size_t no_limit = ~std::size_t{0};

    // The statistics of the node that the formulas need.
    struct NodeStats {
        int seat;
        double visits;
        double log_term;   // 2 ln n
        double root_term;  // √n
        double mean;       // of all its simulations
        double exploration;
        double margin;  // of first-play urgency
    };
    struct BestChild {
        std::size_t index = 0;
        double urgency = -infinity;
        bool is_proved = false;
    };

    template <Position P>
    [[nodiscard]] NodeStats measure(const Block<P>& block, const Children<P>& children) const {
        const double visits = std::max<std::uint32_t>(1, block.visits.get());
        NodeStats stats{.seat = block.seat,
                        .visits = visits,
                        .log_term = 2 * std::log(visits),
                        .root_term = std::sqrt(visits),
                        .mean = 0.5,
                        .exploration = exploration_,
                        .margin = urgency_};
        if (!parts_.has(MctsPart::urgency) && !parts_.has(MctsPart::puct)) return stats;
        double sum = 0;
        std::uint64_t count = 0;
        children.for_each([&](const Child<P>& child, std::size_t) {
            sum += static_cast<double>(child.sum.get());
            count += child.visits.get();
        });
        if (count > 0) stats.mean = sum / sum_unit / static_cast<double>(count);
        return stats;
    }

    template <Position P>
    [[nodiscard]] BestChild most_urgent(const Children<P>& children, const NodeStats& stats,
                                        std::size_t limit, auto&& is_allowed) const {
        BestChild found;
        children.for_each(
            [&](const Child<P>& child, std::size_t index) {
                if (!is_allowed(index)) return;
                const double urgency = urgency_of(child, stats);
                if (urgency > found.urgency) found = {index, urgency, child.proof() != Proof::open};
            },
            limit);
        return found;
    }

    // How many of the moves with the highest priors are considered: one more each time the visits
    // have grown by 40 % (Coulom, "Computing Elo ratings of move patterns in the game of Go",
    // 2007).
    static std::size_t width(double visits) {
        return 2 + static_cast<std::size_t>(std::log(1 + visits / 100) / std::log(1.4));
    }

    template <Position P>
    [[nodiscard]] double urgency_of(const Child<P>& child, const NodeStats& stats) const {
        if (parts_.has(MctsPart::solver) && child.proof() != Proof::open)
            return proved_urgency(child.proof(), stats.seat);
        const std::uint32_t visits = child.visits.get();
        if (parts_.has(MctsPart::puct)) return puct_urgency(child, visits, stats);
        if (visits > 0)
            return estimate(child, visits, stats.mean) +
                   stats.exploration * std::sqrt(stats.log_term / visits);
        if (!parts_.has(MctsPart::urgency)) return infinity;
        return estimate(child, 0, stats.mean) + stats.margin;
    }

    // A lost move is chosen last, and a draw needs no exploration.
    static double proved_urgency(Proof proof, int seat) {
        const double score = proved_score(proof, seat);
        return score == 0 ? lost_urgency : score == 1 ? infinity : score;
    }

    // The mean, combined with the prior and the AMAF mean, whose weights fall with the number of
    // visits. `unknown`: the estimate if there is no information.
    template <Position P>
    [[nodiscard]] double estimate(const Child<P>& child, std::uint32_t visits,
                                  double unknown) const {
        const double prior = child.prior_visits, count = visits + prior;
        double mean = unknown;
        if (prior > 0) {
            const double sum = static_cast<double>(child.sum.get()) / sum_unit;
            mean = (sum + prior * child.prior_rate / prior_unit) / count;
        } else if (visits > 0) {
            mean = child.rate();
        }
        if (!parts_.has(MctsPart::rave)) return mean;
        const double amaf = child.amaf_visits.get();
        if (amaf == 0) return mean;
        const double share = amaf / (count + amaf + count * amaf / options_.rave_equivalence);
        return (1 - share) * mean + share * child.amaf_rate();
    }

    // PUCT (Silver et al., "Mastering the game of Go without human knowledge", 2017), except that
    // an unvisited move has its parent's mean instead of a loss.
    template <Position P>
    [[nodiscard]] double puct_urgency(const Child<P>& child, std::uint32_t visits,
                                      const NodeStats& stats) const {
        const double policy = child.prior_rate / prior_unit;
        const double mean = visits > 0 ? child.rate() : stats.mean;
        return mean + *options_.puct_exploration * policy * stats.root_term / (1.0 + visits);
    }

    MctsParts parts_;
    const MctsOptions& options_;
    double exploration_;
    double urgency_;
    bool explores_less_;  // than plain UCT
};

// Samples a throw by the probabilities: the children's intervals partition [0, 2^32).
template <Stochastic P>
std::size_t random_child(Tree<P>& tree, NodeId node, Random& random) {
    const std::uint32_t sampled = random.next32();
    const Children<P> children = tree.arena.children(node);
    std::size_t chosen = children.size() - 1;
    bool found = false;
    children.for_each([&](const Child<P>& child, std::size_t index) {
        if (found || sampled >= child.amaf_visits.get()) return;
        chosen = index;
        found = true;
    });
    return chosen;
}

}  // namespace zeitnot
