"""The end effects, in the order in which their rows are locked. Each effect has a table that no
other effect writes, so they do not depend on each other."""

from .effect import EndEffect
from .player_records import PLAYER_RECORDS

EFFECTS: tuple[EndEffect, ...] = (PLAYER_RECORDS,)
