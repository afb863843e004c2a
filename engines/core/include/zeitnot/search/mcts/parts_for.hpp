// Decides which parts of the search a game uses.
#pragma once

#include "zeitnot/search/mcts/shared_search.hpp"

namespace zeitnot {

// The parts for which the game has what they need. `Playouts<P>` and `MovePriors<P>` may exclude
// more by `static constexpr MctsParts unsupported`.
template <Position P>
MctsParts mcts_parts_for(const MctsOptions& options, bool has_evaluator) {
    MctsParts parts = MctsParts::all().without(options.without);
    if (!MovePriors<P>::has_priors) parts = parts.without({MctsPart::priors, MctsPart::widening});
    if constexpr (!TwoPlayerZeroSum<P>) parts = parts.without({MctsPart::solver});
    if constexpr (requires { Playouts<P>::unsupported; })
        parts = parts.without(Playouts<P>::unsupported);
    if constexpr (requires { MovePriors<P>::unsupported; })
        parts = parts.without(MovePriors<P>::unsupported);
    if (!has_evaluator) return parts.without({MctsPart::puct});
    // The evaluator's policy replaces them.
    parts = parts.without({MctsPart::priors, MctsPart::widening});
    return parts.has(MctsPart::puct) ? parts.without({MctsPart::rave, MctsPart::urgency}) : parts;
}

}  // namespace zeitnot
