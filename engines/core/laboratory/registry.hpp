// Looks up a game's textbook methods. CMake generates the implementation for the games of the
// build.
#pragma once

#include <string_view>
#include <vector>

#include "any_game.hpp"

namespace zeitnot::laboratory {

// Empty for an unknown game. `raw`: values on the evaluation's own scale.
std::vector<MethodEntry> textbook_methods(std::string_view game, bool raw);

}  // namespace zeitnot::laboratory
