// Games that can be solved if the hidden information is revealed, such as card games with all hands
// open ("double dummy").
#pragma once

#include <optional>

#include "zeitnot/concepts.hpp"
#include "zeitnot/search/control.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

// Specialised by a game. `value(position, move, meter, guess)` is the value of a move for the seat
// to move, with best play of all seats and all hands open, in the game's unit. `guess` is an
// estimate of it, which may speed up the search. May throw Interrupted.
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
