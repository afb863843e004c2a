// Chess: its rules are in the core, since Kriegspiel is played by them, too.
#pragma once

#include "zeitnot/men/chess.hpp"
