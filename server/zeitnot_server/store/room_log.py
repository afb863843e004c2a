"""The rooms' logs: rooms commit to them, and are loaded from them."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import Protocol

import zeitnot_protocol as p

from ..rooms.fold import fold
from ..rooms.room import LogEntry, Room
from ..rooms.rules import Rules
from ..rooms.value import Value

LOG_CHUNK = 128
"""How many events of a log are read and folded at once."""
MAX_CRASHES = 3
"""After this many crashes in one position, a room is not loaded any more."""
RulesFor = Callable[[str, p.Settings], Rules]
"""From game type and settings to rules. Raises ValueError for an unknown game or setting."""
LoadTurn = Callable[[int], AbstractAsyncContextManager[None]]
"""The turn of one load among others: a context entered for each chunk, with the number of the event
before it."""


def without_turns(seq: int) -> AbstractAsyncContextManager[None]:
    """Reads every chunk without waiting."""
    return nullcontext()


class Commit(Value, frozen=True):
    """The events of one step and the room after them; rooms to create are written first.

    Only a new room: `Commit(room, created=(room,))`.
    """

    room: Room
    entries: tuple[LogEntry, ...] = ()
    created: tuple[Room, ...] = ()


@dataclass(frozen=True, slots=True)
class Loaded:
    """A room from the log, and the time of its last event: milliseconds of that server run."""

    room: Room
    last_run: int = 0
    last_at_ms: int = 0

    def plus(self, entries: Sequence[LogEntry]) -> "Loaded":
        """The room after the entries that follow in the log."""
        if not entries:
            return self
        return Loaded(fold(self.room, entries), entries[-1].run, entries[-1].at_ms)


class RoomLog(Protocol):
    """The logs of all games, their source of truth. Rows are only ever added."""

    async def commit(self, commit: Commit) -> None:
        """Appends to the log; returns when it is on disk.

        Raises WriteFailed (outcome unknown: read `entries` before anything else), ReadOnly
        (refused: nothing was written), Conflict (a number or command id is taken; nothing was
        written).
        """

    async def add(self, commits: Sequence[Commit]) -> None:
        """Stores finished games with their whole logs, all or none. Raises WriteFailed, ReadOnly,
        Conflict."""

    def release(self, game: str) -> None:
        """Notes that the game's room was unloaded."""

    async def load(self, game: str, turn: LoadTurn = without_turns) -> Loaded | None:
        """The room folded from its log; a long log is read chunk by chunk, and `turn` is entered
        for each. None: there is no such game. Raises RulesChanged, CrashedBefore, ReadFailed,
        Damaged.
        """

    async def entries(self, game: str, since: int = 0, limit: int = -1) -> list[LogEntry]:
        """The log of a game after number `since`, in order, at most `limit` entries if it is not
        negative. Raises ReadFailed, Damaged."""

    async def crashes_in(self, game: str) -> int:
        """How many runs crashed while the rules were running on this room at its present ply."""
