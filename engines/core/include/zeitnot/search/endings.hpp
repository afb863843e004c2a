// Where a game has a solver for its last stage: alpha-beta hands positions over to it.
//
// A game's evaluation names the solver as its `Endings`, made for one thread from the transposition
// table and the meter. `solve(position, depth, alpha, beta)` gives the value of perfect play,
// fail-soft; nothing, unless it costs about as much as a search of this depth. A decisive score
// counts plies from that position. `line(position, line)` appends the principal variation.
#pragma once

#include "zeitnot/search/control.hpp"
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

}  // namespace zeitnot
