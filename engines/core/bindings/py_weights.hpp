// The Python class Weights.
#pragma once

#include <any>
#include <string>

namespace zeitnot {

struct PyWeights {
    std::string game;
    std::any unpacked;  // as in Options
};

}  // namespace zeitnot
