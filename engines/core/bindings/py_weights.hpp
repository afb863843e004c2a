// Learnt weights as a Python object holds them.
#pragma once

#include <any>
#include <string>

namespace zeitnot {

struct PyWeights {
    std::string game;
    std::any unpacked;  // as Options have them
};

}  // namespace zeitnot
