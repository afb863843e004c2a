"""A book as a file: JSON lines, one entry per line, after a header line.

{"format":"zeitnot-book-1","game_type":"othello"}
{"settings_key":"0000000000000000","key":"68b4…","position":"…","move":"f5","weight":3.2,…}
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

import zeitnot_protocol as p

from .entry import MAX_AMOUNT, MAX_COUNT, BookPosition, Entry, hexed
from .lines import BookLine

FORMAT = "zeitnot-book-1"
HexKey = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
Count = Annotated[int, Meta(ge=0, le=MAX_COUNT)]
Amount = Annotated[float, Meta(ge=0, le=MAX_AMOUNT)]
T = TypeVar("T")


class BadBook(ValueError):
    """The file is not a book; the message names the line, if there is any."""


class Head(Struct, kw_only=True):
    """The first line of a book file."""

    format: str
    game_type: str


class Record(Struct, kw_only=True):
    """Every other line of a book file."""

    settings_key: HexKey
    key: HexKey
    position: str
    move: p.MoveText
    weight: Amount = 0.0
    wins: Count = 0
    draws: Count = 0
    losses: Count = 0
    score_sum: Amount = 0.0
    last_played: Count | None = None
    source: str = "games"


def write(game_type: str, lines: Iterable[BookLine]) -> Iterator[str]:
    """The lines of a book's file, without line ends."""
    yield p.encode(Head(format=FORMAT, game_type=game_type))
    for line in lines:
        entry = {name: getattr(line.entry, name) for name in Entry.__dataclass_fields__}
        record = Record(
            settings_key=hexed(line.book_position.settings_key),
            key=hexed(line.book_position.key),
            position=line.position,
            **entry,
        )
        yield p.encode(record)


def read(lines: Iterable[tuple[int, str]]) -> tuple[str, list[BookLine]]:
    """The game and all lines of a file; each comes with its number. Raises BadBook."""
    numbered_lines = ((number, line) for number, line in lines if line.strip())
    number, first = next(numbered_lines, (0, ""))
    if not first:
        raise BadBook("the file is empty")
    head = _decode(number, first, Head)
    if head.format != FORMAT:
        raise BadBook(f"line {number}: the format is {head.format!r}, not {FORMAT!r}")
    return head.game_type, [_line(head.game_type, number, line) for number, line in numbered_lines]


def _line(game_type: str, number: int, line: str) -> BookLine:
    record = _decode(number, line, Record)
    if record.score_sum > record.wins + record.draws + record.losses:
        raise BadBook(f"line {number}: score_sum is more than the number of games")
    entry = Entry(**{name: getattr(record, name) for name in Entry.__dataclass_fields__})
    book_position = BookPosition(game_type, int(record.settings_key, 16), int(record.key, 16))
    return BookLine(book_position, record.position, entry)


def _decode(number: int, line: str, kind: type[T]) -> T:
    try:
        return p.Decoder[T](kind).decode(line)
    except msgspec.DecodeError as bad:
        raise BadBook(f"line {number}: {bad}") from None
    except RecursionError:
        raise BadBook(f"line {number}: it is nested too deeply") from None
