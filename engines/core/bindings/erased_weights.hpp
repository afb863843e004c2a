// Unpacks learnt weights, for every game that has them.
#pragma once

#include <any>

#include "any_game.hpp"
#include "zeitnot/search/learnt.hpp"

namespace zeitnot {

template <Learnt P>
GameEntry with_weights(GameEntry entry) {
    entry.unpack = [](Bytes packed) -> std::any {
        const auto weights = Evaluation<P>::unpack(packed);
        return weights == nullptr ? std::any() : std::any(weights);
    };
    return entry;
}

}  // namespace zeitnot
