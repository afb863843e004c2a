"""The textbook opponent that plays by the published square table (square_values.hpp)."""

from zeitnot_engines.opponents import Opponent

GAME = "ewn"
OPPONENTS = (
    Opponent("ewn-table-5", "expectiminimax", "chance", depth=5, evaluation="table", game=GAME),
)
