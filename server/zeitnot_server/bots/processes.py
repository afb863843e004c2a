"""The processes of the bots in the lobby, and the games that each of them has been given.

A process is known by the id in its `watch`, however many sockets it has; sockets without an id are
one process. It leaves with its last socket: then its games are given to others at once. A running
game stays where it is as long as its process does.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from .assignment import Process, Wanted, assign, can_take

AHEAD_MS = 60_000  # of another node's clock, which has given a number

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Given:
    """A game that a process has been given. `number`: grows each time that a game is given."""

    process: str
    number: int
    wanted: Wanted


@dataclass(slots=True)
class _Running(Generic[S]):
    """A process, with what each of its sockets has said that it can play; the newest counts."""

    sockets: dict[S, Process] = field(default_factory=dict)
    load: int = 0

    @property
    def process(self) -> Process:
        return next(reversed(self.sockets.values()))


class _Bot(Generic[S]):
    """The processes and the games of one bot."""

    def __init__(self) -> None:
        self.running: dict[str, _Running[S]] = {}
        self.given: dict[str, Given] = {}
        self.waiting: dict[str, Wanted] = {}

    def give_waiting(self, number: Callable[[], int]) -> list[str]:
        """Gives out what can be given out; returns these games."""
        if not self.waiting:
            return []
        given = assign(self._processes(), self._loads(), self.waiting)
        for game, process in given.items():
            wanted = self.waiting.pop(game)
            self.given[game] = Given(process, number(), wanted)
            self.running[process].load += wanted.points
        return list(given)

    def take_back(self, game: str) -> Given | None:
        """The game is nobody's any more; returns whose it was."""
        given = self.given.pop(game, None)
        if given is not None and (running := self.running.get(given.process)):
            running.load -= given.wanted.points
        return given

    def can_take(self, wanted: Wanted) -> bool:
        return can_take(self._processes(), self._loads(), wanted)

    def _processes(self) -> dict[str, Process]:
        return {id: running.process for id, running in self.running.items()}

    def _loads(self) -> dict[str, int]:
        return {id: running.load for id, running in self.running.items()}


class BotProcesses(Generic[S]):
    """By account. `S`: a socket in the lobby; `wall_ms`: Unix milliseconds, by which numbers grow
    from one start of the server to the next. What returns games returns those just given out."""

    def __init__(self, wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000) -> None:
        self._bots: dict[str, _Bot[S]] = {}
        self._wall_ms = wall_ms
        self._last = 0
        self.taken_over = 0
        """How many games have been given to another process after theirs had gone."""

    def next_number(self) -> int:
        """A number that is larger than all before it."""
        self._last = max(self._last + 1, self._wall_ms())
        return self._last

    def count_on_from(self, number: int) -> None:
        """Numbers given from now on are larger than this one, which another node has given."""
        self._last = max(self._last, number)

    def may_have_given(self, number: int) -> bool:
        """Whether this node or another one may have given this number by now."""
        return number <= max(self._last, self._wall_ms()) + AHEAD_MS

    def join(
        self, account: str, socket: S, id: str, process: Process, wanted: Mapping[str, Wanted]
    ) -> list[str]:
        """A socket of this process has connected. `wanted`: the bot's unfinished games that no
        process has."""
        bot = self._bots.setdefault(account, _Bot())
        bot.running.setdefault(id, _Running()).sockets[socket] = process
        for game, each in wanted.items():
            if game not in bot.given:
                bot.waiting.setdefault(game, each)
        return bot.give_waiting(self.next_number)

    def leave(self, account: str, *sockets: S) -> list[str]:
        """Sockets have disconnected; with its last one a process goes, and its games are given to
        others before those that have waited: their clocks are running."""
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
        orphans = [game for game, given in bot.given.items() if given.process in gone]
        left = {game: bot.given.pop(game).wanted for game in orphans}
        bot.waiting = {**left, **bot.waiting}
        given = bot.give_waiting(self.next_number)
        self.taken_over += len(left.keys() & set(given))
        return given

    def note(self, account: str, game: str, wanted: Wanted | None) -> list[str]:
        """What this game needs of the bot now; None: nothing any more."""
        bot = self._bots.get(account)
        if bot is None or (wanted and game in bot.given):
            return []
        if wanted is None:
            bot.waiting.pop(game, None)
            if bot.take_back(game) is None:
                return []
        else:
            bot.waiting[game] = wanted
        return bot.give_waiting(self.next_number)

    def process_of(self, account: str, socket: S) -> str | None:
        """The id of the process that has this socket; None: it is none of a process."""
        bot = self._bots.get(account)
        running = bot.running.items() if bot else ()
        return next((id for id, each in running if socket in each.sockets), None)

    def games_of(self, account: str, id: str) -> set[str] | None:
        """The games of this process; None: it sees all, as a bot's only one without an id does."""
        bot = self._bots.get(account)
        if bot is None or (not id and len(bot.running) == 1):
            return None
        return {game for game, given in bot.given.items() if given.process == id}

    def number_of(self, account: str, game: str) -> int:
        """The number by which a process has this game; 0: none has."""
        bot = self._bots.get(account)
        given = bot.given.get(game) if bot else None
        return given.number if given else 0

    def numbers_of(self, account: str) -> dict[str, int]:
        """The bot's games that processes have, with their numbers."""
        bot = self._bots.get(account)
        return {game: given.number for game, given in bot.given.items()} if bot else {}

    def loads_of(self, account: str) -> list[tuple[Process, int]]:
        """The bot's processes, each with the points of its games."""
        bot = self._bots.get(account)
        return [(each.process, each.load) for each in bot.running.values()] if bot else []

    def sockets_of(self, account: str, game: str) -> Iterable[S]:
        """The sockets of the process that has this game."""
        bot = self._bots.get(account)
        given = bot.given.get(game) if bot else None
        return tuple(bot.running[given.process].sockets) if bot and given else ()

    def can_take(self, account: str, wanted: Wanted) -> bool:
        """Whether a process of this bot can take such a game now, or the bot is not online."""
        bot = self._bots.get(account)
        return bot is None or bot.can_take(wanted)

    @property
    def running(self) -> int:
        """How many processes there are, of all bots."""
        return sum(len(bot.running) for bot in self._bots.values())

    @property
    def waiting(self) -> int:
        """How many games no process can take now, of the bots that are online."""
        return sum(len(bot.waiting) for bot in self._bots.values())
