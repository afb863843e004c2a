// The leaves of simulations, and the evaluation of a batch of leaves.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "zeitnot/search/mcts/evaluator.hpp"
#include "zeitnot/search/mcts/settled.hpp"
#include "zeitnot/search/mcts/tree_path.hpp"

namespace zeitnot {

// A leaf, the path to it, and its evaluation.
template <Position P>
struct Leaf {
    History<P> history{};
    TreePath<P> path{};
    NodeId added = no_node;            // the new node, which is linked after it gets its policy
    std::optional<Outcome> outcome{};  // if the game is over
    std::vector<typename P::Move> moves{};
    std::vector<float> policy{};
    PerSeat<double> scores{};
};

// Evaluates batches of leaves; its buffers are reused.
template <Position P>
class LeafEvaluation {
   public:
    // Fills the scores and policies of the leaves at which the game is not over.
    void evaluate(Evaluator<P>& evaluator, Tree<P>& tree, std::span<Leaf<P>> leaves) {
        requests_.clear();
        evaluated_.clear();
        for (Leaf<P>& leaf : leaves) {
            list_moves(tree, leaf);
            if (leaf.outcome) continue;
            requests_.push_back({&leaf.history, leaf.moves, leaf.policy, {}});
            evaluated_.push_back(&leaf);
        }
        if (requests_.empty()) return;
        evaluator.evaluate(requests_);
        for (std::size_t i = 0; i < evaluated_.size(); ++i)
            evaluated_[i]->scores = requests_[i].value;
    }

   private:
    static void list_moves(Tree<P>& tree, Leaf<P>& leaf) {
        leaf.moves.clear();
        if (leaf.added != no_node && tree.arena[leaf.added].kind == NodeKind::decision) {
            tree.arena.children(leaf.added).for_each([&](Child<P>& child, std::size_t) {
                leaf.moves.push_back(child.branch.move);
            });
        }
        leaf.policy.assign(leaf.moves.size(), 0);
    }

    std::vector<EvaluationRequest<P>> requests_;
    std::vector<Leaf<P>*> evaluated_;
};

// Gives the leaf's new children the evaluator's policy.
template <Position P>
void fill_policy(Tree<P>& tree, const Leaf<P>& leaf) {
    if (leaf.moves.empty()) return;
    tree.arena.children(leaf.added).for_each([&](Child<P>& child, std::size_t index) {
        const float share = std::clamp(leaf.policy[index], 0.0F, 1.0F);
        child.prior_rate = static_cast<std::uint16_t>(share * prior_unit);
    });
}

}  // namespace zeitnot
