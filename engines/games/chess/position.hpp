// Chess. Its rules are in the core because Kriegspiel uses them too.
#pragma once

#include "zeitnot/men/orthodox.hpp"

namespace zeitnot {

using Chess = OrthodoxChess;

}  // namespace zeitnot
