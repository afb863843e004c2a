// The Python classes Game and History: a game with its settings, and one immutable state of it.
#pragma once

#include "any_game.hpp"

namespace zeitnot {

struct PyGame {
    AnyGamePtr game;
};

struct PyHistory {
    AnyGamePtr game;
    AnyHistoryPtr state;
};

}  // namespace zeitnot
