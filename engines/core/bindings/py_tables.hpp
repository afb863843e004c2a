// Tables of endings as Python objects hold them.
#pragma once

#include <memory>

#include "zeitnot/search/end_tables.hpp"

namespace zeitnot {

struct PyTables {
    std::shared_ptr<const EndTables> tables;
};

}  // namespace zeitnot
