// Monte-Carlo tree search as an engine: one game, and one tree, which persists between searches.
//
// Pondering is a search of the position in which the opponent is to move, until it is stopped; the
// next search continues in the subtree of the reply.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "zeitnot/search/mcts/answer.hpp"
#include "zeitnot/search/mcts/parts_for.hpp"
#include "zeitnot/search/mcts/reuse.hpp"
#include "zeitnot/search/mcts/schedule.hpp"
#include "zeitnot/search/mcts/threads.hpp"

namespace zeitnot {

// Runs one search at a time.
template <Position P>
class Mcts {
   public:
    static constexpr std::string_view name = "mcts";

    explicit Mcts(const Options& options)
        : options_(options),
          mcts_options_(mcts_options(options)),
          evaluator_(evaluator_of<P>(options)),
          parts_(mcts_parts_for<P>(mcts_options_, evaluator_ != nullptr)),
          playouts_(options_),
          priors_(options_),
          tree_(options.hash_mb) {
        if (evaluator_ == nullptr) return;
        if (!mcts_options_.puct_exploration)
            mcts_options_.puct_exploration = evaluator_->exploration();
        if (!mcts_options_.playout_share) mcts_options_.playout_share = evaluator_->playout_share();
    }

    // `task`'s root must have a move or a throw due, and its `searchmoves` must be legal. `nodes`
    // counts simulations. Rethrows the exceptions of an evaluator.
    Report<P> search(const Task<P>& task, const Limits& limits, const StopToken& token,
                     const OnReport<P>& on_report) {
        Control control(limits, token);
        set_root(tree_, task.root, parts_.has(MctsPart::reuse));
        SharedSearch<P> shared{tree_,   parts_,           mcts_options_,       playouts_,
                               priors_, evaluator_.get(), options_.threads > 1};
        int deepest = 0;
        try {
            Simulator<P> leader(shared, mcts_options_.seed);
            leader.prepare_root();
            set_allowed(shared, task);
            SimulatorThreads<P> helpers(shared, control, options_.threads - 1);
            run_leader(shared, leader, control, limits, task.lines, on_report);
            helpers.join();
            deepest = leader.deepest();
        } catch (...) {
            clear();  // some simulations are incomplete
            throw;
        }
        return report_with_counts(Answer<P>(shared, task.lines), control, deepest);
    }

    // The position's static win probability for the side to move.
    [[nodiscard]] double evaluate(const P& position) const
        requires Estimated<P>
    {
        if (const auto end = settled_outcome(position))
            return end_rates(position, *end)[position.turn()];
        return LeafValue<P>(options_).win_probability(position);
    }

    void clear() {
        tree_.arena.clear();
        tree_.root = no_node;
    }
    [[nodiscard]] int filled() const { return tree_.arena.filled(); }

   private:
    static void set_allowed(SharedSearch<P>& shared, const Task<P>& task) {
        if (shared.tree.root == no_node) return;
        const auto children = shared.tree.arena.children(shared.tree.root);
        if (!task.searchmoves.empty()) shared.allowed.resize(children.size());
        for (std::size_t i = 0; i < shared.allowed.size(); ++i) {
            const auto move = children[i].branch.move;
            shared.allowed[i] = task.allows(move);
        }
        if (shared.has(MctsPart::solver))
            shared.root_proof.set(static_cast<std::uint8_t>(shared.proof_of_root()));
    }

    // Runs the main thread's simulations and reports at intervals.
    void run_leader(SharedSearch<P>& shared, Simulator<P>& leader, Control& control,
                    const Limits& limits, int lines, const OnReport<P>& on_report) {
        const Answer<P> answer(shared, lines);
        Schedule schedule(control, answer.lead().has_value());
        while (!control.is_over() && shared.root_proof.get() == 0 && can_count_more()) {
            control.add_nodes(leader.simulate(control.nodes_left()));
            if (schedule.report_due()) {
                const Report<P> report = report_with_counts(answer, control, leader.deepest());
                if (on_report) on_report(report);
                if (limits.depth && has_depth(report, *limits.depth)) return;
            }
            if (schedule.decision_due() && schedule.is_decided(answer.lead())) return;
        }
        if (on_report) on_report(report_with_counts(answer, control, leader.deepest()));
    }

    // Visits are 32-bit counters: a search of hours on many threads ends before they overflow.
    [[nodiscard]] bool can_count_more() const {
        return tree_.root == no_node || tree_.arena[tree_.root].visits.get() < max_visits;
    }
    static constexpr std::uint32_t max_visits = 0xF000'0000;

    // Whether the expected line of play has this length, or there is none.
    [[nodiscard]] bool has_depth(const Report<P>& report, int depth) const {
        return report.depth >= depth || report.lines.empty();
    }

    // Not inlined, because it is called three times and takes long to compile.
    [[gnu::noinline]] static Report<P> report_with_counts(const Answer<P>& answer,
                                                          const Control& control, int deepest) {
        Report<P> report = answer.report();
        report.seldepth = deepest;
        report.nodes = control.nodes();
        report.seconds = control.seconds();
        return report;
    }

    Options options_;
    MctsOptions mcts_options_;
    std::shared_ptr<Evaluator<P>> evaluator_;
    MctsParts parts_;
    Playouts<P> playouts_;
    MovePriors<P> priors_;
    Tree<P> tree_;
};

}  // namespace zeitnot
