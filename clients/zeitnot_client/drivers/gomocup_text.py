"""The text of the Gomocup AI protocol: commands, points, and a brain's description of itself.

A point is `X,Y`: columns from the left, rows from the top, both from 0. Our moves have a letter for
the column, and count rows from the bottom, from 1.
"""

import re
from dataclasses import dataclass

END_OF_LINE = "\r"  # before the line feed, as managers send it, because some brains require it
NO_LIMIT_MS = 2**31 - 1  # the protocol's value for a match without a limit
RULES = {0: "freestyle", 1: "standard", 4: "renju"}
"""The values of `rule` that we support. Other bits mean continuous games (2) and caro (8)."""
OWN, OPPONENT = 1, 2
"""The owner of a stone, in the lines of `BOARD`."""
Point = tuple[int, int]

_POINT = re.compile(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*", re.ASCII)
_STONE = re.compile(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*,\s*([0-9])\s*", re.ASCII)
_INTEGER = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_MOVE = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)
_ABOUT = re.compile(r"""(\w+)\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s,;]+))""")
_FIRST_COLUMN = ord("a")


@dataclass(frozen=True, slots=True)
class Command:
    """A command in upper case, and the rest of its line."""

    verb: str
    rest: str


def read_command(line: str) -> Command | None:
    """The command of a line; None if the line is empty."""
    words = line.strip().split(None, 1)
    if not words:
        return None
    return Command(words[0].upper(), words[1] if len(words) > 1 else "")


def read_point(text: str) -> Point:
    """Parses `X,Y`. Raises ValueError."""
    match = _POINT.fullmatch(text)
    if match is None:
        raise ValueError(f'"{shown(text)}" is not a point X,Y')
    return int(match[1]), int(match[2])


def read_stone(text: str) -> tuple[Point, int]:
    """Parses a line of a board, `X,Y,FIELD`: the point and the stone's owner. Raises ValueError."""
    match = _STONE.fullmatch(text)
    if match is None:
        raise ValueError(f'"{shown(text)}" is not a stone X,Y,FIELD')
    return (int(match[1]), int(match[2])), int(match[3])


def read_integer(text: str) -> int:
    """Parses a whole number. Raises ValueError."""
    if not _INTEGER.fullmatch(text.strip()):
        raise ValueError(f'"{shown(text)}" is not a whole number')
    return int(text)


def write_point(point: Point) -> str:
    """Formats a point as `X,Y`."""
    return f"{point[0]},{point[1]}"


def to_move(point: Point, size: int) -> str:
    """The point as our move, such as `h8`. Raises ValueError if it is not on the board."""
    x, y = point
    if not (0 <= x < size and 0 <= y < size):
        raise ValueError(f"{write_point(point)} is not on the board")
    return f"{chr(_FIRST_COLUMN + x)}{size - y}"


def from_move(move: str, size: int) -> Point:
    """Our move as a point. Raises ValueError."""
    match = _MOVE.fullmatch(move)
    if match is None:
        raise ValueError(f"{move} is not a move")
    x, y = ord(match[1]) - _FIRST_COLUMN, size - int(match[2])
    if x >= size or y < 0:
        raise ValueError(f"{move} is not on the board")
    return x, y


def shown(text: str) -> str:
    """The text in a form that can be quoted in an answer: one short line of printable
    characters."""
    return "".join(sign if sign.isprintable() else "?" for sign in text.strip())[:60]


# ── a brain's description of itself ────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class About:
    """The answer to `ABOUT`; fields that are not known are empty."""

    name: str = ""
    version: str = ""
    author: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.version}".strip() or "a nameless brain"


def read_about(line: str) -> About | None:
    """Parses `name="…", version="…"` with any spacing, order and quotes; None without a name."""
    fields = {
        key.lower(): (double or single or bare).strip()
        for key, double, single, bare in _ABOUT.findall(line)
    }
    if not fields.get("name"):
        return None
    known = {key: shown(fields.get(key, "")) for key in About.__dataclass_fields__}
    return About(**known)


def write_about(about: About) -> str:
    """The answer to `ABOUT`."""
    return f'name="{about.name}", version="{about.version}", author="{about.author}"'
