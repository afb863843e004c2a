// One thread's simulations. Each has the four steps of Monte-Carlo tree search: selection down to a
// leaf, expansion, a playout (simulation), and back-propagation of its scores (Coulom 2006; Browne
// et al., "A survey of Monte Carlo tree search methods", 2012).
#pragma once

#include <vector>

#include "zeitnot/search/mcts/gate.hpp"
#include "zeitnot/search/mcts/outcomes.hpp"
#include "zeitnot/search/mcts/playouts.hpp"
#include "zeitnot/search/mcts/selection.hpp"

namespace zeitnot {

// What the threads of one search share.
template <Position P>
struct SharedSearch {
    Tree<P>& tree;
    MctsParts parts;
    const Options& options;
    const Playouts<P>& playouts;  // each thread has a copy
    std::vector<bool> allowed;    // root moves to search; empty: all
    bool threaded;
    Gate gate{};
    Counter<std::uint8_t> root_proof{};
};

template <Position P>
class Simulator {
   public:
    Simulator(SharedSearch<P>& shared, std::uint64_t seed)
        : shared_(shared),
          tree_(shared.tree),
          selection_(shared.parts, shared.options.mcts),
          playouts_(shared.playouts),
          random_(seed),
          history_(tree_.history) {}

    void simulate() {
        {
            const Gate::Visit visit(shared_.gate, shared_.threaded);
            tree_.clock.add(1, shared_.threaded);
            select();
            back_propagate(playout());
        }
        if (wanted_children_ > 0) free_memory();
    }

    // Lists the root's moves, if it has none yet.
    void expand_root() {
        if (tree_.root == no_node) tree_.root = expand();
    }

    // Says at once what an earlier search has proved.
    void prove_root() {
        if (!provable || !shared_.parts.has(MctsPart::solver) || tree_.root == no_node) return;
        shared_.root_proof.set(static_cast<std::uint8_t>(root_proof()));
    }

   private:
    struct Step {
        NodeId node;
        Child<P>* child;
    };
    static constexpr std::size_t max_path = 1024;
    static constexpr bool provable = TwoPlayerZeroSum<P>;

    // ── selection ──

