// The leaves of simulations, and what is asked of an evaluator about a batch of them.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "zeitnot/search/mcts/evaluator.hpp"
#include "zeitnot/search/mcts/settled.hpp"
#include "zeitnot/search/mcts/tree_path.hpp"

namespace zeitnot {

// A leaf, how it was reached, and what is to be asked of it.
template <Position P>
struct Leaf {
    History<P> history{};
    TreePath<P> path{};
    NodeId added = no_node;            // the node that gets the policy and is not in the tree yet
    std::optional<Outcome> outcome{};  // where the game is over
    std::vector<typename P::Move> moves{};
    std::vector<float> policy{};
    PerSeat<double> scores{};
};

// Reused from batch to batch.
template <Position P>
class Questions {
   public:
    // Fills the scores and policies of the leaves at which the game goes on.
    void ask(Evaluator<P>& evaluator, Tree<P>& tree, std::span<Leaf<P>> leaves) {
        questions_.clear();
        asked_.clear();
        for (Leaf<P>& leaf : leaves) {
            list_moves(tree, leaf);
            if (leaf.outcome) continue;
            questions_.push_back({&leaf.history, leaf.moves, leaf.policy, {}});
            asked_.push_back(&leaf);
        }
        if (questions_.empty()) return;
        evaluator.evaluate(questions_);
        for (std::size_t i = 0; i < asked_.size(); ++i) asked_[i]->scores = questions_[i].value;
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

    std::vector<Question<P>> questions_;
    std::vector<Leaf<P>*> asked_;
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
