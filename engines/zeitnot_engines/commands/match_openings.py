"""The openings of `zeitnot match` from a file: games, positions, or lines of moves."""

import heapq
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice, takewhile
from pathlib import Path
from typing import TypeVar

import click

from ..formats.record import BadGame, FileGame
from ..formats.registry import FORMATS, OWN, format_of
from ..formats.source import Source
from ..games import Game
from ..matches.openings import Opening, throw_text
from ..matches.record import states
from ..notations import notation_of
from ..text_files import BadFile, lines_of
from .moves import play_actions

T = TypeVar("T")

MAX_LINE_BYTES = 1 << 16
MAX_LINES = 100_000  # of a file with moves, all of which are read
POSITIONS = (".epd", ".fen")
GAMES = tuple(f".{name}" for name in (*FORMATS, OWN.name, "jsonl") if name != "txt")


@dataclass(frozen=True, slots=True)
class OpeningFile:
    """A file of openings for a game. `plies`: only the first moves of each; `shuffle`: a seed, in
    whose order they are taken, or None for the order of the file."""

    game: Game
    path: Path
    plies: int | None = None
    shuffle: int | None = None

    def read(self, count: int) -> list[Opening]:
        """The first `count` openings, or all if there are fewer. More openings begin with the same
        ones. Raises click.UsageError."""
        suffix = self.path.suffix.lower()
        try:
            if suffix in GAMES:
                found = self._read(self._games(), count, self._of_game)
            elif suffix in POSITIONS:
                found = self._read(self._lines(), count, self._of_position)
            else:
                self._needs_usual_start()
                found = self._read(iter([*self._lines(MAX_LINES)]), count, self._of_moves)
        except BadGame as bad:
            raise click.UsageError(f"{bad.located(str(self.path))}.") from None
        except BadFile as bad:
            raise click.UsageError(f"{self.path}, {bad}") from None
        except OSError as bad:
            raise click.UsageError(f"{self.path}: {bad.strerror}.") from None
        if not found:
            raise click.UsageError(f"{self.path} has no openings.")
        return found

    def hash(self) -> str:
        """Of all openings, so that a log is continued only with the same file."""
        if self.path.suffix.lower() in (*GAMES, *POSITIONS):
            return sha256(self.path.read_bytes()).hexdigest()[:16]
        # As it was when files had only lines of moves.
        texts = [" ".join(self._of_moves(n, line).actions) for n, line in self._lines(MAX_LINES)]
        return sha256("\n".join(texts).encode()).hexdigest()[:16]

    def _read(
        self, raws: Iterator[tuple[int, T]], count: int, convert: Callable[[int, T], Opening]
    ) -> list[Opening]:
        """Converts only the openings that are needed, because a book may have a million."""
        if self.shuffle is None:
            return [convert(number, raw) for number, raw in islice(raws, count)]
        keyed = (
            (random.Random(f"{self.shuffle} {i}").random(), number, raw)
            for i, (number, raw) in enumerate(raws)
        )
        taken = heapq.nsmallest(count, keyed, key=lambda each: each[:2])
        return [convert(number, raw) for _, number, raw in taken]

    def _lines(self, limit: int | None = None) -> Iterator[tuple[int, str]]:
        """The lines that are not empty without their comments."""
        found = 0
        for number, line in lines_of(self.path, MAX_LINE_BYTES):
            if not (text := line.partition("#")[0].strip()):
                continue
            if found == limit:
                raise BadFile(number, f"there are more than {limit} openings")
            found += 1
            yield number, text

    def _games(self) -> Iterator[tuple[int, FileGame]]:
        with self.path.open("rb") as file:
            source = Source(file, str(self.path))
            form = format_of(source, self.path.suffix)
            assert form is not None, "the suffix names a format"
            for game in form.read(source):
                if isinstance(game, BadGame):
                    raise game
                yield game.line, game

    def _of_moves(self, number: int, text: str) -> Opening:
        try:
            _, actions = play_actions(self.game.start(), text)
        except click.UsageError as bad:
            raise click.UsageError(f"{self.path}, line {number}: {bad.message}") from None
        return self._opening(number, "", actions)

    def _of_position(self, number: int, text: str) -> Opening:
        try:
            start = self.game.parse(notation_of(self.game.name).position(text)).text
        except ValueError as bad:
            raise BadFile(number, str(bad).rstrip(".")) from None
        return self._opening(number, start, [])

    def _of_game(self, number: int, game: FileGame) -> Opening:
        if game.game != self.game.name:
            raise BadFile(number, f"it is a game of {game.game}, not {self.game.name}")
        if game.position is None:
            self._needs_usual_start()
        usual = takewhile(lambda node: not node.is_null and node.position is None, game.main_line())
        actions = [node.move if node.throw is None else throw_text(node.throw) for node in usual]
        return self._opening(number, game.position or "", actions)

    def _opening(self, number: int, start: str, actions: list[str]) -> Opening:
        """The opening with at most `plies` moves."""
        try:
            positions = states(self.game, actions, start)
        except ValueError as bad:
            raise BadFile(number, str(bad).rstrip(".")) from None
        first = positions[0].ply
        if self.plies is not None:
            positions = [state for state in positions if state.ply - first <= self.plies]
            while positions[-1].turn is None and len(positions) > 1:
                positions.pop()
        if positions[-1].result is not None:
            raise BadFile(number, "the game is over")
        return Opening(positions[-1], tuple(actions[: len(positions) - 1]), start)

    def _needs_usual_start(self) -> None:
        if self.game.start_throw is not None:
            raise click.UsageError(
                "Openings of a file need a start that is not drawn, unless they are positions."
            )
