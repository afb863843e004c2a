// Solvers of single positions: for games too large to be solved whole, but not too large for this.
#pragma once

#include <concepts>
#include <cstdint>
#include <utility>
#include <vector>

#include "zeitnot/concepts.hpp"
#include "zeitnot/exact/growing_table.hpp"
#include "zeitnot/exact/retrograde.hpp"
#include "zeitnot/search/control.hpp"

namespace zeitnot {

// `SolverOf<P>(table, meter)`, of a GrowingTable<1>, is specialised by a game that has a solver.
// `solve(p, narrowed)` is the verdict of a position that is not over, and calls
// `narrowed(least, most)`, both 1, 0 or -1, when more is known; `best(p)` a best move; `nodes()`
// counts. `symmetric_key(p)` is equal for positions that are equal up to symmetry, and `pack` makes
// the game's book of exact values.
template <class P>
class SolverOf;

template <class P>
concept HasSolver =
    Deterministic<P> && TwoPlayerZeroSum<P> &&
    requires(SolverOf<P>& solver, const P& p, const std::vector<std::pair<P, Verdict>>& values) {
        {
            solver.solve(p, [](int, int) {})
        } -> std::same_as<Verdict>;
        { solver.best(p) } -> std::same_as<typename P::Move>;
        { solver.nodes() } -> std::same_as<std::uint64_t>;
        { SolverOf<P>::symmetric_key(p) } -> std::same_as<Key>;
        { SolverOf<P>::pack(values) } -> std::same_as<std::vector<std::uint8_t>>;
    };

}  // namespace zeitnot
