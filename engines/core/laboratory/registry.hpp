// The textbook methods by game; written by CMake for the games of the build.
#pragma once

#include <string_view>
#include <vector>

#include "any_game.hpp"

namespace zeitnot::laboratory {

// None for an unknown game.
std::vector<MethodEntry> textbook_methods(std::string_view game, bool raw);

}  // namespace zeitnot::laboratory
