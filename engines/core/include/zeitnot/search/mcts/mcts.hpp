// Monte-Carlo tree search as an engine: one game, one tree that it keeps from search to search.
//
// Pondering is a search of the position in which the opponent moves, until it is stopped; the next
// search goes on in the subtree of the reply.
#pragma once

#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include "zeitnot/search/mcts/answer.hpp"
#include "zeitnot/search/mcts/reuse.hpp"
#include "zeitnot/search/mcts/schedule.hpp"

namespace zeitnot {

// Runs one search at a time.
template <Position P>
class Mcts {
   public:
    static constexpr std::string_view name = "mcts";

    explicit Mcts(const Options& options)
        : options_(options),
          parts_(MctsParts::all().without(options.mcts.without)),
          playouts_(options_),
          tree_(options.hash_mb) {}

    // `task`'s root must have a move or a throw due, and `only` only legal moves. `nodes` counts
    // simulations.
    Report<P> search(const Task<P>& task, const Limits& limits, const StopToken& token,
                     const OnReport<P>& on_report) {
        Control control(limits, token);
        set_root(tree_, task.root, parts_.has(MctsPart::reuse));
        SharedSearch<P> shared{tree_, parts_, options_, playouts_, {}, options_.threads > 1};
        Simulator<P> leader(shared, options_.mcts.seed);
        leader.expand_root();
        set_allowed(shared, task);
        leader.prove_root();
        std::vector<std::thread> helpers;
        for (int i = 1; i < options_.threads; ++i) helpers.push_back(helper(shared, control, i));
        lead(shared, leader, control, limits, task.lines, on_report);
        control.finish();
        for (std::thread& thread : helpers) thread.join();
        return counted(Answer<P>(shared, task.lines).report(), control);
    }

    // The position's static win probability for the side to move.
    [[nodiscard]] double evaluate(const P& position) const
        requires Estimated<P>
    {
        if (const auto end = settled_outcome(position)) return end->scores[position.turn()];
        return LeafValue<P>(options_).own_rate(position);
    }

    void clear() {
        tree_.arena.clear();
        tree_.root = no_node;
    }
    [[nodiscard]] int filled() const { return tree_.arena.filled(); }

   private:
    static void set_allowed(SharedSearch<P>& shared, const Task<P>& task) {
        if (task.only.empty() || shared.tree.root == no_node) return;
        const auto children = shared.tree.arena.children(shared.tree.root);
        shared.allowed.resize(children.size());
        children.for_each([&](const Child<P>& child, std::size_t index) {
            shared.allowed[index] =
                std::find(task.only.begin(), task.only.end(), child.branch.move) != task.only.end();
        });
    }

    std::thread helper(SharedSearch<P>& shared, Control& control, int number) const {
        const std::uint64_t seed = options_.mcts.seed + static_cast<std::uint64_t>(number) * 7919;
        return std::thread([&shared, &control, seed] {
            const auto simulator = std::make_unique<Simulator<P>>(shared, seed);
            while (!control.over()) {
                simulator->simulate();
                control.add_nodes(1);
            }
        });
    }

    // The main thread's simulations, with reports between them.
    void lead(SharedSearch<P>& shared, Simulator<P>& leader, Control& control, const Limits& limits,
              int lines, const OnReport<P>& on_report) {
        Schedule schedule(control);
        const Answer<P> answer(shared, lines);
        while (!control.over() && shared.root_proof.get() == 0) {
            leader.simulate();
            control.add_nodes(1);
            if (schedule.report_due()) {
                const Report<P> report = counted(answer.report(), control);
                if (on_report) on_report(report);
                if (limits.depth && has_depth(report, *limits.depth)) return;
            }
            if (schedule.decision_due() && schedule.is_decided(answer.lead())) return;
        }
        if (on_report) on_report(counted(answer.report(), control));
    }

    // Whether the expected play is so long, or cannot be longer.
    [[nodiscard]] bool has_depth(const Report<P>& report, int depth) const {
        return report.depth >= depth || report.lines.empty();
    }

    static Report<P> counted(Report<P> report, const Control& control) {
        report.nodes = control.nodes();
        report.seconds = control.seconds();
        return report;
    }

    Options options_;
    MctsParts parts_;
    Playouts<P> playouts_;
    Tree<P> tree_;
};

}  // namespace zeitnot
