// The Python class Methods: methods of search that another module adds to a game's own.
#pragma once

#include <string>
#include <vector>

#include "any_game.hpp"

namespace zeitnot {

struct PyMethods {
    std::string game;
    std::vector<MethodEntry> entries;
};

}  // namespace zeitnot
