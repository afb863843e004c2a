// Solvers for the last stage of a game, which alpha-beta calls.
//
// A game's evaluation names the solver as its `Endings`. It is made for one thread, from the
// transposition table and the meter, or by the evaluation's `endings(table, meter)` if it needs
// more than these. `solve(position, depth, alpha, beta)` returns the value of perfect play,
// fail-soft; or a lower bound that is a win, within the plies that it counts; or empty if solving
// would cost much more than a search of this depth. A decisive score counts plies from that
// position. `line(position, line)` appends the principal variation of the position solved last, as
// far as the list has room.
#pragma once

#include <concepts>
#include <optional>

#include "zeitnot/search/control.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/table.hpp"

namespace zeitnot {

struct NoEndings {
    NoEndings(const Table<1>&, const Meter&) {}
};

template <class Evaluation>
struct EndingsOf {
    using type = NoEndings;
};

template <class Evaluation>
    requires requires { typename Evaluation::Endings; }
struct EndingsOf<Evaluation> {
    using type = typename Evaluation::Endings;
};

// A solver of forced wins may also be called at the root: `solve_root(position, depth)`. A
// following call of `line` appends at least the winning move, even if it is interrupted.
template <class P>
concept SolvesRoot = requires(typename Evaluation<P>::Endings& endings, const P& p) {
    { endings.solve_root(p, 1) } -> std::same_as<std::optional<Score>>;
};

template <class Evaluation>
typename EndingsOf<Evaluation>::type endings_of(const Evaluation& evaluation, Table<1>& table,
                                                Meter& meter) {
    if constexpr (requires { evaluation.endings(table, meter); }) {
        return evaluation.endings(table, meter);
    } else {
        return {table, meter};
    }
}

}  // namespace zeitnot
