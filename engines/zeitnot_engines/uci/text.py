"""Parsing and formatting of the Universal Chess Interface for our own engine. Pure.

Positions and moves are in the notation of the game. A GUI that sets the option `UCI_Variant` may
use another notation of moves, which the game's notation converts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..interfaces import LineLike, ReportLike
from .go import MAX_MS, MAX_NODES, Go, UciError, quoted, whole_number

HUNDREDTHS = {"discs": 100.0, "men": 100.0, "points": 100.0, "centipawns": 1.0}
_MATES = ("centipawns", "men", "points")  # units of games in which a forced end is a forced win
_MINIMUM = {
    **{name: 0 for name in ("wtime", "btime", "winc", "binc", "movetime")},
    **{name: 1 for name in ("depth", "nodes", "mate", "movestogo")},
}


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
                raise UciError(f"searchmoves: {quoted(remaining)} is not a legal move here")
        else:
            unknown.append(f'"{word}"')
    return Go(
        time=(numbers.get("wtime"), numbers.get("btime")),
        increment=(numbers.get("winc", 0), numbers.get("binc", 0)),
        moves_to_go=numbers.get("movestogo"),
        move_time=numbers.get("movetime"),
        depth=numbers.get("depth"),
        nodes=numbers.get("nodes"),
        mate=numbers.get("mate"),
        search_moves=tuple(moves),
        infinite="infinite" in flags,
        ponder="ponder" in flags,
        unknown=", ".join(unknown),
    )


def _number(name: str, text: str) -> int:
    return whole_number(name, text, _MINIMUM[name], MAX_NODES if name == "nodes" else MAX_MS)


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


def read_option(words: Sequence[str]) -> tuple[str, str]:
    """Parses `name N value V`: the name in lower case, and the value. Raises UciError."""
    if words[:1] != ["name"] or len(words) < 2:
        raise UciError(
            "setoption takes name and an option, optionally followed by value and a value"
        )
    at = list(words).index("value") if "value" in words else len(words)
    return " ".join(words[1:at]).lower(), " ".join(words[at + 1 :])


def infos(
    report: ReportLike, filled: int, write: Callable[[Sequence[str]], Sequence[str]] = list
) -> list[str]:
    """An `info` for each line of a report. `filled`: the used part of the table, in thousandths;
    `write`: the form of moves."""
    milliseconds = int(1000 * report.seconds)
    seldepth = f" seldepth {report.seldepth}" if report.seldepth else ""
    fields = [
        f"info depth {report.depth}{seldepth} multipv {i} score {score(line, report.unit)} "
        f"nodes {report.nodes} nps {int(report.nps)} hashfull {filled} time {milliseconds} "
        f"pv {' '.join(write(line.pv))}"
        for i, line in enumerate(report.lines, 1)
    ]
    return fields if report.depth > 0 else []


def mate_in(line: LineLike, unit: str) -> int | None:
    """In how many moves the line wins by force, or, negative, is lost; None: it is not decided."""
    if unit not in _MATES or line.distance is None or line.value == 0:
        return None
    moves = (line.distance + 1) // 2
    return moves if line.value > 0 else -moves


def score(line: LineLike, unit: str) -> str:
    """`cp` in hundredths of the game's unit, or `mate` in moves, negative if the mover is mated."""
    mate = mate_in(line, unit)
    return f"cp {hundredths(line.value, unit)}" if mate is None else f"mate {mate}"


def hundredths(value: float, unit: str) -> int:
    """A value in hundredths of the game's unit."""
    return round(value * HUNDREDTHS.get(unit, 100.0))
