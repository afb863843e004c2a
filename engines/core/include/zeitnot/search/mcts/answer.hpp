// The report of a tree: the root's moves, best first, with visits, win rate and expected play.
#pragma once

#include <algorithm>
#include <vector>

#include "zeitnot/search/mcts/outcomes.hpp"
#include "zeitnot/search/mcts/simulator.hpp"
#include "zeitnot/search/report.hpp"
#include "zeitnot/stable_sort.hpp"

namespace zeitnot {

template <Position P>
class Answer {
   public:
    Answer(SharedSearch<P>& shared, int lines)
        : shared_(shared), tree_(shared.tree), lines_(static_cast<std::size_t>(lines)) {}

    // Callable while other threads search.
    [[nodiscard]] Report<P> report() const {
        const Gate::SharedAccess access(shared_.gate, shared_.threaded);
        Report<P> report;
        report.unit = Unit::win_probability;
        report.exact = shared_.root_proof.get() != 0;
        if constexpr (Stochastic<P>) {
            if (tree_.history.position().chance_due()) {
                add_throw_lines(report);
                return report;
            }
        }
        add_lines(report);
        return report;
    }

    // How many visits the best move is ahead of the second; empty if there is only one move; 0 if
    // the best move is not the one with most visits.
    [[nodiscard]] std::optional<std::uint32_t> lead() const {
        const Gate::SharedAccess access(shared_.gate, shared_.threaded);
        const auto ranked = root_children();
        if (ranked.size() < 2) return std::nullopt;
        if (shared_.options.best_by == BestBy::rate) return 0;
        const std::uint32_t first = ranked[0].child->visits.get();
        const std::uint32_t second = ranked[1].child->visits.get();
        return first - std::min(first, second);
    }

   private:
    struct RankedChild {
        Child<P>* child;
        double first, second;  // compared in this order
    };

    // Proved wins first and proved losses last, then by visits or by mean.
    [[nodiscard]] RankedChild ranked(Child<P>& child, int seat) const {
        const std::uint32_t visits = child.visits.get();
        const double rate = visits == 0 ? 0 : child.rate();
        double first = visits, second = rate;
        if (shared_.options.best_by == BestBy::rate) std::swap(first, second);
        if (child.proof() == win_of(seat)) first = 1e18;
        if (child.proof() == win_of(seat ^ 1)) first -= 1e12;
        return {&child, first, second};
    }

    static bool is_better(const RankedChild& a, const RankedChild& b) {
        return a.first != b.first ? a.first > b.first : a.second > b.second;
    }

    // The allowed moves of the root, best first.
    [[nodiscard]] std::vector<RankedChild> root_children() const {
        std::vector<RankedChild> all;
        if (tree_.root == no_node) return all;
        const int seat = tree_.arena[tree_.root].seat;
        tree_.arena.children(tree_.root).for_each([&](Child<P>& child, std::size_t index) {
            if (shared_.allowed.empty() || shared_.allowed[index])
                all.push_back(ranked(child, seat));
        });
        stable_sort_short(all, &is_better);
        return all;
    }

    // The best child of a node; null if it has none.
    [[nodiscard]] const Child<P>* best_child(NodeId node) const {
        const int seat = tree_.arena[node].seat;
        RankedChild best{};
        tree_.arena.children(node).for_each([&](Child<P>& child, std::size_t) {
            const RankedChild next = ranked(child, seat);
            if (best.child == nullptr || is_better(next, best)) best = next;
        });
        return best.child;
    }

    void add_lines(Report<P>& report) const {
        const int seat = tree_.history.position().turn();
        const auto ranked = root_children();
        double all_priors = 0;
        for (const RankedChild& each : ranked) all_priors += prior_of(*each.child);
        for (std::size_t i = 0; i < std::min(lines_, ranked.size()); ++i) {
            Child<P>& child = *ranked[i].child;
            Line<P> line{.move = child.branch.move, .value = value_of(child, seat)};
            line.visits = child.visits.get();
            if (all_priors > 0) line.prior = prior_of(child) / all_priors;
            line.pv.push_back(child.branch.move);
            follow(child, line.pv);
            report.lines.push_back(std::move(line));
        }
        if (report.lines.empty()) return;
        report.value = report.lines.front().value;
        report.depth = static_cast<int>(report.lines.front().pv.size());
    }

    // The policy's probability, or the wins of the move's initial visits; 0 without priors.
    [[nodiscard]] double prior_of(const Child<P>& child) const {
        const double rate = child.prior_rate / prior_unit;
        return shared_.has(MctsPart::puct) ? rate : rate * child.prior_visits;
    }

    // An unvisited move has the value of a draw.
    [[nodiscard]] static double value_of(const Child<P>& child, int seat) {
        if (child.proof() != Proof::open) return proved_score(child.proof(), seat);
        return child.visits.get() == 0 ? 0.5 : child.rate();
    }

    // Adds the most visited moves after `child`, up to a throw.
    void follow(Child<P>& child, std::vector<typename P::Move>& pv) const {
        const Child<P>* at = &child;
        for (;;) {
            const NodeId node = at->node.load(std::memory_order_acquire);
            if (node == no_node || node == busy_node) return;
            if (tree_.arena[node].kind == NodeKind::chance) return;
            const Child<P>* best = best_child(node);
            if (best == nullptr || best->visits.get() == 0) return;
            at = best;
            pv.push_back(best->branch.move);
        }
    }

    // Adds a line for each outcome; outcomes with equal futures share a child.
    void add_throw_lines(Report<P>& report) const
        requires Stochastic<P>
    {
        const P& position = tree_.history.position();
        Outcomes<P> outcomes;
        collect_outcomes(position, outcomes);
        position.chance([&](typename P::Throw outcome, double probability) {
            P next = position;
            next.apply(outcome);
            const std::size_t index = child_index(next, outcome, outcomes);
            ThrowLine<P> line{outcome, probability, 0.5, {}};
            if (tree_.root != no_node) {
                Child<P>& child = tree_.arena.children(tree_.root)[index];
                line.value = value_of(child, position.turn());
                follow(child, line.pv);
            }
            report.value += probability * line.value;
            report.depth = std::max(report.depth, static_cast<int>(line.pv.size()));
            report.throws.push_back(std::move(line));
        });
    }

    // The index of the child that represents an outcome, after which the position is `next`.
    static std::size_t child_index(const P& next, const auto& outcome,
                                   const Outcomes<P>& outcomes) {
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            const P& known = outcomes.positions[i];
            if (outcomes[i].outcome == outcome) return i;
            if (!next.chance_due() && !known.chance_due() && same_future(known, next)) return i;
        }
        return 0;
    }

    SharedSearch<P>& shared_;
    Tree<P>& tree_;
    std::size_t lines_;
};

}  // namespace zeitnot
