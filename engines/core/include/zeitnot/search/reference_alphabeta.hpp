// Minimax for one seat against all others, which minimise its value, and alpha-beta (Knuth and
// Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975), which skips what
// cannot change the value. With two seats these are the textbook algorithms; with more seats, the
// paranoid algorithm (Sturtevant and Korf 2000), whose assumption is wrong but allows a deeper
// search.
//
// At a throw the values are averaged, with full windows below it.
#pragma once

#include "zeitnot/search/reference.hpp"

namespace zeitnot {

template <Position P>
class ReferenceAlphaBeta final : public ReferenceSearch<P> {
   public:
    // Without pruning it is minimax.
    ReferenceAlphaBeta(const SeatValues<P>& values, bool prunes, int seat, int seats,
                       ReferenceCounts& counts)
        : values_(values), prunes_(prunes), seat_(seat), seats_(seats), counts_(counts) {}

    BackedUpValue<P> search(const History<P>& state, int depth, int ply, double alpha) override {
        Found found = value(state, depth, ply, {prunes_ ? alpha : -no_bound, no_bound});
        std::reverse(found.pv.begin(), found.pv.end());
        return {found.value, found.value, {}, std::move(found.pv)};
    }

   private:
    // `pv`: the last move first.
    struct Found {
        double value;
        std::vector<typename P::Move> pv{};
    };
    struct Window {
        double alpha, beta;
    };

    Found value(const History<P>& state, int depth, int ply, Window window) {
        counts_.meter.visit(ply);
        const P& position = state.position();
        if (const auto end = state.ending()) {
            counts_.add_leaf(depth, true);
            return {values_.of_end(position, end->outcome)[seat_]};
        }
        if constexpr (Stochastic<P>) {
            if (position.chance_due()) return {mean(state, depth, ply)};
        }
        if (depth <= 0 || ply >= max_ply) {
            counts_.add_leaf(depth, false);
            return {values_.at_horizon(position, seats_)[seat_]};
        }
        return best(state, depth, ply, window);
    }

    Found best(const History<P>& state, int depth, int ply, Window window) {
        const bool is_max = state.position().turn() == seat_;
        typename P::Moves moves;
        state.moves(moves);
        std::optional<Found> best;
        for (const auto move : moves) {
            History<P> next = state;
            next.play(move);
            Found found = value(next, depth - 1, ply + 1, window);
            if (best && (is_max ? found.value <= best->value : found.value >= best->value))
                continue;
            best = std::move(found);
            best->pv.push_back(move);
            double& bound = is_max ? window.alpha : window.beta;
            bound = is_max ? std::max(bound, best->value) : std::min(bound, best->value);
            if (prunes_ && window.alpha >= window.beta) break;
        }
        return std::move(*best);
    }

    double mean(const History<P>& state, int depth, int ply) {
        double sum = 0;
        state.position().chance([&](auto outcome, double probability) {
            History<P> next = state;
            next.apply(outcome);
            sum += probability * value(next, depth, ply + 1, {-no_bound, no_bound}).value;
        });
        return sum;
    }

    const SeatValues<P>& values_;
    bool prunes_;
    int seat_, seats_;
    ReferenceCounts& counts_;
};

}  // namespace zeitnot
