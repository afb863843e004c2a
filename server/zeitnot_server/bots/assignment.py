"""Assigns a bot's games to its processes; pure.

A bot is one account, and may run as several processes on several machines. Each of its games is
assigned to one of them: of those that can play it and have room, to the least loaded by the rule of
weighted least connections, as in load balancers (Linux Virtual Server, `wlc`): the one with the
smallest ratio of load, including the new game, to capacity.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import zeitnot_protocol as p
from zeitnot_protocol.takes import WantedGame, wanted_game, why_not_taken

from ..rooms.controls import is_slow

POINTS_PER_GAME = 4
"""What a game counts for each seat that the bot has in it."""
POINTS_PER_SLOW_GAME = 1
DEFAULT_CAPACITY = 100  # games, of a process that does not name a number

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Requirements:
    """What a game needs of a process. `points`: for all seats of the bot together; `level`: the
    highest that is asked for, 0 for none; `wanted`: what the process must take, None if the bot has
    accepted the game already."""

    game_type: str
    points: int
    level: int = 0
    seats: int = 1
    wanted: WantedGame | None = None


@dataclass(frozen=True, slots=True)
class Process:
    """What one process can play. `capacity`: in points, None: it has named none;
    `unlimited`: it gets the games that no other can take, because its bot has
    named no process; `takes`: as in `watch`."""

    plays: frozenset[str]
    levels: int = 0
    capacity: int | None = None
    several_seats: bool = False
    unlimited: bool = False
    takes: tuple[p.Takes, ...] = ()

    def can_play(self, required: Requirements) -> bool:
        """Whether it can and will play such a game, whatever its load."""
        return self.knows(required) and (
            required.wanted is None or why_not_taken(self.takes, required.wanted) is None
        )

    def knows(self, required: Requirements) -> bool:
        """Whether it could play such a game, even if it does not take it."""
        return (
            required.game_type in self.plays
            and required.level <= self.levels
            and (required.seats == 1 or self.several_seats)
        )

    def has_room(self, load: int, required: Requirements) -> bool:
        """Whether it can take the game in addition to a load of `load` points."""
        return self.capacity is None or load + required.points <= self.capacity

    def load_ratio(self, load: int) -> float:
        """The ratio of a load to the process's capacity."""
        return load / (
            POINTS_PER_GAME * DEFAULT_CAPACITY if self.capacity is None else self.capacity
        )


def assign(
    processes: Mapping[K, Process], loads: Mapping[K, int], waiting: Mapping[str, Requirements]
) -> dict[str, K]:
    """Assigns the waiting games, by id, to processes, in order, without those that no process can
    take now. `loads`: the points of the games that each process has already."""
    loads, assigned = dict(loads), dict[str, K]()
    for game, required in waiting.items():
        chosen = _choose(processes, loads, required)
        if chosen is not None:
            assigned[game] = chosen
            loads[chosen] = loads.get(chosen, 0) + required.points
    return assigned


def can_take(
    processes: Mapping[K, Process], loads: Mapping[K, int], required: Requirements
) -> bool:
    """Whether one of the processes can take this game now."""
    return _choose(processes, loads, required) is not None


def _choose(
    processes: Mapping[K, Process], loads: Mapping[K, int], required: Requirements
) -> K | None:
    able = [
        key
        for key, process in processes.items()
        if process.can_play(required) and process.has_room(loads.get(key, 0), required)
    ] or [key for key, process in processes.items() if process.unlimited]
    if not able:
        return None
    return min(able, key=lambda key: processes[key].load_ratio(loads.get(key, 0) + required.points))


def points_of(control: p.Control) -> int:
    """What a game under this control counts for each of the bot's seats."""
    return POINTS_PER_SLOW_GAME if is_slow(control) else POINTS_PER_GAME


def process_of(watch: p.Watch, plays: list[str]) -> Process:
    """What the process that has sent this message can play. `plays`: the games that it names,
    without those that the server does not know."""
    max_games = watch.most_games
    return Process(
        frozenset(plays),
        watch.levels,
        None if max_games is None else POINTS_PER_GAME * max_games,
        watch.several_seats,
        unlimited=not watch.process,
        takes=tuple(watch.takes),
    )


def requirements_of(invitations: Sequence[p.Invited]) -> Requirements | None:
    """The requirements of the game to which these are all of one bot's invitations; None: there are
    none."""
    if not invitations:
        return None
    first, seats = invitations[0], len(invitations)
    level = max(each.level or 0 for each in invitations)
    unanswered = [each for each in invitations if each.deadline is not None]
    wanted = wanted_game(unanswered[0]) if unanswered else None
    return Requirements(first.game_type, seats * points_of(first.control), level, seats, wanted)
