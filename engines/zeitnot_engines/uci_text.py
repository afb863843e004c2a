"""Parsing and formatting of the Universal Chess Interface for our own engine. Pure.

Positions and moves are in the notation of the game. A GUI that sets the option `UCI_Variant` may
use another notation of moves, which the game's notation converts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from zeitnot_protocol import Control

from .interfaces import LineLike, ReportLike
from .timing import Budget, budget

MAX_MS = 10**9
HUNDREDTHS = {"discs": 100.0, "men": 100.0, "points": 100.0, "centipawns": 1.0}
_MATES = ("centipawns", "men", "points")  # units of games in which a forced end is a forced win
_MINIMUM = {
    **{name: 0 for name in ("wtime", "btime", "winc", "binc", "movetime")},
    **{name: 1 for name in ("depth", "nodes", "mate", "movestogo")},
}


class UciError(ValueError):
    """The input is invalid; the message says why."""


@dataclass(frozen=True, slots=True)
class Go:
    """The limits of a search. Times are in milliseconds; pairs are by seat."""

    time: tuple[int | None, int | None] = (None, None)
    increment: tuple[int, int] = (0, 0)
    moves_to_go: int | None = None
    move_time: int | None = None
    depth: int | None = None
    nodes: int | None = None
    search_moves: tuple[str, ...] = ()
    infinite: bool = False
    ponder: bool = False
    unknown: str = ""  # words that were skipped

    def budget(self, seat: int, ply: int, overhead_ms: int) -> Budget | None:
        """How long to think from now on; None: until `stop`, or by depth and nodes."""
        if self.move_time is not None:
            ms = max(1, self.move_time - overhead_ms)
            return Budget(ms, ms)
        left_ms = self.time[seat]
        if self.infinite or left_ms is None:
            return None
        control = Control(kind="fischer", base_ms=left_ms, increment_ms=self.increment[seat])
        go = self.moves_to_go
        computed = budget(left_ms, control, ply, moves_to_go=go, overhead_ms=overhead_ms)
        safe = max(1, left_ms - overhead_ms)  # below MIN_MS when the clock is almost down
        return Budget(min(computed.soft_ms, safe), min(computed.hard_ms, safe))

    @property
    def endless(self) -> bool:
        """Whether only `stop` ends it."""
        limits = (self.move_time, self.depth, self.nodes, *self.time)
        return self.infinite or all(limit is None for limit in limits)


def read_go(words: Sequence[str], legal: Sequence[str]) -> Go:
    """Parses a `go`. `legal`: the moves that may be searched. Raises UciError."""
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    moves: list[str] = []
    unknown: list[str] = []
    remaining = list(words)
    while remaining:
        word = remaining.pop(0)
        if word in _MINIMUM:
            numbers[word] = _number(word, remaining.pop(0) if remaining else "")
        elif word in ("infinite", "ponder"):
            flags.add(word)
        elif word == "searchmoves":
            while remaining and remaining[0] in legal:
                moves.append(remaining.pop(0))
            if not moves:
                raise UciError(f"searchmoves: {_quoted(remaining)} is not a legal move here")
        else:
            unknown.append(f'"{word}"')
    mate = numbers.get("mate")
    depth = numbers.get("depth")
    if mate is not None:  # moves of the engine, plus the replies
        depth = min(2 * mate, depth or 2 * mate)
    return Go(
        time=(numbers.get("wtime"), numbers.get("btime")),
        increment=(numbers.get("winc", 0), numbers.get("binc", 0)),
        moves_to_go=numbers.get("movestogo"),
        move_time=numbers.get("movetime"),
        depth=depth,
        nodes=numbers.get("nodes"),
        search_moves=tuple(moves),
        infinite="infinite" in flags,
        ponder="ponder" in flags,
        unknown=", ".join(unknown),
    )


def _number(name: str, text: str) -> int:
    """The number, raised to its minimum because some GUIs send negative clocks. Raises
    UciError."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 19):
        raise UciError(f'{name} takes a whole number, not "{text}"')
    return min(max(int(text), _MINIMUM[name]), 10**18 if name == "nodes" else MAX_MS)


def _quoted(words: Sequence[str]) -> str:
    return f'"{words[0]}"' if words else "nothing"


@dataclass(frozen=True, slots=True)
class PositionCommand:
    """A `position` command: a text in the game's notation (None: the start), and moves."""

    text: str | None
    moves: tuple[str, ...]


def read_position(words: Sequence[str]) -> PositionCommand:
    """Parses `startpos` or `fen …`, optionally followed by `moves …`. Raises UciError."""
    at = list(words).index("moves") if "moves" in words else len(words)
    position, moves = words[:at], tuple(words[at + 1 :])
    if list(position) == ["startpos"]:
        return PositionCommand(None, moves)
    if position[:1] == ["fen"] and len(position) > 1:
        counters = (
            ("0", "1") if len(position) == 5 and "/" in position[1] else ()
        )  # EPD leaves them out
        return PositionCommand(" ".join((*position[1:], *counters)), moves)
    raise UciError("position takes startpos, or fen and a position, optionally followed by moves")


def without_clock(text: str) -> str:
    """The position as if its last move had been irreversible: sets the fifth of FEN's six fields,
    the plies since such a move, to 0. Texts of other games have no such count and do not change."""
    fields = text.split(" ")
    if len(fields) == 6 and fields[4].isdecimal():
        fields[4] = "0"
    return " ".join(fields)


def read_option(words: Sequence[str]) -> tuple[str, str]:
    """Parses `name N value V`: the name in lower case, and the value. Raises UciError."""
    if words[:1] != ["name"] or len(words) < 2:
        raise UciError(
            "setoption takes name and an option, optionally followed by value and a value"
        )
    at = list(words).index("value") if "value" in words else len(words)
    return " ".join(words[1:at]).lower(), " ".join(words[at + 1 :])


def infos(report: ReportLike, lines: Sequence[LineLike], filled: int) -> list[str]:
    """An `info` for each line of a report. `filled`: the used part of the table, in thousandths."""
    milliseconds = int(1000 * report.seconds)
    seldepth = f" seldepth {report.seldepth}" if report.seldepth else ""
    fields = [
        f"info depth {report.depth}{seldepth} multipv {i} score {score(line, report.unit)} "
        f"nodes {report.nodes} nps {int(report.nps)} hashfull {filled} time {milliseconds} "
        f"pv {' '.join(line.pv)}"
        for i, line in enumerate(lines, 1)
    ]
    return fields if report.depth > 0 else []


def score(line: LineLike, unit: str) -> str:
    """`cp` in hundredths of the game's unit, or `mate` in moves, negative if the mover is mated."""
    if unit in _MATES and line.distance is not None and line.value != 0:
        moves = (line.distance + 1) // 2
        return f"mate {moves if line.value > 0 else -moves}"
    return f"cp {round(line.value * HUNDREDTHS.get(unit, 100.0))}"
