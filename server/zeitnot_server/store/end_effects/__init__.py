"""The end effects, in the order in which their rows are locked. Each effect has tables that no
other effect writes, so they do not depend on each other."""

from .effect import EndEffect
from .ladders import LADDERS
from .player_records import PLAYER_RECORDS
from .ratings import RATINGS

EFFECTS: tuple[EndEffect, ...] = (PLAYER_RECORDS, RATINGS, LADDERS)
