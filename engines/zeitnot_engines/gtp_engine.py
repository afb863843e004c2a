"""Our engine behind the Go Text Protocol, version 2 (Farnebäck, 2002), which engines of other games
use, too: the answer to a command is `=` or `?`, the command's number if any, a text, and an empty
line.

Colours take turns except for forced passes, which the other side may send or leave out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

from zeitnot_protocol import Control

from .engine import Engine, search
from .games import Game, History, load
from .notations import default_game
from .timing import budget

GAME = default_game("gtp")
SIZE = "size"  # the setting that `boardsize` sets
PASS = "pass"
COLOURS = {"black": 0, "b": 0, "white": 1, "w": 1}
SUDDEN_DEATH = Control(kind="sudden_death", base_ms=0)
HASH_MB = 16


class BadCommand(ValueError):
    """A command that cannot be carried out; the message is the answer after `?`."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time left for `stones` moves, or for all moves if 0; None: no limit."""

    left_ms: int | None = None
    stones: int = 0


class GtpEngine:
    """A game of Black and White, Black first. `answer` never raises."""

    def __init__(self, game: str = GAME) -> None:
        self._states = [load(game).start()]
        self._engine = Engine(self._game, hash_mb=HASH_MB)
        self._clocks = [Clock(), Clock()]
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Zeitnot",
            "version": lambda _: version("zeitnot"),
            "known_command": lambda arguments: str(arguments[0] in self._commands).lower(),
            "list_commands": lambda _: "\n".join(self._commands),
            "quit": lambda _: "",
            "boardsize": self._board_size,
            "clear_board": self._clear_board,
            "komi": lambda arguments: str(float(arguments[0]))[:0],  # means nothing here
            "play": self._play,
            "genmove": self._genmove,
            "undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "showboard": lambda _: f"\n{self._state.text}",
        }

    def answer(self, line: str) -> tuple[str, bool]:
        """The answer to one line, with its empty line; and whether more lines may follow."""
        tokens = line.partition("#")[0].split()
        number = tokens.pop(0) if tokens and tokens[0].isdecimal() else ""
        if not tokens:
            return "", True
        sign, text = "=", ""
        try:
            if tokens[0] not in self._commands:
                raise BadCommand("unknown command")
            text = self._commands[tokens[0]](tokens[1:])
        except BadCommand as bad:
            sign, text = "?", str(bad)
        except (ValueError, IndexError):
            sign, text = "?", "syntax error"
        return f"{sign}{number} {text}".rstrip() + "\n\n", tokens[0] != "quit"

    # ── the commands ───────────────────────────────────────────────────────────────────────────

    @property
    def _state(self) -> History:
        return self._states[-1]

    @property
    def _game(self) -> Game:
        return self._state.game

    def _board_size(self, arguments: list[str]) -> str:
        try:
            self._states = [load(self._game.name, {SIZE: int(arguments[0])}).start()]
        except ValueError:
            raise BadCommand("unacceptable size") from None
        self._engine = Engine(self._game, hash_mb=HASH_MB)
        return ""

    def _clear_board(self, _: list[str]) -> str:
        self._states = [self._game.start()]
        self._engine.clear()
        return ""

    def _play(self, arguments: list[str]) -> str:
        seat, move = _seat(arguments[0]), arguments[1].lower()
        before = self._turn_of(seat, move)
        if move not in before.legal():
            raise BadCommand("illegal move")
        self._states.append(before.play(move))
        return ""

    def _genmove(self, arguments: list[str]) -> str:
        seat = _seat(arguments[0])
        if self._state.result is not None:
            return PASS
        state = self._turn_of(seat, "")
        move = PASS if state.legal() == [PASS] else self._choose(state, seat)
        self._states.append(state.play(move))
        return move

    def _undo(self, _: list[str]) -> str:
        if len(self._states) == 1:
            raise BadCommand("cannot undo")
        self._states.pop()
        return ""

    def _time_settings(self, arguments: list[str]) -> str:
        """Main time, then overtimes of so many seconds for so many stones; none means no limit."""
        main, overtime, stones = map(int, arguments[:3])
        if overtime > 0 and stones == 0:
            start = Clock()
        else:
            start = Clock(1000 * main) if main else Clock(1000 * overtime, stones)
        self._clocks = [start, start]
        return ""

    def _time_left(self, arguments: list[str]) -> str:
        self._clocks[_seat(arguments[0])] = Clock(1000 * int(arguments[1]), int(arguments[2]))
        return ""

    # ── helpers ────────────────────────────────────────────────────────────────────────────────

    def _turn_of(self, seat: int, move: str) -> History:
        """The position with this seat to move: adds a forced pass that was not sent."""
        state = self._state
        if state.turn not in (None, seat) and state.legal() == [PASS] and move != PASS:
            return state.play(PASS)
        if state.turn != seat:
            raise BadCommand("illegal move" if move else "it is the other side's turn")
        return state

    def _choose(self, state: History, seat: int) -> str:
        clock = self._clocks[seat]
        allowed = budget(clock.left_ms, SUDDEN_DEATH, state.ply, moves_to_go=clock.stones or None)
        best = search(self._engine, state, **allowed.limits).best
        assert best is not None
        return best


def _seat(word: str) -> int:
    if word.lower() not in COLOURS:
        raise BadCommand("syntax error")
    return COLOURS[word.lower()]
