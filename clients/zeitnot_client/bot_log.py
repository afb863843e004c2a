"""What a bot's process writes to its log file, if it has one."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import zeitnot_protocol as p

from .faults import Fault
from .game_end import GameResult
from .game_lines import GameLines
from .log_files.lines import Fields, Secrets, line
from .log_files.log_file import DEFAULT_BYTES, LogFile
from .room import Room
from .session_events import SessionEvent


class BotLog:
    """The log file of one process of a bot.

    `write`: writes one line; None: there is no file, and nothing is logged. `secrets`: texts that
    must not appear, such as the bot's token. `with_engine`: also what the engine and the bot say to
    each other. `now_s`: Unix time. `open_games`: the types of games in which players see the whole
    position; in others, what a seat sees is written only when its game has ended.
    """

    def __init__(
        self,
        write: Callable[[str], object] | None = None,
        *,
        secrets: tuple[str, ...] = (),
        with_engine: bool = False,
        now_s: Callable[[], float] = time.time,
    ) -> None:
        self._write = write
        self._secrets = Secrets(secrets)
        self.open_games: set[str] = set()
        self._with_engine = with_engine
        self._now_s = now_s
        self._rooms: WeakKeyDictionary[Room, GameLines] = WeakKeyDictionary()

    @property
    def is_on(self) -> bool:
        """Whether there is a file."""
        return self._write is not None

    @property
    def has_dialogue(self) -> bool:
        """Whether the dialogue with the engine is logged."""
        return self.is_on and self._with_engine

    def note_catalogue(self, catalogue: p.Catalogue) -> None:
        """Learns from the server in which games players see the whole position."""
        self.open_games |= {game.id for game in catalogue.games if not game.hidden}

    def note(self, event: str, **fields: Any) -> None:
        """Writes a line that is not about what happens in a room."""
        self._put(self._now_s(), event, fields)

    def note_room(self, session_event: SessionEvent, room: Room) -> None:
        """Writes what has happened in a room, whose state already includes it."""
        if self.is_on:
            self._put_all(self._of(room).note(self._now_s(), session_event, room.state))

    def note_fault(self, fault: Fault, room: Room) -> None:
        """Writes that the bot has found no move."""
        if self.is_on:
            self._put_all(self._of(room).fault(self._now_s(), fault, room.state))

    def note_engine(self, direction: str, text: str, room: Room) -> None:
        """Writes a line of the dialogue with an external engine. `direction`: `to` the engine,
        `from` it, or `stderr`."""
        if self.has_dialogue:
            self._put_all(self._of(room).engine(self._now_s(), direction, text, room.state))

    def note_end(self, end: GameResult, room: Room) -> None:
        """Writes how a game has ended, after all that was held back while it was running."""
        if self.is_on:
            self._put_all(self._of(room).end(self._now_s(), end, room.state))

    def _of(self, room: Room) -> GameLines:
        if room not in self._rooms:
            self._rooms[room] = GameLines(self.open_games.__contains__)
        return self._rooms[room]

    def _put_all(self, lines: list[tuple[float, str, Fields]]) -> None:
        for each in lines:
            self._put(*each)

    def _put(self, at_s: float, event: str, fields: Fields) -> None:
        if self._write is not None:
            self._write(line(at_s, event, fields, self._secrets))


NO_LOG = BotLog()
"""Writes nothing."""


def opened_log(
    path: str | Path | None,
    token: str,
    *,
    max_bytes: int = DEFAULT_BYTES,
    with_engine: bool = False,
) -> AbstractContextManager[BotLog]:
    """`with opened_log(path, token) as log: …`: the log of a process with this token, in a file
    that is closed at the end; None: without a file. `max_bytes`, `with_engine`: as in LogFile and
    BotLog. Raises OSError."""
    if path is None:
        return nullcontext(NO_LOG)
    return _closing_log(LogFile(Path(path), max_bytes), token, with_engine)


@contextmanager
def _closing_log(file: LogFile, token: str, with_engine: bool) -> Iterator[BotLog]:
    with closing(file):
        yield BotLog(file.write, secrets=(token,), with_engine=with_engine)
