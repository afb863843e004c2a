// The methods `pimc` and `double-dummy`, for games that can be solved with open hands.
#pragma once

#include "erased_engine.hpp"
#include "zeitnot/search/pimc/pimc.hpp"

namespace zeitnot {

// Adds both methods to a game's entry, `pimc` first.
template <SolvesOpen P>
GameEntry with_pimc(GameEntry entry) {
    return with_method<P, DoubleDummyEngine<P>>(with_method<P, Pimc<P>>(std::move(entry)));
}

}  // namespace zeitnot
