// One file of a game's tablebase.
#pragma once

#include <cstddef>
#include <string>

namespace zeitnot {

struct TablePart {
    std::string name;
    std::size_t values;  // the number of its values
};

}  // namespace zeitnot
