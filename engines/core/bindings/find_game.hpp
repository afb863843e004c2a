// Looks up a game by its name.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "any_game.hpp"

namespace zeitnot {

// Raises ValueError for an unknown game.
inline GameEntry find_game(const std::string& name) {
    for (const GameEntry& entry : all_games()) {
        if (entry.name == name) return entry;
    }
    throw nanobind::value_error(("There is no game " + quoted(name) + ".").c_str());
}

}  // namespace zeitnot
