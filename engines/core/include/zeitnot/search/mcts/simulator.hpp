// One thread's simulations. Each has the four steps of Monte-Carlo tree search: selection down to a
// leaf, expansion, a playout (simulation), and back-propagation of its scores (Coulom 2006; Browne
// et al., "A survey of Monte Carlo tree search methods", 2012).
//
// With an evaluator several leaves are found first and evaluated at once.
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

    // At most so many simulations; returns how many.
    std::size_t simulate(std::uint64_t most) {
        const std::size_t count = std::min<std::uint64_t>(most, leaves_.size());
        {
            const Gate::Visit visit(shared_.gate, shared_.threaded);
            tree_.clock.add(static_cast<std::uint32_t>(count), shared_.threaded);
            if (shared_.evaluator == nullptr) {
                select(leaves_[0]);
                play_out(leaves_[0]);
                back_propagate(leaves_[0]);
            } else {
                evaluate_batch(count);
            }
        }
        if (const std::size_t wanted = expansion_.take_wanted()) free_memory(wanted);
        return count;
    }

    // Lists the root's moves, if it has none yet, and says what is proved of it.
    void prepare_root() {
        Leaf<P>& leaf = leaves_[0];
        leaf.history = tree_.history;
        if (tree_.root == no_node) {
            tree_.root = expansion_.expand(tree_.history);
            leaf.path.clear();
            leaf.outcome = settled_outcome(leaf.history);
            leaf.added = tree_.root;
            if (shared_.evaluator != nullptr && tree_.root != no_node) {
                questions_.ask(*shared_.evaluator, tree_, std::span(&leaf, 1));
                fill_policy(tree_, leaf);
            }
        }
    }

    // The longest path from the root, in plies and throws.
    [[nodiscard]] int deepest() const { return deepest_; }

   private:
    static constexpr bool provable = TwoPlayerZeroSum<P>;

    // ── selection ──

    // Goes down from the root to a leaf, which it expands once it has been visited often enough.
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
            const bool goes_on = !child.is_end() && leaf.path.size() < max_path;
            NodeId next = goes_on ? child.node.load(std::memory_order_acquire) : no_node;
            if (next == no_node) {
                leaf.outcome = settled_outcome(leaf.history);
                if (!goes_on || leaf.outcome) return;
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
        const bool limited = node == tree_.root && !shared_.allowed.empty();
        return selection_.best(
            tree_, node, [&](std::size_t index) { return !limited || shared_.allowed[index]; });
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

    // Only one thread lists the moves of a leaf; the others play it out meanwhile.
    NodeId expand_below(const History<P>& history, NodeId node, std::size_t index,
                        Child<P>& child) {
        if (!claim(child)) return busy_node;
        const NodeId added = expand_claimed(history, node, index);
        child.node.store(added, std::memory_order_release);
        return added;
    }

    // Expands a leaf, which is not part of the tree until its policy has come.
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
        if (!is_over(leaf)) leaf.scores = playouts_(leaf.history.position(), random_, played_);
    }

    // Whether the game is over at the leaf, which then has its scores.
    bool is_over(Leaf<P>& leaf) {
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
        questions_.ask(*shared_.evaluator, tree_, std::span(leaves_).first(count));
        for (std::size_t i = 0; i < count; ++i) {
            Leaf<P>& leaf = leaves_[i];
            fill_policy(tree_, leaf);
            if (leaf.added != no_node)
                leaf.path[leaf.path.size() - 1].child->node.store(leaf.added,
                                                                  std::memory_order_release);
            const PerSeat<double> value = leaf.scores;
            const double share = *shared_.options.playout_share;
            played_.clear();
            if (!is_over(leaf) && share > 0) {
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
            child->sum.add(as_sum(leaf.scores[block.seat]), shared_.threaded);
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

    // Whether this is news.
    bool prove(Child<P>& child, Proof proof) {
        if (!provable || !shared_.has(MctsPart::solver)) return false;
        if (proof == Proof::open || child.proof() != Proof::open) return false;
        child.prove(proof);
        // Of two threads that prove two siblings, the later one must see both.
        if (shared_.threaded) std::atomic_thread_fence(std::memory_order_seq_cst);
        return true;
    }

    // Carries the proof of the path's child `at` to its node.
    void prove_node(const TreePath<P>& path, std::size_t at) {
        if (at == 0) {
            shared_.root_proof.set(static_cast<std::uint8_t>(shared_.proof_of_root()));
        } else {
            const Proof proof =
                proof_of_node(tree_, path[at].node, [](std::size_t) { return true; });
            newly_proved_ = prove(*path[at - 1].child, proof);
        }
    }

    void free_memory(std::size_t wanted) {
        const Gate::Closed closed(shared_.gate, shared_.threaded);
        tree_.arena.collect(tree_.root, tree_.clock.get(), wanted);
    }

    SharedSearch<P>& shared_;
    Tree<P>& tree_;
    Selection selection_;
    Expansion<P> expansion_;
    Playouts<P> playouts_;
    Amaf<P> amaf_;
    Random random_;
    std::vector<Leaf<P>> leaves_;
    Questions<P> questions_;
    Played<P> played_;
    bool newly_proved_ = false;
    int deepest_ = 0;
};

}  // namespace zeitnot
