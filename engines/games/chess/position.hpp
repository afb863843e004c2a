// Chess: its rules are in the core, since Kriegspiel is played by them, too.
#pragma once

#include "zeitnot/men/orthodox.hpp"

namespace zeitnot {

using Chess = OrthodoxChess;

}  // namespace zeitnot
