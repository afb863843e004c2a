// The parts of the search that a game gets.
#pragma once

#include "zeitnot/search/mcts/shared_search.hpp"

namespace zeitnot {

// Those that its classes have something for. `Playouts<P>` and `MovePriors<P>` may exclude more by
// `static constexpr MctsParts unfit`.
template <Position P>
MctsParts mcts_parts_for(const MctsOptions& options, bool has_evaluator) {
    MctsParts parts = MctsParts::all().without(options.without);
    if (!MovePriors<P>::informs) parts = parts.without({MctsPart::priors, MctsPart::widening});
    if constexpr (!TwoPlayerZeroSum<P>) parts = parts.without({MctsPart::solver});
    if constexpr (requires { Playouts<P>::unfit; }) parts = parts.without(Playouts<P>::unfit);
    if constexpr (requires { MovePriors<P>::unfit; }) parts = parts.without(MovePriors<P>::unfit);
    if (!has_evaluator) return parts.without({MctsPart::puct});
    // The evaluator's policy takes their place.
    parts = parts.without({MctsPart::priors, MctsPart::widening});
    return parts.has(MctsPart::puct) ? parts.without({MctsPart::rave, MctsPart::urgency}) : parts;
}

}  // namespace zeitnot
