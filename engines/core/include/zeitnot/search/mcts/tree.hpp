// The tree of a search: its memory, its root, and the proofs of nodes.
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
    History<P> history;            // up to the root
    Counter<std::uint32_t> clock;  // counts simulations
};

// The proof of a win of the seat.
constexpr Proof win_of(int seat) { return seat == 0 ? Proof::first_wins : Proof::second_wins; }

// The proof that the scores at the end of a game give; `open` if they are not a win, draw or loss
// of two seats.
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

// The proof of a node that follows from its children: a win if a move wins, or the best of the
// moves if all are proved; for throws, only if all outcomes are equal (Winands, Björnsson and
// Saito, "Monte-Carlo tree search solver", 2008; with draws Cazenave and Saffidine, "Score bounded
// Monte-Carlo tree search", 2010). Uses only children for which `is_allowed(index)`.
template <Position P>
Proof proof_of_node(Tree<P>& tree, NodeId node, auto&& is_allowed) {
    const Block<P>& block = tree.arena[node];
    const bool is_chance = block.kind == NodeKind::chance;
    const Proof win = win_of(block.seat), loss = win_of(block.seat ^ 1);
    bool all_proved = true, same = true, any_win = false, any_draw = false;
    Proof first = Proof::open;
    tree.arena.children(node).for_each([&](const Child<P>& child, std::size_t index) {
        if (!is_allowed(index)) return;
        const Proof proof = child.proof();
        if (index == 0) first = proof;
        all_proved &= proof != Proof::open;
        same &= proof == first;
        any_win |= proof == win;
        any_draw |= proof == Proof::draw;
    });
    if (is_chance) return all_proved && same ? first : Proof::open;
    if (any_win) return win;
    if (!all_proved) return Proof::open;
    return any_draw ? Proof::draw : loss;
}

}  // namespace zeitnot
