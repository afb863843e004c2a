"""Which process of a bot plays which of its games; pure.

A bot is one account, and may run as several processes on several machines. Each of its games is
given to one of them: of those that can play it and have room, to the least loaded by the rule of
weighted least connections, as balancers use it (Linux Virtual Server, `wlc`): the one with the
smallest load, the new game included, for its size.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import zeitnot_protocol as p

from ..rooms.controls import is_slow

POINTS = 4
"""What a game counts for a bot, once for each seat that the bot has."""
POINTS_OF_SLOW = 1
DEFAULT_CAPACITY = 100  # games of a process that does not say how many it takes

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game that needs a process. `points`: what all the bot's seats count together; `level`: the
    highest that is asked for, 0 for none."""

    game_type: str
    points: int
    level: int = 0
    seats: int = 1


@dataclass(frozen=True, slots=True)
class Process:
    """What one process can play. `capacity`: how much it takes at a time, None: it has not said;
    `unlimited`: it gets all that no other can take, as a bot does that knows of no processes."""

    plays: frozenset[str]
    levels: int = 0
    capacity: int | None = None
    several_seats: bool = False
    unlimited: bool = False

    def can_play(self, wanted: Wanted) -> bool:
        """Whether it plays such a game, however much else it plays."""
        return (
            wanted.game_type in self.plays
            and wanted.level <= self.levels
            and (wanted.seats == 1 or self.several_seats)
        )

    def has_room(self, load: int, wanted: Wanted) -> bool:
        """Whether it takes the game beside others that count `load` points."""
        return self.capacity is None or load + wanted.points <= self.capacity

    def share(self, load: int) -> float:
        """Which part of its size these points are."""
        return load / (POINTS * DEFAULT_CAPACITY if self.capacity is None else self.capacity)


def assign(
    processes: Mapping[K, Process], loads: Mapping[K, int], waiting: Mapping[str, Wanted]
) -> dict[str, K]:
    """Gives the waiting games, by id, to processes, in order; those are left out that nobody can
    take now. `loads`: the points of the games that a process has already."""
    loads, given = dict(loads), dict[str, K]()
    for game, wanted in waiting.items():
        chosen = _choose(processes, loads, wanted)
        if chosen is not None:
            given[game] = chosen
            loads[chosen] = loads.get(chosen, 0) + wanted.points
    return given


def can_take(processes: Mapping[K, Process], loads: Mapping[K, int], wanted: Wanted) -> bool:
    """Whether one of the processes can take this game now."""
    return _choose(processes, loads, wanted) is not None


def _choose(processes: Mapping[K, Process], loads: Mapping[K, int], wanted: Wanted) -> K | None:
    able = [
        key
        for key, process in processes.items()
        if process.can_play(wanted) and process.has_room(loads.get(key, 0), wanted)
    ] or [key for key, process in processes.items() if process.unlimited]
    if not able:
        return None
    return min(able, key=lambda key: processes[key].share(loads.get(key, 0) + wanted.points))


def points_of(control: p.Control) -> int:
    """What a game under this control counts for each of the bot's seats."""
    return POINTS_OF_SLOW if is_slow(control) else POINTS


def process_of(watch: p.Watch, plays: list[str]) -> Process:
    """What a process can play that has sent this message. `plays`: the games among those that it
    names which the server knows."""
    most = watch.most_games
    return Process(
        frozenset(plays),
        watch.levels,
        None if most is None else POINTS * most,
        watch.several_seats,
        unlimited=not watch.process,
    )


def wanted_by(invitations: list[p.Invited]) -> Wanted | None:
    """What the game of these invitations needs, all of one bot's seats there; None: it has none."""
    if not invitations:
        return None
    first, seats = invitations[0], len(invitations)
    level = max(each.level or 0 for each in invitations)
    return Wanted(first.game_type, seats * points_of(first.control), level, seats)
