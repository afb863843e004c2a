// One thread's simulations. Each has the four steps of Monte-Carlo tree search: selection down to a
// leaf, expansion, a playout (simulation), and back-propagation of its scores (Coulom 2006; Browne
// et al., "A survey of Monte Carlo tree search methods", 2012).
//
// With an evaluator, several leaves are selected first and evaluated in one batch.
#pragma once

#include <atomic>
#include <vector>

#include "zeitnot/search/mcts/amaf.hpp"
#include "zeitnot/search/mcts/expansion.hpp"
#include "zeitnot/search/mcts/leaf.hpp"
#include "zeitnot/search/mcts/selection.hpp"

namespace zeitnot {

template <Position P>
class Simulator {
   public:
    Simulator(SharedSearch<P>& shared, std::uint64_t seed)
        : shared_(shared),
          tree_(shared.tree),
          selection_(shared.parts, shared.options),
          expansion_(shared),
          playouts_(shared.playouts),
          amaf_(shared.has(MctsPart::rave)),
          random_(seed),
          leaves_(shared.evaluator == nullptr ? 1
                                              : static_cast<std::size_t>(shared.options.batch)) {}

    // Runs at most `max_count` simulations; returns how many.
    std::size_t simulate(std::uint64_t max_count) {
        const std::size_t count = std::min<std::uint64_t>(max_count, leaves_.size());
        {
            const Gate::SharedAccess access(shared_.gate, shared_.threaded);
            tree_.clock.add(static_cast<std::uint32_t>(count), shared_.threaded);
            if (shared_.evaluator == nullptr) {
                select(leaves_[0]);
                play_out(leaves_[0]);
                back_propagate(leaves_[0]);
            } else {
                evaluate_batch(count);
            }
        }
        if (const std::size_t children = expansion_.take_unallocated()) free_memory(children);
        return count;
    }

    // Expands the root if it is new.
    void prepare_root() {
        Leaf<P>& leaf = leaves_[0];
        leaf.history = tree_.history;
        if (tree_.root == no_node) {
            tree_.root = expansion_.expand(tree_.history);
            leaf.path.clear();
            leaf.outcome = settled_outcome(leaf.history);
            leaf.added = tree_.root;
            if (shared_.evaluator != nullptr && tree_.root != no_node) {
                evaluation_.evaluate(*shared_.evaluator, tree_, std::span(&leaf, 1));
                fill_policy(tree_, leaf);
            }
        }
    }

    // The longest path from the root, in plies and throws.
    [[nodiscard]] int deepest() const { return deepest_; }

   private:
    static constexpr bool provable = TwoPlayerZeroSum<P>;

    // ── selection ──

    // Descends from the root to a leaf, and expands it if it has been visited often enough.
    void select(Leaf<P>& leaf) {
        leaf.history = tree_.history;
        leaf.path.clear();
        leaf.added = no_node;
        leaf.outcome = tree_.root == no_node ? settled_outcome(leaf.history) : std::nullopt;
        for (NodeId node = tree_.root; node != no_node && node != busy_node;) {
            const std::size_t index = choose(node);
            Child<P>& child = tree_.arena.children(node)[index];
            const int visits = static_cast<int>(child.visits.get());
            enter(leaf, node, child);
            const bool can_continue = !child.is_end() && leaf.path.size() < max_path;
            NodeId next = can_continue ? child.node.load(std::memory_order_acquire) : no_node;
            if (next == no_node) {
                leaf.outcome = settled_outcome(leaf.history);
                if (!can_continue || leaf.outcome) return;
                if (shared_.evaluator != nullptr) return expand_pending(leaf, node, index, child);
                if (visits >= shared_.expand_after())
                    next = expand_below(leaf.history, node, index, child);
            }
            node = next;
        }
    }

    std::size_t choose(NodeId node) {
        if constexpr (Stochastic<P>) {
            if (tree_.arena[node].kind == NodeKind::chance)
                return random_child(tree_, node, random_);
        }
        const bool is_limited = node == tree_.root && !shared_.allowed.empty();
        return selection_.best(
            tree_, node, [&](std::size_t index) { return !is_limited || shared_.allowed[index]; });
    }

    void enter(Leaf<P>& leaf, NodeId node, Child<P>& child) {
        leaf.path.push({node, &child});
        deepest_ = std::max(deepest_, static_cast<int>(leaf.path.size()));
        if (shared_.counts_early()) count_visit(node, child);
        if constexpr (Stochastic<P>) {
            if (tree_.arena[node].kind == NodeKind::chance)
                return leaf.history.apply(child.branch.thrown);
        }
        leaf.history.play(child.branch.move);
    }

    // ── expansion ──

    // Only one thread lists the moves of a leaf; meanwhile the others play it out.
    NodeId expand_below(const History<P>& history, NodeId node, std::size_t index,
                        Child<P>& child) {
        if (!claim(child)) return busy_node;
        const NodeId added = expand_claimed(history, node, index);
        child.node.store(added, std::memory_order_release);
        return added;
    }

