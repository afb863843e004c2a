// Go's playouts in Monte-Carlo tree search: the policy with patterns, scored by area and komi.
#pragma once

#include <bitset>

#include "games/go/playout.hpp"
#include "games/go/policy.hpp"
#include "games/go/position.hpp"
#include "zeitnot/search/mcts/playouts.hpp"

namespace zeitnot {

template <>
class Playouts<Go> {
   public:
    explicit Playouts(const Options& /*options*/) {}

    // Adds only the first move on each point to `played`, because a later move where stones were
    // captured says little about playing there now.
    PerSeat<double> operator()(const Go& start, Random& random, PlayoutMoves<Go>& played) const {
        go::Stones stones = start.board().stones();
        const int size = stones.size();
        std::bitset<go::padded_points> was_played;
        const auto record_move = [&](go::Point p, go::Colour colour) {
            if (p == go::pass_point || was_played[p]) return;
            was_played[p] = true;
            const int index = go::row_of(p) * size + go::column_of(p);
            played.push(static_cast<int>(colour), static_cast<Go::Move>(index));
        };
        go::play_out(stones, static_cast<go::Colour>(start.turn()), start.passes(),
                     go::mercy_of(size), policy_, random, record_move);
        const int lead = 2 * go::settled_margin(stones) - start.komi_half_points();
        const double black = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
        return {black, 1 - black};
    }

   private:
    go::PatternPolicy policy_;
};

}  // namespace zeitnot
