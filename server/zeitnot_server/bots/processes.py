"""The processes of the bots in the lobby, and the games that are assigned to each of them.

A process is identified by the id in its `watch`, however many sockets it has; sockets without an id
are one process. It leaves with its last socket: then its games are assigned to others at once. As
long as its process stays, a running game is not moved.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from .assignment import Process, Requirements, assign, can_take

MAX_CLOCK_SKEW_MS = 60_000  # how far another node's clock may be ahead

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Assignment:
    """The assignment of a game to a process. `number`: grows with each assignment."""

    process: str
    number: int
    required: Requirements


@dataclass(slots=True)
class _ProcessState(Generic[S]):
    """A process, with what each of its sockets has said that it can play; the newest one counts."""

    sockets: dict[S, Process] = field(default_factory=dict)
    load: int = 0

    @property
    def process(self) -> Process:
        return next(reversed(self.sockets.values()))


class _Bot(Generic[S]):
    """The processes and the games of one bot."""

    def __init__(self) -> None:
        self.running: dict[str, _ProcessState[S]] = {}
        self.assigned: dict[str, Assignment] = {}
        self.waiting: dict[str, Requirements] = {}

    def assign_waiting(self, number: Callable[[], int]) -> list[str]:
        """Assigns the waiting games that a process can take; returns them."""
        if not self.waiting:
            return []
        assigned = assign(self._processes(), self._loads(), self.waiting)
        for game, process in assigned.items():
            required = self.waiting.pop(game)
            self.assigned[game] = Assignment(process, number(), required)
            self.running[process].load += required.points
        return list(assigned)

    def unassign(self, game: str) -> Assignment | None:
        """Ends the assignment of this game, and returns it; None: there was none."""
        assignment = self.assigned.pop(game, None)
        if assignment is not None and (running := self.running.get(assignment.process)):
            running.load -= assignment.required.points
        return assignment

    def can_take(self, required: Requirements) -> bool:
        return can_take(self._processes(), self._loads(), required)

    def _processes(self) -> dict[str, Process]:
        return {id: running.process for id, running in self.running.items()}

    def _loads(self) -> dict[str, int]:
        return {id: running.load for id, running in self.running.items()}


class BotProcesses(Generic[S]):
    """The processes of all bots, by account. `S`: a socket in the lobby; `wall_ms`: Unix
    milliseconds, so that assignment numbers also grow from one start of the server to the next.
    Methods that return a list of games return those that they have just assigned."""

    def __init__(self, wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000) -> None:
        self._bots: dict[str, _Bot[S]] = {}
        self._wall_ms = wall_ms
        self._last = 0
        self.reassigned = 0
        """How many games have been assigned to another process after theirs had left."""

    def next_number(self) -> int:
        """A number that is larger than all earlier ones."""
        self._last = max(self._last + 1, self._wall_ms())
        return self._last

    def advance_past(self, number: int) -> None:
        """Makes all later numbers larger than this one, which another node has assigned."""
        self._last = max(self._last, number)

    def is_plausible_number(self, number: int) -> bool:
        """Whether this node or another one may have assigned this number by now."""
        return number <= max(self._last, self._wall_ms()) + MAX_CLOCK_SKEW_MS

    def join(
        self,
        account: str,
        socket: S,
        id: str,
        process: Process,
        unassigned: Mapping[str, Requirements],
    ) -> list[str]:
        """Adds a socket of this process. `unassigned`: the bot's unfinished games that no process
        has."""
        bot = self._bots.setdefault(account, _Bot())
        bot.running.setdefault(id, _ProcessState()).sockets[socket] = process
        for game, required in unassigned.items():
            if game not in bot.assigned:
                bot.waiting.setdefault(game, required)
        return bot.assign_waiting(self.next_number)

    def leave(self, account: str, *sockets: S) -> list[str]:
        """Removes sockets that have disconnected. With its last socket a process leaves, and its
        games are assigned before those that have waited, because their clocks are running."""
        bot = self._bots.get(account)
        if bot is None:
            return []
        gone = set[str]()
        for socket in sockets:
            if (id := self.process_of(account, socket)) is None:
                continue
            del bot.running[id].sockets[socket]
            if not bot.running[id].sockets:
                del bot.running[id]
                gone.add(id)
        if not bot.running:
            del self._bots[account]
        if not gone or not bot.running:
            return []
        orphans = [game for game, each in bot.assigned.items() if each.process in gone]
        left = {game: bot.assigned.pop(game).required for game in orphans}
        bot.waiting = {**left, **bot.waiting}
        assigned = bot.assign_waiting(self.next_number)
        self.reassigned += len(left.keys() & set(assigned))
        return assigned

    def note(self, account: str, game: str, required: Requirements | None) -> list[str]:
        """Sets what this game needs of the bot; None: nothing any more. A game that is assigned
        stays where it is, with another seat too; if its process leaves, what the bot takes counts
        as it does now."""
        bot = self._bots.get(account)
        if bot is None:
            return []
        if required and (assigned := bot.assigned.get(game)) is not None:
            bot.running[assigned.process].load += required.points - assigned.required.points
            bot.assigned[game] = replace(assigned, required=required)
            return []
        if required is None:
            bot.waiting.pop(game, None)
            if bot.unassign(game) is None:
                return []
        else:
            bot.waiting[game] = required
        return bot.assign_waiting(self.next_number)

    def process_of(self, account: str, socket: S) -> str | None:
        """The id of the process that has this socket; None: no process has it."""
        bot = self._bots.get(account)
        running = bot.running.items() if bot else ()
        return next((id for id, each in running if socket in each.sockets), None)

    def games_of(self, account: str, id: str) -> set[str] | None:
        """The games of this process; None: all games of the bot, if this is its only process and
        has no id."""
        bot = self._bots.get(account)
        if bot is None or (not id and len(bot.running) == 1):
            return None
        return {game for game, each in bot.assigned.items() if each.process == id}

    def assignment_number_of(self, account: str, game: str) -> int:
        """The number with which this game is assigned; 0: it is not."""
        bot = self._bots.get(account)
        assignment = bot.assigned.get(game) if bot else None
        return assignment.number if assignment else 0

    def assignment_numbers_of(self, account: str) -> dict[str, int]:
        """The bot's assigned games, with their numbers."""
        bot = self._bots.get(account)
        return {game: each.number for game, each in bot.assigned.items()} if bot else {}

    def loads_of(self, account: str) -> list[tuple[Process, int]]:
        """The bot's processes, each with the points of its games."""
        bot = self._bots.get(account)
        return [(each.process, each.load) for each in bot.running.values()] if bot else []

    def sockets_of(self, account: str, game: str) -> Iterable[S]:
        """The sockets of the process that has this game."""
        bot = self._bots.get(account)
        assignment = bot.assigned.get(game) if bot else None
        return tuple(bot.running[assignment.process].sockets) if bot and assignment else ()

    def can_take(self, account: str, required: Requirements) -> bool:
        """Whether a process of this bot can take such a game now; also true if the bot is not
        online."""
        bot = self._bots.get(account)
        return bot is None or bot.can_take(required)

    @property
    def running(self) -> int:
        """The number of processes of all bots."""
        return sum(len(bot.running) for bot in self._bots.values())

    @property
    def waiting(self) -> int:
        """The number of games of the bots online that no process can take now."""
        return sum(len(bot.waiting) for bot in self._bots.values())
