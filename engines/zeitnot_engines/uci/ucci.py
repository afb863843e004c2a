"""UCCI 3.0, the Universal Chinese Chess Protocol (www.xqbase.com, 2007).

It differs from UCI: options have neither `name` nor `value`, the times of a `go` are the mover's
and the opponent's, in seconds unless the option `usemillisec` is set, `banmoves` forbids moves, and
`quit` is answered. Ranks are counted from 0, as on the wire.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from ..games import Game
from ..interfaces import ReportLike
from . import options as o
from .dialect import WriteLine
from .go import MAX_MS, MAX_NODES, Go, UciError, whole_number
from .options import Option, Values
from .text import hundredths
from .uci import identity

MILLISECONDS = o.Check(name="usemillisec")
_NUMBERS = (
    *("depth", "nodes", "time", "movestogo", "increment"),
    *("opptime", "oppmovestogo", "oppincrement"),
)
_TIMES = ("time", "increment", "opptime", "oppincrement")
_FLAGS = ("infinite", "ponder", "draw")


class Ucci:
    """UCCI's side of the dialogue."""

    commands: Mapping[str, str] = MappingProxyType(
        {
            "ucci": "introduce",
            "isready": "is_ready",
            "setoption": "set_option",
            "position": "set_position",
            "banmoves": "ban_moves",
            "go": "go",
            "stop": "stop",
            "ponderhit": "ponder_hit",
            "quit": "ignore",
        }
    )
    option_names: Mapping[str, str] = MappingProxyType(
        {
            o.HASH.name: "hashsize",
            o.OVERHEAD.name: "moveoverhead",
            o.SKILL.name: "skilllevel",
        }
    )
    idle_stop: tuple[str, ...] = ("nobestmove",)
    farewell: tuple[str, ...] = ("bye",)

    def options(self, game: Game, games: tuple[str, ...]) -> tuple[Option, ...]:
        """All options. 0 leaves the size of the table and the threads to the engine."""
        automatic = (replace(option, default=0, minimum=0) for option in (o.HASH, o.THREADS))
        return (MILLISECONDS, o.BATCH, o.PONDER, *automatic, o.OVERHEAD, o.SKILL, o.NEW_GAME)

    def introduction(self, options: Sequence[Option]) -> list[str]:
        """The answer to `ucci`."""
        return [*identity(), *map(self._option_line, options), "ucciok"]

    def _option_line(self, option: Option) -> str:
        name = self.option_names.get(option.name, option.name.lower())
        match option:
            case o.Spin(default=default, minimum=minimum, maximum=maximum):
                limits = f"min {minimum} max {maximum}"
                return f"option {name} type spin {limits} default {default}"
            case o.Check(default=checked):
                return f"option {name} type check default {str(checked).lower()}"
            case _:
                return f"option {name} type button"

    def read_option(self, words: Sequence[str]) -> tuple[str, str]:
        """Parses an option and its value, if it has one. Raises UciError."""
        if not words:
            raise UciError("setoption takes an option, optionally followed by a value")
        return words[0].lower(), " ".join(words[1:])

    def read_go(self, words: Sequence[str], legal: Sequence[str], turn: int, values: Values) -> Go:
        """Parses a `go`. Raises UciError."""
        unit_ms = 1 if values.is_set(MILLISECONDS) else 1000
        numbers: dict[str, int] = {}
        flags: set[str] = set()
        unknown: list[str] = []
        remaining = list(words)
        while remaining:
            word = remaining.pop(0)
            if word in _NUMBERS:
                value = _number(word, remaining.pop(0) if remaining else "")
                numbers[word] = min(value * unit_ms, MAX_MS) if word in _TIMES else value
            elif word in _FLAGS:
                flags.add(word)
            else:
                unknown.append(f'"{word}"')
        own = (numbers.get("time"), numbers.get("increment", 0))
        opponent = (numbers.get("opptime"), numbers.get("oppincrement", 0))
        first, second = (own, opponent) if turn == 0 else (opponent, own)
        return Go(
            time=(first[0], second[0]),
            increment=(first[1], second[1]),
            moves_to_go=numbers.get("movestogo"),
            depth=numbers.get("depth"),
            nodes=numbers.get("nodes"),
            infinite="infinite" in flags,
            ponder="ponder" in flags,
            draw="draw" in flags,
            unknown=", ".join(unknown),
        )

    def message(self, text: str) -> str:
        """An `info message`."""
        return f"info message {text}"

    def infos(self, report: ReportLike, filled: int, write: WriteLine) -> list[str]:
        """The best line, then the time and the nodes."""
        line = [
            f"info depth {report.depth} score {hundredths(report.value, report.unit)} "
            f"pv {' '.join(write(report.pv))}"
        ]
        effort = f"info time {int(1000 * report.seconds)} nodes {report.nodes}"
        return [*(line if report.depth > 0 else []), effort]

    def evaluation(self, value: float) -> str:
        """An `info` with a static value."""
        return f"info depth 0 score {round(value)}"

    def best(self, move: str | None, expected: str | None, *, draws: bool) -> str:
        """The `bestmove`, or `nobestmove`."""
        if move is None:
            return "nobestmove"
        ponder = f" ponder {expected}" if expected else ""
        return f"bestmove {move}{ponder}{' draw' if draws else ''}"


def _number(name: str, text: str) -> int:
    minimum = 1 if name in ("nodes", "movestogo", "oppmovestogo") else 0
    return whole_number(name, text, minimum, MAX_NODES if name == "nodes" else MAX_MS)


UCCI = Ucci()
