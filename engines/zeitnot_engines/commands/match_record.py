"""Writes the games of `zeitnot match` to a file that other programs read."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import click

from ..formats.record import FileGame
from ..formats.registry import FORMATS, FileFormat, formats_of
from ..games import Game
from ..matches.game_files import file_game
from ..matches.played import FinishedGame
from ..matches.time_control import TimeControl

USUAL = "pgn"


class Record:
    """Appends finished games to a file, which is not left behind without a game. `names`,
    `controls`: of the players; `facts`: of the match, by the names of PGN's tags. Raises
    click.UsageError."""

    def __init__(
        self,
        path: Path,
        game: Game,
        names: Sequence[str],
        controls: Sequence[TimeControl],
        facts: Mapping[str, str],
    ) -> None:
        self._game, self._names, self._controls, self._facts = game, names, controls, facts
        self._form = format_for(path, game.name)
        self._path, self._is_new = path, not path.exists()
        try:
            self._file: BinaryIO = path.open("ab")
        except OSError as bad:
            raise click.UsageError(f"{path}: {bad.strerror}.") from None

    def add(self, played: FinishedGame) -> None:
        """Writes a game; one that the format cannot express is named on stderr."""
        game = file_game(self._game, played, self._names, self._controls, self._facts)
        try:
            self._file.write(_text(self._form, game).encode())
            self._file.flush()
        except ValueError as bad:
            click.echo(f"game {played.number}: not written: {bad}", err=True)

    def __enter__(self) -> "Record":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        is_empty = not self._file.tell()
        self._file.close()
        if self._is_new and is_empty:
            self._path.unlink()


def format_for(path: Path, game: str) -> FileFormat:
    """The format that the suffix names, or the usual one of the game. Raises click.UsageError."""
    forms = {form.name: form for form in formats_of(game)}
    suffix = path.suffix.lower().lstrip(".")
    if suffix in forms:
        return forms[suffix]
    if not forms:
        raise click.UsageError(
            f"{game} has no format of other programs; --log has its games as lines of JSON."
        )
    if suffix in FORMATS and suffix != "txt":
        raise click.UsageError(
            f"Games of {game} are not written as {suffix.upper()}, but as "
            f"{' or '.join(form.title for form in forms.values())}."
        )
    return forms.get(USUAL) or next(iter(forms.values()))


def _text(form: FileFormat, game: FileGame) -> str:
    assert form.text is not None, "only our own records have none"
    return form.text(game)
