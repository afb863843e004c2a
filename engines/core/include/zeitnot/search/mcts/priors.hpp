// Priors of moves that have not been tried: a win rate, and how many visits it counts as
// ("equivalent experience": Gelly and Silver, "Combining online and offline knowledge in UCT",
// 2007). A game may specialise the class with its own knowledge.
#pragma once

#include <span>

#include "zeitnot/search/mcts/leaf_value.hpp"
#include "zeitnot/search/mcts/settled.hpp"
#include "zeitnot/search/payoffs.hpp"

namespace zeitnot {

struct Prior {
    float rate = 0.5F;        // for the seat that moves
    std::uint8_t visits = 0;  // 0: nothing is known about the move
};

// A game without an evaluation has no priors.
template <Position P>
class MovePriors {
   public:
    static constexpr bool has_priors = false;
    static constexpr int expand_after = 1;
    explicit MovePriors(const Options& /*options*/) {}
    // Fills `out`, one prior for each move; called once for each node.
    void operator()(const P& /*position*/, const typename P::Moves& /*moves*/,
                    std::span<Prior> /*out*/) const {}
};

// By default a move's prior is the evaluation of the position after it or, if pieces are exchanged
// on its target square, after the exchange if that is less.
template <Estimated P>
class MovePriors<P> {
   public:
    static constexpr bool has_priors = true;
    // Visits of a leaf before its moves are evaluated, which takes time; and the number of visits
    // that a prior counts as. A game's evaluation may override both.
    static constexpr int expand_after = [] {
        if constexpr (requires { Evaluation<P>::expand_after; }) {
            return Evaluation<P>::expand_after;
        } else {
            return 4;
        }
    }();
    static constexpr int prior_visits = [] {
        if constexpr (requires { Evaluation<P>::prior_visits; }) {
            return Evaluation<P>::prior_visits;
        } else {
            return 6;
        }
    }();
    explicit MovePriors(const Options& options)
        : visits_(
              static_cast<std::uint8_t>(mcts_options(options).prior_visits.value_or(prior_visits))),
          value_(options) {}

    void operator()(const P& position, const typename P::Moves& moves, std::span<Prior> out) const {
        const double here = has_exchanges ? value_.reported(position) : 0;
        for (std::size_t i = 0; i < moves.size(); ++i)
            out[i] = {static_cast<float>(rate(position, moves[i], here)), visits_};
    }

   private:
    static constexpr bool has_exchanges = Capturing<P> && ScoreEvaluation<Evaluation<P>, P>;

    // `here`: the position's value before the move.
    [[nodiscard]] double rate(const P& position, typename P::Move move, double here) const {
        P next = position;
        next.play(move);
        const bool same = next.turn() == position.turn();
        if constexpr (has_exchanges) {
            const double after = same ? value_.reported(next) : -value_.reported(next);
            if (see_ge(position, move, 0) && !position.is_capture(move))
                return value_.probability(after);
            return value_.probability(
                std::min(after, here + value_.evaluation().reported(position.see(move))));
        } else {
            if (const auto end = settled_outcome(next))
                return end_rates(next, *end)[position.turn()];
            return value_(next)[position.turn()];
        }
    }

    std::uint8_t visits_;
    LeafValue<P> value_;
};

}  // namespace zeitnot