    // Expands a leaf; the new node is linked into the tree after it gets its policy.
    void expand_pending(Leaf<P>& leaf, NodeId node, std::size_t index, Child<P>& child) {
        if (!claim(child)) return;
        leaf.added = expand_claimed(leaf.history, node, index);
        if (leaf.added == no_node) child.node.store(no_node, std::memory_order_release);
    }

    static bool claim(Child<P>& child) {
        NodeId expected = no_node;
        return child.node.compare_exchange_strong(expected, busy_node, std::memory_order_acq_rel);
    }

    NodeId expand_claimed(const History<P>& history, NodeId node, std::size_t index) {
        const NodeId added = expansion_.expand(history);
        if (added != no_node) expansion_.attach(added, node, index);
        return added;
    }

    // ── playout ──

    void play_out(Leaf<P>& leaf) {
        played_.clear();
        if (!score_end(leaf)) leaf.scores = playouts_(leaf.history.position(), random_, played_);
    }

    // Sets the scores of a leaf at which the game is over; returns whether it is.
    bool score_end(Leaf<P>& leaf) {
        if (!leaf.outcome) return false;
        leaf.scores = end_rates(leaf.history.position(), *leaf.outcome);
        if (leaf.path.empty()) return true;
        Child<P>& last = *leaf.path[leaf.path.size() - 1].child;
        if (!last.is_end()) {
            last.set_end();
            newly_proved_ = prove(last, proof_of(leaf.scores));
        }
        return true;
    }

    // ── evaluation ──

    void evaluate_batch(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) select(leaves_[i]);
        evaluation_.evaluate(*shared_.evaluator, tree_, std::span(leaves_).first(count));
        for (std::size_t i = 0; i < count; ++i) {
            Leaf<P>& leaf = leaves_[i];
            fill_policy(tree_, leaf);
            if (leaf.added != no_node)
                leaf.path[leaf.path.size() - 1].child->node.store(leaf.added,
                                                                  std::memory_order_release);
            const PerSeat<double> value = leaf.scores;
            const double share = *shared_.options.playout_share;
            played_.clear();
            if (!score_end(leaf) && share > 0) {
                leaf.scores = playouts_(leaf.history.position(), random_, played_);
                for (int seat = 0; seat < leaf.scores.size(); ++seat)
                    leaf.scores[seat] = (1 - share) * value[seat] + share * leaf.scores[seat];
            }
            back_propagate(leaf);
        }
    }

    // ── back-propagation ──

    void back_propagate(Leaf<P>& leaf) {
        const std::uint32_t now = tree_.clock.get();
        for (std::size_t i = leaf.path.size(); i-- > 0;) {
            const auto [node, child] = leaf.path[i];
            Block<P>& block = tree_.arena[node];
            block.last_visit.set(now);
            if (!shared_.counts_early()) count_visit(node, *child);
            child->sum.add(to_fixed_point(leaf.scores[block.seat]), shared_.threaded);
            if (newly_proved_) prove_node(leaf.path, i);
        }
        newly_proved_ = false;
        if (shared_.has(MctsPart::rave))
            amaf_.update(tree_, leaf.path, played_, leaf.scores, shared_.threaded);
    }

    void count_visit(NodeId node, Child<P>& child) {
        child.visits.add(1, shared_.threaded);
        tree_.arena[node].visits.add(1, shared_.threaded);
    }

    // Returns whether the child was not proved before.
    bool prove(Child<P>& child, Proof proof) {
        if (!provable || !shared_.has(MctsPart::solver)) return false;
        if (proof == Proof::open || child.proof() != Proof::open) return false;
        child.prove(proof);
        // Of two threads that prove two siblings, the later one must see both.
        if (shared_.threaded) std::atomic_thread_fence(std::memory_order_seq_cst);
        return true;
    }

    // Updates the proof of the node at `path[at]` after one of its children was proved.
    void prove_node(const TreePath<P>& path, std::size_t at) {
        if (at == 0) {
            shared_.root_proof.set(static_cast<std::uint8_t>(shared_.proof_of_root()));
        } else {
            const Proof proof =
                proof_of_node(tree_, path[at].node, [](std::size_t) { return true; });
            newly_proved_ = prove(*path[at - 1].child, proof);
        }
    }

    void free_memory(std::size_t children) {
        const Gate::ExclusiveAccess access(shared_.gate, shared_.threaded);
        tree_.arena.collect(tree_.root, tree_.clock.get(), children);
    }

    SharedSearch<P>& shared_;
    Tree<P>& tree_;
    Selection selection_;
    Expansion<P> expansion_;
    Playouts<P> playouts_;
    Amaf<P> amaf_;
    Random random_;
    std::vector<Leaf<P>> leaves_;
    LeafEvaluation<P> evaluation_;
    PlayoutMoves<P> played_;
    bool newly_proved_ = false;
    int deepest_ = 0;
};

}  // namespace zeitnot
