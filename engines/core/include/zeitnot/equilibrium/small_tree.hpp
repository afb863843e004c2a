// Games with hidden information that are small enough to be solved completely: every history of a
// game, or of one hand of a session, fits into memory.
#pragma once

#include "zeitnot/concepts.hpp"

namespace zeitnot {

// A game declares this by `static constexpr bool small_tree = true`: it has at most a few million
// histories with any settings. Only such games offer methods that visit the entire tree.
template <class P>
concept SmallTree = Observable<P> && TwoPlayerZeroSum<P> && requires { requires P::small_tree; };

// A session of independent, equal hands: `episode()` counts the finished hands, `gain()` is what
// seat 0 has won in them. The methods solve one hand.
template <class P>
concept Episodic = Position<P> && requires(const P& p) {
    { p.episode() } -> std::same_as<int>;
    { p.gain() } -> std::same_as<int>;
};

}  // namespace zeitnot
