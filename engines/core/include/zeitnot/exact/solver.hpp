// Solvers of single positions, for games that are too large to be solved completely.
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

// The result of a solver of margins: by how much the side to move is ahead at the end with best
// play, in the game's unit (`Outcome::margins`). Its sign decides the winner.
struct Margin {
    int value = 0;
};

template <class T>
concept Solved = std::same_as<T, Verdict> || std::same_as<T, Margin>;

// A game that has a solver specialises `SolverOf<P>`. It is constructed as (table, meter), or with
// the options of an engine, which contain the weights. `table` is a `SolverOf<P>::TableType`, by
// default a GrowingTable<1>, and persists. `solve(p, on_bounds)` returns the verdict or the margin
// of a position that is not over, and calls `on_bounds(lower, upper)`, both 1, 0 or -1, when the
// bounds improve. `best(p)` is a best move, and `nodes()` the number of nodes. The solver calls
// `meter.visit()` often, which throws to stop it.
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

// `refusal(p)`: why this position would take too long, a sentence; checked before it is solved.
template <class P>
concept RefusesToSolve = HasSolver<P> && requires(const P& p) {
    { SolverOf<P>::refusal(p) } -> std::same_as<std::optional<std::string>>;
};

// `symmetric_key(p)` is equal for symmetric positions, so that these are solved only once.
template <class P>
concept KnowsSymmetricKey = HasSolver<P> && requires(const P& p) {
    { SolverOf<P>::symmetric_key(p) } -> std::same_as<Key>;
};

// `pack` writes the game's book of exact values.
template <class P>
concept HasSolverBook = HasSolver<P> && requires(const std::vector<std::pair<P, Verdict>>& values) {
    { SolverOf<P>::pack(values) } -> std::same_as<std::vector<std::uint8_t>>;
};

}  // namespace zeitnot
