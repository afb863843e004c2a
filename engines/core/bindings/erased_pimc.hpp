// The methods `pimc` and `double-dummy`, for games that are solved with open hands.
#pragma once

#include "erased_engine.hpp"
#include "zeitnot/search/pimc/pimc.hpp"

namespace zeitnot {

// The game's entry with both, sampled deals first.
template <SolvesOpen P>
GameEntry with_pimc(GameEntry entry) {
    return with_method<P, DoubleDummyEngine<P>>(with_method<P, Pimc<P>>(std::move(entry)));
}

}  // namespace zeitnot
