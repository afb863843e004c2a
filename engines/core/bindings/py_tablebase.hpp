// The Python class Tablebase.
#pragma once

#include <memory>

#include "zeitnot/search/tablebase.hpp"

namespace zeitnot {

struct PyTablebase {
    std::shared_ptr<const Tablebase> tablebase;
};

}  // namespace zeitnot
