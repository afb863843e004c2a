// The tree of a search: its memory, its root, and what is proved of nodes.
#pragma once

#include <utility>

#include "zeitnot/search/mcts/arena.hpp"
#include "zeitnot/search/mcts/settled.hpp"
#include "zeitnot/search/throws.hpp"

namespace zeitnot {

template <Position P>
struct Tree {
    explicit Tree(std::size_t megabytes) : arena(megabytes << 20U) { arena.clear(); }

    Arena<P> arena;
    NodeId root = no_node;
    History<P> history;            // of the root
    Counter<std::uint32_t> clock;  // counts simulations
};

// The seat's best outcome.
constexpr Proof win_of(int seat) { return seat == 0 ? Proof::first_wins : Proof::second_wins; }

// The proof that an outcome at the end of a game gives; none for scores that are no win, draw or
// loss of two seats.
inline Proof proof_of(const PerSeat<double>& scores) {
    if (scores.size() != 2 || scores[0] + scores[1] != 1) return Proof::open;
    if (scores[0] == 1) return Proof::first_wins;
    if (scores[0] == 0) return Proof::second_wins;
    return scores[0] == 0.5 ? Proof::draw : Proof::open;
}

// The score of a proved outcome for a seat.
constexpr double proved_score(Proof proof, int seat) {
    return proof == Proof::draw ? 0.5 : proof == win_of(seat) ? 1.0 : 0.0;
}

// What the children prove of their node: a move that wins, or the best of moves that are all
// proved; throws only if all of them lead to the same (Winands, Björnsson and Saito, "Monte-Carlo
// tree search solver", 2008; with draws Cazenave and Saffidine, "Score bounded Monte-Carlo tree
// search", 2010). `counts(index)`: whether the child counts.
template <Position P>
Proof proof_of_node(Tree<P>& tree, NodeId node, auto&& counts) {
    const Block<P>& block = tree.arena[node];
    const bool chance = block.kind == NodeKind::chance;
    const Proof win = win_of(block.seat), loss = win_of(block.seat ^ 1);
    bool all = true, same = true, any_win = false, any_draw = false;
    Proof first = Proof::open;
    tree.arena.children(node).for_each([&](const Child<P>& child, std::size_t index) {
        if (!counts(index)) return;
        const Proof proof = child.proof();
        if (index == 0) first = proof;
        all &= proof != Proof::open;
        same &= proof == first;
        any_win |= proof == win;
        any_draw |= proof == Proof::draw;
    });
    if (chance) return all && same ? first : Proof::open;
    if (any_win) return win;
    if (!all) return Proof::open;
    return any_draw ? Proof::draw : loss;
}

}  // namespace zeitnot
