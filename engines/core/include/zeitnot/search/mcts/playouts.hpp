// Playouts: play a game on from a leaf. A game may specialise the class with a better policy.
//
// By default all legal moves are equally likely. If the game has an evaluation, a playout is cut
// after some plies and the position is evaluated, because random play rarely ends a game like
// chess, and a good position is soon spoilt by random moves.
#pragma once

#include "zeitnot/search/mcts/leaf_value.hpp"
#include "zeitnot/search/mcts/playout_moves.hpp"
#include "zeitnot/search/mcts/random.hpp"
#include "zeitnot/search/mcts/settled.hpp"
#include "zeitnot/search/payoffs.hpp"

namespace zeitnot {

// Samples the due throw. If its outcomes can be listed, it uses one random number, like the twin in
// Python.
template <Stochastic P>
typename P::Throw random_throw(const P& position, Random& random) {
    if constexpr (SamplesThrows<P>) {
        return position.draw([&random](int n) {
            return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
        });
    }
    const double sampled = static_cast<double>(random.next32()) / 4294967296.0;
    double sum = 0;
    typename P::Throw chosen{};
    bool found = false;
    position.chance([&](typename P::Throw outcome, double probability) {
        if (found) return;
        sum += probability;
        chosen = outcome;  // the last one, if the sum stays below 1 by rounding
        found = sampled < sum;
    });
    return chosen;
}

template <Position P>
class Playouts {
   public:
    // Without an evaluation, a game that has not ended by then counts as drawn.
    static constexpr int max_plies = 1000;
    static constexpr int evaluated_plies = 0;
    // Playouts of no plies have no moves for RAVE.
    static constexpr MctsParts unsupported = Estimated<P> ? MctsParts{MctsPart::rave} : MctsParts{};

    explicit Playouts(const Options& options)
        : plies_(mcts_options(options).playout_plies.value_or(Estimated<P> ? evaluated_plies
                                                                           : max_plies)),
          value_(options) {}

    // Plays on from `start`, which is not over, adds the moves to `played`, and returns a rate for
    // each seat, see payoffs.hpp.
    PerSeat<double> operator()(const P& start, Random& random, PlayoutMoves<P>& played) const {
        P position = start;
        for (int ply = 0; ply < plies_;) {
            if constexpr (Settles<P>) {
                if (const auto outcome = position.settled()) return end_rates(position, *outcome);
            }
            if constexpr (Stochastic<P>) {
                if (position.chance_due()) {
                    position.apply(random_throw(position, random));
                    continue;
                }
            }
            typename P::Moves moves;
            position.generate(moves);
            if (moves.empty()) break;
            const auto count = static_cast<std::uint32_t>(moves.size());
            const auto move = moves[random.below(count)];
            played.push(position.turn(), move);
            position.play(move);
            ++ply;
        }
        if (plies_ > 0) {
            if (const auto outcome = settled_outcome(position))
                return end_rates(position, *outcome);
        }
        return value_(position);
    }

   private:
    int plies_;
    LeafValue<P> value_;
};

}  // namespace zeitnot
