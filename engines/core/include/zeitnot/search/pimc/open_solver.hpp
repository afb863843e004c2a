// Games whose hidden part, once it is open, leaves a game that can be solved: card games in which
// all hands are seen ("double dummy").
#pragma once

#include <optional>

#include "zeitnot/concepts.hpp"
#include "zeitnot/search/control.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

// Specialised by a game. `value(position, move, meter, guess)`: what the seat to move gets by this
// move with best play of all, every hand open, in the game's unit; `guess`: what it may be. May
// throw Interrupted.
template <class P>
struct OpenSolver {};

template <class P>
concept SolvesOpen = Observable<P> && std::constructible_from<OpenSolver<P>, const Options&> &&
                     requires(OpenSolver<P>& solver, const P& position, typename P::Move move,
                              Meter& meter, std::optional<int> guess) {
                         { solver.value(position, move, meter, guess) } -> std::same_as<int>;
                         { solver.clear() } -> std::same_as<void>;
                         { solver.filled() } -> std::same_as<int>;
                     };

}  // namespace zeitnot
