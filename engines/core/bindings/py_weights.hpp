// The Python class Weights.
#pragma once

#include <nanobind/nanobind.h>

#include <any>
#include <string>

#include "any_game.hpp"

namespace zeitnot {

struct PyWeights {
    std::string game;
    std::any unpacked;  // as in Options
};

// The weights, unpacked, for an engine of this game. Raises ValueError for weights of another game.
inline const std::any& weights_for(const AnyGame& game, const PyWeights& weights) {
    if (weights.game == game.name()) return weights.unpacked;
    const std::string message =
        "These are weights of " + weights.game + ", not of " + std::string(game.name()) + ".";
    throw nanobind::value_error(message.c_str());
}

}  // namespace zeitnot
