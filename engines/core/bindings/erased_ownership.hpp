// Estimates of territory, for the games that have them.
#pragma once

#include "erased.hpp"
#include "zeitnot/search/ownership.hpp"

namespace zeitnot {

template <HasOwnership P>
GameEntry with_ownership(GameEntry entry) {
    entry.ownership = [](const AnyHistory& history, int playouts, std::uint64_t seed) {
        const auto& typed = dynamic_cast<const ErasedHistory<P>&>(history).typed();
        return estimate_ownership(typed.position(), playouts, seed);
    };
    return entry;
}

}  // namespace zeitnot
