// The state that the threads of one search share.
#pragma once

#include <memory>
#include <vector>

#include "zeitnot/search/mcts/evaluator.hpp"
#include "zeitnot/search/mcts/gate.hpp"
#include "zeitnot/search/mcts/playouts.hpp"
#include "zeitnot/search/mcts/priors.hpp"
#include "zeitnot/search/mcts/tree.hpp"

namespace zeitnot {

template <Position P>
struct SharedSearch {
    Tree<P>& tree;
    MctsParts parts;
    const MctsOptions& options;
    const Playouts<P>& playouts;  // each thread has a copy
    const MovePriors<P>& priors;
    Evaluator<P>* evaluator;  // null: playouts only
    bool threaded;
    std::vector<bool> allowed{};  // root moves to search; empty: all
    Gate gate{};
    Counter<std::uint8_t> root_proof{};

    [[nodiscard]] bool has(MctsPart part) const { return parts.has(part); }

    // With virtual losses a visit counts on the way down, and is a loss until its score is known.
    // The leaves of a batch need that as well.
    [[nodiscard]] bool counts_early() const {
        return evaluator != nullptr || (threaded && has(MctsPart::virtual_loss));
    }

    // Visits of a leaf before its moves are listed: several if each move is then evaluated.
    [[nodiscard]] int expand_after() const {
        const bool evaluates_moves = has(MctsPart::priors) || has(MctsPart::widening);
        return options.expand_after.value_or(evaluates_moves ? MovePriors<P>::expand_after : 1);
    }

    // The proof of the root that follows from the allowed moves.
    [[nodiscard]] Proof proof_of_root() const {
        return proof_of_node(tree, tree.root, [this](std::size_t index) {
            return allowed.empty() || allowed[index];
        });
    }
};

}  // namespace zeitnot
