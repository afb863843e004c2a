"""The formats of games: which there are, for which games, and which one a file is in."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import zeitnot_protocol as p

from ..notations import default_game
from ..sgf.export import GAMES_WITH_SGF, as_sgf
from . import ggf, pdn, pgn, transcript
from .record import BadGame, FileGame
from .source import Source
from .stored import of_export


@dataclass(frozen=True, slots=True)
class FileFormat:
    """`name`: of the format, and of its files' suffix. `write` raises
    ValueError for other games than `games`, and for a game that the format cannot express; `read`
    gives the games of a file, and in the place of each that cannot be read what is wrong."""

    name: str
    games: tuple[str, ...]
    content_type: str
    write: Callable[[p.Export], bytes]
    read: Callable[[Source], Iterator[FileGame | BadGame]] | None = None

    @property
    def title(self) -> str:
        """For people."""
        return self.name.upper()


def _stored(write: Callable[[FileGame], str]) -> Callable[[p.Export], bytes]:
    return lambda export: write(of_export(export)).encode()


FORMATS = {
    form.name: form
    for form in (
        FileFormat(
            *("ggf", ggf.GAMES, "text/x-ggf; charset=utf-8"),
            write=_stored(ggf.write),
            read=ggf.read,
        ),
        FileFormat(
            *("pdn", pdn.GAMES, "text/x-pdn; charset=utf-8"),
            write=_stored(pdn.write),
            read=pdn.read,
        ),
        FileFormat(
            *("pgn", pgn.GAMES, "text/x-pgn; charset=utf-8"),
            write=_stored(pgn.write),
            read=pgn.read,
        ),
        FileFormat("sgf", GAMES_WITH_SGF, "application/x-go-sgf", as_sgf),
        FileFormat(
            *("txt", transcript.GAMES, "text/plain; charset=utf-8"),
            write=_stored(transcript.write),
            read=transcript.read,
        ),
    )
}
"""By name."""


def usual_game() -> str:
    """The game that a position is of, unless something says another."""
    return default_game("uci")


def formats_of(game: str) -> list[FileFormat]:
    """The formats in which games of this kind can be written."""
    return [form for form in FORMATS.values() if game in form.games]


_HEAD = 4096
_SIGNS = (
    ("ggf", ggf.SIGN),
    ("sgf", re.compile(r"\(\s{0,9};")),
    (
        "pdn",
        re.compile(r'\[ ?GameType "|^[ \t]*(?:1 ?\.+ ?)?[0-9]{1,2} ?[-x] ?[0-9]{1,2}\b', re.M),
    ),
    ("pgn", re.compile(r'\[ ?\w{1,40} ?"|^[ \t]*1[ \t]*\.', re.M)),
    ("txt", re.compile(r"^[ \t]*(?:[a-hA-H][1-8]){2,}", re.M)),
)


def format_of(source: Source, suffix: str = "") -> FileFormat | None:
    """The format of a file: by the suffix of its name if that is one of a format, else by how its
    text begins; None if it looks like none."""
    name = suffix.lower().lstrip(".")
    if name in FORMATS:
        return FORMATS[name]
    head = next(source.blocks(), "")[:_HEAD]
    found = next((name for name, sign in _SIGNS if sign.search(head)), None)
    return FORMATS[found] if found else None
