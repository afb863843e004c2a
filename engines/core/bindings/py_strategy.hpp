// The Python classes GameTree and Strategy: the complete tree of a small game with hidden
// information, and a strategy for both seats.
#pragma once

#include <memory>

#include "any_game.hpp"
#include "zeitnot/equilibrium/small_game.hpp"

namespace zeitnot {

struct PyGameTree {
    AnyGamePtr game;
    std::shared_ptr<const SmallGame> small;
};

struct PyStrategy {
    AnyGamePtr game;
    std::shared_ptr<const StoredStrategy> stored;
    std::string origin;  // how it was made, for humans
};

}  // namespace zeitnot