    // Goes down from the root to a leaf, which it expands once it has been visited often enough.
    void select() {
        history_ = tree_.history;
        path_.clear();
        for (NodeId node = tree_.root; node != no_node && node != busy_node;) {
            const std::size_t index = choose(node);
            Child<P>& child = tree_.arena.children(node)[index];
            const std::uint32_t visits = child.visits.get();
            enter(node, child);
            if (child.is_end() || path_.size() == max_path) return;
            const NodeId next = child.node.load(std::memory_order_acquire);
            const bool ripe = static_cast<int>(visits) >= shared_.options.mcts.expand_after;
            node = next == no_node && ripe ? expand_below(node, index, child) : next;
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

    void enter(NodeId node, Child<P>& child) {
        path_.push({node, &child});
        if (counts_early()) count_visit(node, child);
        if constexpr (Stochastic<P>) {
            if (tree_.arena[node].kind == NodeKind::chance)
                return history_.apply(child.branch.thrown);
        }
        history_.play(child.branch.move);
    }

    // ── expansion ──

    // Only one thread lists the moves of a leaf; the others play it out meanwhile.
    NodeId expand_below(NodeId node, std::size_t index, Child<P>& child) {
        NodeId expected = no_node;
        if (!child.node.compare_exchange_strong(expected, busy_node, std::memory_order_acq_rel))
            return expected;
        const NodeId added = expand();
        if (added != no_node) {
            Block<P>& head = tree_.arena[added];
            for (; index >= Block<P>::capacity; index -= Block<P>::capacity)
                node = tree_.arena[node].next;
            head.owner = node;
            head.slot = static_cast<std::uint8_t>(index);
        }
        child.node.store(added, std::memory_order_release);
        return added;
    }

    // A node for the position of `history_`; `no_node` if there is no memory or no move.
    NodeId expand() {
        if constexpr (Stochastic<P>) {
            if (history_.position().chance_due()) return expand_throws();
        }
        moves_.clear();
        history_.moves(moves_);
        const NodeId node = allocate(moves_.size(), NodeKind::decision);
        if (node == no_node) return no_node;
        tree_.arena.children(node).for_each(
            [&](Child<P>& child, std::size_t index) { child.branch.move = moves_[index]; });
        return node;
    }

    NodeId expand_throws()
        requires Stochastic<P>
    {
        collect_outcomes(history_.position(), outcomes_);
        const NodeId node = allocate(outcomes_.size(), NodeKind::chance);
        if (node == no_node) return no_node;
        double sum = 0;
        tree_.arena.children(node).for_each([&](Child<P>& child, std::size_t index) {
            sum += outcomes_[index].probability;
            child.branch.thrown = outcomes_[index].outcome;
            child.amaf_visits.set(static_cast<std::uint32_t>(std::min(sum * two_32, two_32 - 1)));
        });
        return node;
    }

    NodeId allocate(std::size_t children, NodeKind kind) {
        if (children == 0) return no_node;
        const NodeId node = tree_.arena.allocate(children);
        if (node == no_node) {
            wanted_children_ = children;
            return no_node;
        }
        Block<P>& head = tree_.arena[node];
        head.key = history_.position().hash();
        head.seat = static_cast<std::int8_t>(history_.position().turn());
        head.kind = kind;
        head.last_visit.set(tree_.clock.get());
        return node;
    }

    // ── playout ──

    PerSeat<double> playout() {
        played_.clear();
        Child<P>* leaf = path_.size() == 0 ? nullptr : path_[path_.size() - 1].child;
        if (const auto outcome = settled_outcome(history_)) {
            if (leaf != nullptr && !leaf->is_end()) {
                leaf->set_end();
                newly_proved_ = prove(*leaf, proof_of(outcome->scores));
            }
            return outcome->scores;
        }
        return playouts_(history_.position(), random_, played_);
    }

    // ── back-propagation ──

    void back_propagate(const PerSeat<double>& scores) {
        const std::uint32_t now = tree_.clock.get();
        for (std::size_t i = path_.size(); i-- > 0;) {
            const auto [node, child] = path_[i];
            Block<P>& block = tree_.arena[node];
            block.last_visit.set(now);
            if (!counts_early()) count_visit(node, *child);
            child->sum.add(as_sum(scores[block.seat]), shared_.threaded);
            if (newly_proved_) prove_node(i);
        }
        newly_proved_ = false;
    }

    // With virtual losses a visit counts on the way down: until its score comes it is a loss.
    [[nodiscard]] bool counts_early() const {
        return shared_.threaded && shared_.parts.has(MctsPart::virtual_loss);
    }
    void count_visit(NodeId node, Child<P>& child) {
        child.visits.add(1, shared_.threaded);
        tree_.arena[node].visits.add(1, shared_.threaded);
    }

    // Whether this is news.
    bool prove(Child<P>& child, Proof proof) {
        if (!provable || !shared_.parts.has(MctsPart::solver)) return false;
        if (proof == Proof::open || child.proof() != Proof::open) return false;
        child.prove(proof);
        return true;
    }

    // Carries the proof of the path's child `at` to its node.
    void prove_node(std::size_t at) {
        if (at == 0) {
            shared_.root_proof.set(static_cast<std::uint8_t>(root_proof()));
        } else {
            const Proof proof =
                proof_of_node(tree_, path_[at].node, [](std::size_t) { return true; });
            newly_proved_ = prove(*path_[at - 1].child, proof);
        }
    }

    [[nodiscard]] Proof root_proof() const {
        const auto& allowed = shared_.allowed;
        return proof_of_node(tree_, tree_.root,
                             [&](std::size_t index) { return allowed.empty() || allowed[index]; });
    }

    void free_memory() {
        const Gate::Closed closed(shared_.gate, shared_.threaded);
        tree_.arena.collect(tree_.root, tree_.clock.get(), wanted_children_);
        wanted_children_ = 0;
    }

    static constexpr double two_32 = 4294967296.0;

    SharedSearch<P>& shared_;
    Tree<P>& tree_;
    Selection selection_;
    Playouts<P> playouts_;
    Random random_;
    History<P> history_;
    FixedList<Step, max_path> path_;
    typename P::Moves moves_;
    Outcomes<P> outcomes_;
    Played<P> played_;
    bool newly_proved_ = false;
    std::size_t wanted_children_ = 0;  // for which there was no memory
};

}  // namespace zeitnot
