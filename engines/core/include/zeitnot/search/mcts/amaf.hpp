// All moves as first (AMAF): a move that was played anywhere below a node counts for the node's
// child with the same move (Brügmann 1993; Gelly and Silver, "Monte-Carlo tree search and rapid
// action value estimation in computer Go", 2011).
//
// The moves of a playout are marked in a table, so that its cost grows with the playout's length
// and the children on the path, not with their product.
#pragma once

#include <cstdint>
#include <vector>

#include "zeitnot/search/mcts/playout_moves.hpp"
#include "zeitnot/search/mcts/tree_path.hpp"
#include "zeitnot/search/move_history.hpp"

namespace zeitnot {

template <Position P>
class Amaf {
   public:
    // There is one table for each thread.
    explicit Amaf(bool enabled) : marks_(enabled ? table_size : 0) {}

    void update(Tree<P>& tree, const TreePath<P>& path, const PlayoutMoves<P>& playout,
                const PerSeat<double>& scores, bool shared) {
        ++playout_;
        for (const auto& [seat, move] : playout) mark(seat, move);
        for (std::size_t i = path.size(); i-- > 0;) {
            const Block<P>& block = tree.arena[path[i].node];
            if (block.kind == NodeKind::chance) continue;
            mark(block.seat, path[i].child->branch.move);
            const auto gain = static_cast<std::uint32_t>(scores[block.seat] * amaf_unit);
            tree.arena.children(path[i].node).for_each([&](Child<P>& child, std::size_t) {
                if (marks_[slot(block.seat, child.branch.move)] != playout_) return;
                if (child.amaf_visits.get() >= max_visits) return;
                child.amaf_visits.add(1, shared);
                child.amaf_sum.add(gain, shared);
            });
        }
    }

   private:
    static constexpr std::size_t table_size = std::size_t{8}
                                              << 16U;       // room for a power of two of seats
    static constexpr std::uint32_t max_visits = 1U << 23U;  // so that the sum fits 32 bits

    static std::size_t slot(int seat, typename P::Move move) {
        return (static_cast<std::size_t>(seat) << 16U) | code_of(move);
    }
    void mark(int seat, typename P::Move move) { marks_[slot(seat, move)] = playout_; }

    std::vector<std::uint32_t> marks_;  // the playout in which the move was last played
    std::uint32_t playout_ = 0;
};

}  // namespace zeitnot
