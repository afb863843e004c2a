// Max^n: every position has a value for each seat, and the seat to move chooses the child with the
// highest utility for itself; of equal children the first (Luckhardt and Irani, "An algorithmic
// solution of n-person games", AAAI 1986). At a throw the values are averaged. In a zero-sum game
// of two seats it is minimax, and with throws expectiminimax.
//
// The utility of a seat is its own value, or its alliance's (alliance.hpp). Nothing is pruned,
// because without bounds on the sum of the values no branch can be left out (Korf, "Multi-player
// alpha-beta pruning", Artificial Intelligence 48, 1991).
#pragma once

#include "zeitnot/search/reference.hpp"

namespace zeitnot {

template <Position P>
class MaxN final : public ReferenceSearch<P> {
   public:
    MaxN(const SeatValues<P>& values, const Alliance& alliance, int seat, int seats,
         ReferenceCounts& counts)
        : values_(values), alliance_(alliance), seat_(seat), seats_(seats), counts_(counts) {}

    BackedUpValue<P> search(const History<P>& state, int depth, int ply,
                            double /*alpha*/) override {
        Found found = value(state, depth, ply);
        std::reverse(found.pv.begin(), found.pv.end());
        return {alliance_.utility(seat_, found.values), found.values[seat_], found.values,
                std::move(found.pv)};
    }

   private:
    // `pv`: the last move first.
    struct Found {
        PerSeat<double> values;
        std::vector<typename P::Move> pv{};
    };

    Found value(const History<P>& state, int depth, int ply) {
        counts_.meter.visit(ply);
        const P& position = state.position();
        if (const auto end = state.ending()) {
            counts_.add_leaf(depth, true);
            return {values_.of_end(position, end->outcome)};
        }
        if constexpr (Stochastic<P>) {
            if (position.chance_due()) return {mean(state, depth, ply)};
        }
        if (depth <= 0 || ply >= max_ply) {
            counts_.add_leaf(depth, false);
            return {values_.at_horizon(position, seats_)};
        }
        return best(state, depth, ply);
    }

    Found best(const History<P>& state, int depth, int ply) {
        const int mover = state.position().turn();
        typename P::Moves moves;
        state.moves(moves);
        std::optional<Found> best;
        for (const auto move : moves) {
            History<P> next = state;
            next.play(move);
            Found found = value(next, depth - 1, ply + 1);
            if (best &&
                alliance_.utility(mover, found.values) <= alliance_.utility(mover, best->values))
                continue;
            best = std::move(found);
            best->pv.push_back(move);
        }
        return std::move(*best);
    }

    PerSeat<double> mean(const History<P>& state, int depth, int ply) {
        auto sum = PerSeat<double>::all(seats_, 0);
        state.position().chance([&](auto outcome, double probability) {
            History<P> next = state;
            next.apply(outcome);
            const Found found = value(next, depth, ply + 1);
            for (int seat = 0; seat < seats_; ++seat) sum[seat] += probability * found.values[seat];
        });
        return sum;
    }

    const SeatValues<P>& values_;
    Alliance alliance_;
    int seat_, seats_;
    ReferenceCounts& counts_;
};

}  // namespace zeitnot
