"""Lines of the NBoard protocol, version 2 (C. Welty, github.com/weltyc/ntest, Protocol.htm); pure.

Moves are `F5` or `PA` as in GGF; values are in discs for the side to move; times are in seconds.
"""

import re
from dataclasses import dataclass

from ..formats import ggf
from ..formats.record import BadGame, FileGame, after
from ..formats.source import Source
from ..games import History, load
from ..interfaces import LineLike

MAX_DEPTH = 60
SOLVED = "100%"
"""The depth of a value that is exact."""
_MOVE = re.compile(ggf.MOVE + r"(?:/[^/]*(?:/([0-9]{1,6}(?:\.[0-9]*)?))?)?")
_TIMED_MOVE = re.compile(r"([BW])\s*\[\s*([^\]]*)\]")
_CLOCK = re.compile(r"(?:([0-9]{1,3}):)?([0-9]{1,4}):([0-9]{1,2})|([0-9]{1,5})")


class BadLine(ValueError):
    """A command that cannot be carried out; the message is for people."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move with the time that it took (ms)."""

    move: str
    ms: float


@dataclass(frozen=True, slots=True)
class SetGame:
    """A game as `set game` gives it. `states`: every position from the start; `left_ms`: of the
    clock of black and of white, None without one."""

    states: tuple[History, ...]
    left_ms: tuple[float | None, float | None]


def read_game(text: str) -> SetGame:
    """Reads the GGF of a game on the board of 8 by 8. Raises BadLine."""
    found = next(ggf.read(Source.of_bytes(text.encode(), "set game")), None)
    if not isinstance(found, FileGame):
        raise BadLine(str(found) if isinstance(found, BadGame) else "there is no game")
    states = [found.start()]
    for node in found.main_line():
        states.append(after(states[-1], node))
    base_ms = _clock_ms(found.facts.get("TimeControl", ""))
    if base_ms is None:
        return SetGame(tuple(states), (None, None))
    spent = {"B": 0.0, "W": 0.0}
    for colour, move in _TIMED_MOVE.findall(text):
        if (played := _MOVE.fullmatch(move.strip())) and played[2]:
            spent[colour] += 1000 * float(played[2])
    return SetGame(tuple(states), (max(0, base_ms - spent["B"]), max(0, base_ms - spent["W"])))


def _clock_ms(control: str) -> float | None:
    """The main time of `TI[15:00//02:00]`; None: there is none, or it is written otherwise."""
    found = _CLOCK.fullmatch(control.split("/")[0].strip())
    if found is None:
        return None
    hours, minutes, seconds, all_minutes = (int(part or 0) for part in found.groups())
    return 1000 * (3600 * hours + 60 * (minutes + all_minutes) + seconds) or None


def start() -> SetGame:
    """The game before the first `set game`."""
    return SetGame((load(ggf.GAME).start(),), (None, None))


def read_move(text: str) -> Played:
    """Reads `F5/eval/time`, of which only the move must be there. Raises BadLine."""
    found = _MOVE.fullmatch(text.strip())
    if found is None:
        raise BadLine(f"{text[:20]!r} is not a move as F5/eval/time")
    return Played(ggf.wire_move(found[1]), 1000 * float(found[2] or 0))


def read_number(text: str, least: int, most: int) -> int:
    """A whole number; above `most` it is `most`. Raises BadLine."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 12) or int(text) < least:
        raise BadLine(f"{text[:20]!r} is not a number from {least}")
    return min(int(text), most)


def search_line(line: LineLike, depth: str) -> str:
    """The value of one of the moves."""
    pv = "".join(map(ggf.move_text, line.pv))
    return f"search {pv} {line.value:.2f} 0 {depth}"


def answer(move: str, value: float | None, seconds: float) -> str:
    """The answer to `go`; `value`: None for a forced move."""
    shown = "" if value is None else f"{value:.2f}"
    return f"=== {ggf.move_text(move)}/{shown}/{seconds:.2f}"
