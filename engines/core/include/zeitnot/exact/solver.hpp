// Solvers of single positions: for games too large to be solved whole, but not too large for this.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zeitnot/concepts.hpp"
#include "zeitnot/exact/growing_table.hpp"
#include "zeitnot/exact/retrograde.hpp"
#include "zeitnot/search/control.hpp"

namespace zeitnot {

// What a solver of margins finds: what the side to move is ahead by at the end with best play, in
// the game's unit (`Outcome::margins`). Its sign says who wins.
struct Margin {
    int value = 0;
};

template <class T>
concept Solved = std::same_as<T, Verdict> || std::same_as<T, Margin>;

// `SolverOf<P>(table, meter)`, or with the options of an engine, of which it has the weights, is
// specialised by a game that has a solver; `table`, its `Memory` or else a GrowingTable<1>, is
// kept. `solve(p, narrowed)` is the verdict or the margin of a position that is not over, and calls
// `narrowed(least, most)`, both 1, 0 or -1, when more is known; `best(p)` a best move; `nodes()`
// counts. It calls `meter.visit()` often, which throws to stop it.
template <class P>
class SolverOf;

template <class P>
concept HasSolver =
    Deterministic<P> && TwoPlayerZeroSum<P> && requires(SolverOf<P>& solver, const P& p) {
        {
            solver.solve(p, [](int, int) {})
        } -> Solved;
        { solver.best(p) } -> std::same_as<typename P::Move>;
        { solver.nodes() } -> std::same_as<std::uint64_t>;
    };

template <class P>
concept SolvesMargins = HasSolver<P> && requires(SolverOf<P>& solver, const P& p) {
    {
        solver.solve(p, [](int, int) {})
    } -> std::same_as<Margin>;
};

// `refusal(p)`: why this position would take too long, a sentence; asked before it is solved.
template <class P>
concept RefusesToSolve = HasSolver<P> && requires(const P& p) {
    { SolverOf<P>::refusal(p) } -> std::same_as<std::optional<std::string>>;
};

// `symmetric_key(p)` is equal for positions that are equal up to symmetry, which are solved once.
template <class P>
concept KnowsSymmetricKey = HasSolver<P> && requires(const P& p) {
    { SolverOf<P>::symmetric_key(p) } -> std::same_as<Key>;
};

// `pack` makes the game's book of exact values.
template <class P>
concept HasSolverBook = HasSolver<P> && requires(const std::vector<std::pair<P, Verdict>>& values) {
    { SolverOf<P>::pack(values) } -> std::same_as<std::vector<std::uint8_t>>;
};

}  // namespace zeitnot
