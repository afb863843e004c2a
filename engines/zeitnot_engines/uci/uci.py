"""The Universal Chess Interface (Stefan Meyer-Kahlen, 2000)."""

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from types import MappingProxyType

from ..games import Game
from ..interfaces import ReportLike
from ..levels import elos_of
from ..notations import notation_of
from . import options as o
from . import text
from .dialect import WriteLine
from .go import Go
from .options import Option, Values

AUTHOR = "the Zeitnot authors"


def identity() -> list[str]:
    """The lines with the engine's name and authors."""
    return [f"id name Zeitnot {version('zeitnot')}", f"id author {AUTHOR}"]


class Uci:
    """UCI's side of the dialogue."""

    commands: Mapping[str, str] = MappingProxyType(
        {
            "uci": "introduce",
            "isready": "is_ready",
            "setoption": "set_option",
            "ucinewgame": "new_game",
            "position": "set_position",
            "go": "go",
            "stop": "stop",
            "ponderhit": "ponder_hit",
            **dict.fromkeys(("quit", "debug", "register"), "ignore"),
        }
    )
    option_names: Mapping[str, str] = MappingProxyType({})
    idle_stop: tuple[str, ...] = ()
    farewell: tuple[str, ...] = ()

    def options(self, game: Game, games: tuple[str, ...]) -> tuple[Option, ...]:
        """All options; those of a rating only for a game whose levels are rated, that of another
        form of moves only for a game that has one."""
        elos, form = elos_of(game.name), notation_of(game.name).uci_form
        return (
            *(o.HASH, o.THREADS, o.MULTI_PV, o.OVERHEAD, o.PONDER, o.CLEAR_HASH, o.SKILL),
            *((o.LIMIT, o.elo_option(elos)) if elos else ()),
            *((o.Check(name=form.option),) if form else ()),
            o.variant_option(game.name, games),
        )

    def introduction(self, options: Sequence[Option]) -> list[str]:
        """The answer to `uci`."""
        return [*identity(), *map(option_line, options), "uciok"]

    def read_option(self, words: Sequence[str]) -> tuple[str, str]:
        """Parses `name N value V`. Raises UciError."""
        return text.read_option(words)

    def read_go(self, words: Sequence[str], legal: Sequence[str], turn: int, values: Values) -> Go:
        """Parses a `go`. Raises UciError."""
        return text.read_go(words, legal)

    def message(self, text: str) -> str:
        """An `info string`."""
        return f"info string {text}"

    def infos(self, report: ReportLike, filled: int, write: WriteLine) -> list[str]:
        """An `info` for each line of the report."""
        return text.infos(report, filled, write)

    def evaluation(self, value: float) -> str:
        """An `info` with a static value."""
        return f"info depth 0 score cp {round(value)}"

    def best(self, move: str | None, expected: str | None, *, draws: bool) -> str:
        """The `bestmove`."""
        ponder = f" ponder {expected}" if expected else ""
        return f"bestmove {move or '(none)'}{ponder}"


def option_line(option: Option) -> str:
    """The line that offers an option."""
    match option:
        case o.Spin(name=name, default=default, minimum=minimum, maximum=maximum):
            return f"option name {name} type spin default {default} min {minimum} max {maximum}"
        case o.Check(name=name, default=checked):
            return f"option name {name} type check default {str(checked).lower()}"
        case o.Button(name=name):
            return f"option name {name} type button"
        case o.Combo(name=name, default=chosen, choices=choices):
            words = " ".join(f"var {choice}" for choice in choices)
            return f"option name {name} type combo default {chosen} {words}"


UCI = Uci()
