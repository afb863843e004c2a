"""The formats of games: which there are, for which games, and which one a file is in."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

import zeitnot_protocol as p

from ..games import MANIFESTS, Value
from ..notations import default_game, notation_of
from . import ggf, mat, own, pdn, pgn, sgf, transcript
from .record import BadGame, FileGame
from .source import Source
from .stored import of_export


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A format. `name`: also the suffix of its files. `write` and `text` raise ValueError for games
    other than `games`, and for a game that the format cannot express; `text` is None for Zeitnot's
    own records. `read` yields the games of a file, and a BadGame in place of each that cannot be
    read; a file without games yields one BadGame."""

    name: str
    games: tuple[str, ...]
    content_type: str
    write: Callable[[p.Export], bytes]
    read: Callable[[Source], Iterator[FileGame | BadGame]]
    text: Callable[[FileGame], str] | None = None

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
            text=ggf.write,
        ),
        FileFormat(
            *("mat", mat.GAMES, "text/plain; charset=utf-8"),
            write=_stored(mat.write),
            read=mat.read,
            text=mat.write,
        ),
        FileFormat(
            *("pdn", pdn.GAMES, "text/x-pdn; charset=utf-8"),
            write=_stored(pdn.write),
            read=pdn.read,
            text=pdn.write,
        ),
        FileFormat(
            *("pgn", pgn.GAMES, "text/x-pgn; charset=utf-8"),
            write=_stored(pgn.write),
            read=pgn.read,
            text=pgn.write,
        ),
        FileFormat(
            *("sgf", sgf.GAMES, "application/x-go-sgf"),
            write=_stored(sgf.write),
            read=sgf.read,
            text=sgf.write,
        ),
        FileFormat(
            *("txt", transcript.GAMES, "text/plain; charset=utf-8"),
            write=_stored(transcript.write),
            read=transcript.read,
            text=transcript.write,
        ),
    )
}
"""The formats of other programs, by name."""

OWN = FileFormat(
    *("json", tuple(MANIFESTS), "application/json"),
    write=lambda export: p.encode(export).encode(),
    read=own.read,
)


SUFFIXES = tuple(f".{name}" for name in FORMATS if name != "txt")
"""The suffixes that are used only for files of games."""


def usual_game() -> str:
    """The game of a position for which none is named."""
    return default_game("uci")


def settings_of_position(game: str, text: str) -> Mapping[str, Value]:
    """The settings that a position of another program is meant for, where they are not given."""
    return notation_of(game).settings_of(text)


def position_in(text: str, games: Iterable[str]) -> tuple[str, str] | None:
    """The position that a text of several lines marks as one of these games, with its game."""
    found = ((game, notation_of(game).find_position(text)) for game in games)
    return next(((game, position) for game, position in found if position is not None), None)


def formats_of(game: str) -> list[FileFormat]:
    """The formats in which games of this kind can be written."""
    return [form for form in FORMATS.values() if game in form.games]


_HEAD = 4096  # characters in which a sign is searched
_SIGNS = (
    ("json", re.compile(r'\A\s{0,99}\{\s{0,99}"')),
    ("ggf", ggf.SIGN),
    ("mat", mat.SIGN),
    ("sgf", re.compile(r"\(\s{0,9};")),
    (
        "pdn",
        re.compile(
            r'\[ ?GameType "|^[ \t]*(?:1 ?\.+ ?)?[1-9][0-9]? ?[-x] ?[1-9][0-9]?\b', re.MULTILINE
        ),
    ),
    ("pgn", re.compile(r'\[ ?\w{1,40} ?"|^[ \t]*1[ \t]*\.', re.MULTILINE)),
    ("txt", re.compile(r"^[ \t]*(?:[a-hA-H][1-8][ \t]?){2,}", re.MULTILINE)),
)


def format_of(source: Source, suffix: str = "", game: str | None = None) -> FileFormat | None:
    """The format of a file: by the suffix of its name, unless that is `.txt`; otherwise by how the
    file begins, or a format of its game, if that is known. None if no format is recognised."""
    name = suffix.lower().lstrip(".")
    if name in ("json", "jsonl", "ndjson"):
        return OWN
    if name in FORMATS and name != "txt":
        return FORMATS[name]
    head = next(source.blocks(), "")[:_HEAD]
    found = [FORMATS.get(name, OWN) for name, sign in _SIGNS if sign.search(head)]
    if game is not None:
        found = [form for form in found if game in form.games] + formats_of(game)[-1:]
    return found[0] if found else FORMATS.get(name)
