// Games that are played by a blueprint: a strategy for the entire game, computed in advance,
// usually for a smaller abstraction of it (the term is from Brown and Sandholm, "Superhuman AI for
// heads-up no-limit poker: Libratus beats top professionals", Science 359, 2018).
#pragma once

#include <functional>
#include <vector>

#include "zeitnot/search/learnt.hpp"

namespace zeitnot {

template <Position P>
struct BlueprintMove {
    typename P::Move move;
    double probability;
};

template <Position P>
using BlueprintMoves = std::vector<BlueprintMove<P>>;

// The blueprint is the game's learnt weights. `strategy(weights, position)` returns the legal moves
// of the seat to move and their probabilities, given what this seat knows. `Estimate(weights,
// position, seed)` estimates the value of each move for it, in the game's unit, if both seats then
// follow the blueprint: `sample(is_stopped)` improves the estimate, or leaves it unchanged if it is
// stopped; `is_exact()` is whether more samples cannot improve it; `value(move)` is 0 before the
// first sample.
template <class P>
concept HasBlueprint =
    Observable<P> && Learnt<P> &&
    requires(const typename Evaluation<P>::Weights& weights, const P& position,
             typename Evaluation<P>::Estimate& estimate, typename P::Move move,
             const std::function<bool()>& is_stopped) {
        { Evaluation<P>::strategy(weights, position) } -> std::same_as<BlueprintMoves<P>>;
        requires std::constructible_from<typename Evaluation<P>::Estimate, decltype(weights),
                                         decltype(position), std::uint64_t>;
        { estimate.sample(is_stopped) } -> std::same_as<void>;
        { estimate.is_exact() } -> std::same_as<bool>;
        { estimate.value(move) } -> std::same_as<double>;
    };

}  // namespace zeitnot
