// Games with hidden information that are small enough to be solved as a whole: every history of a
// game, or of one hand of a session, fits into memory.
#pragma once

#include "zeitnot/concepts.hpp"

namespace zeitnot {

// A game says so itself, by `static constexpr bool small_tree = true`: up to a few million
// histories with any of its settings. Whatever walks the whole tree is offered for such games only.
template <class P>
concept SmallTree = Observable<P> && TwoPlayerZeroSum<P> && requires { requires P::small_tree; };

// A session of independent, equal hands: `episode()` counts the finished ones, `gain()` is what
// seat 0 has won in them. One hand is solved.
template <class P>
concept Episodic = Position<P> && requires(const P& p) {
    { p.episode() } -> std::same_as<int>;
    { p.gain() } -> std::same_as<int>;
};

}  // namespace zeitnot
