"""Our engine behind the protocol: the commands for all games of Black and White.

The answer to a command is `=` or `?`, the command's number if it has one, a text, and an empty
line. Colours take turns, except that forced passes may be sent or omitted.
"""

import random
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any

from ..engine import Engine, StopToken, search
from ..games import Game, History, Value, load
from ..levels import Level, level
from ..notations import default_game
from ..playing_options import PlayingOptions
from .clock import Clock, canadian, kgs

DEFAULT = default_game("gtp")
SIZE = "size"  # the setting that `boardsize` sets
PASS = "pass"
COLOURS = {"black": 0, "b": 0, "white": 1, "w": 1}


class BadCommand(ValueError):
    """The command cannot be carried out; the message is the answer after `?`."""


Command = Callable[[list[str]], str | None]
"""Takes the arguments and returns the answer; None if the answer was already sent."""


class GtpEngine:
    """A game of Black and White, in which Black begins. `answer` never raises. `say`: called with
    output before an answer is complete, such as reports of an analysis."""

    def __init__(
        self,
        game: str = DEFAULT,
        settings: Mapping[str, Value] | None = None,
        options: PlayingOptions | None = None,
        say: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._options = options or PlayingOptions()
        self._say = say
        self._number = ""  # of the command that is carried out
        self._states = [load(game, settings).start()]
        self._moves: list[
            tuple[int, str]
        ] = []  # the seat and the move after each state but the last
        self._cached_engine: Engine | None = None
        self._clocks = [Clock(), Clock()]
        self._rng = random.Random()
        self._stop = StopToken()  # of the latest search
        self._stopped = False  # by `stop`, for good
        self._commands = self._all_commands()

    def answer(self, line: str) -> tuple[str, bool]:
        """The answer to a line, including its empty line, and whether to read more lines."""
        tokens = line.partition("#")[0].split()
        self._number = tokens.pop(0) if tokens and tokens[0].isdecimal() else ""
        if not tokens:
            return "", True
        sign, text = "=", None
        try:
            if tokens[0] not in self._commands:
                raise BadCommand("unknown command")
            text = self._commands[tokens[0]](tokens[1:])
            if text is None:
                return "", True
        except BadCommand as bad:
            sign, text = "?", str(bad)
        except (ValueError, IndexError, OverflowError):
            sign, text = "?", "syntax error"
        return self._framed(sign, text), tokens[0] != "quit"

    def stop(self) -> None:
        """Ends the running search, and all later ones immediately; thread-safe."""
        self._stopped = True
        self._stop.stop()

    def _new_stop(self) -> StopToken:
        """The token for a new search."""
        self._stop = StopToken()
        if self._stopped:
            self._stop.stop()
        return self._stop

    def close(self) -> None:
        """Ends everything that still runs."""

    def _framed(self, sign: str, text: str) -> str:
        return f"{sign}{self._number} {text}".rstrip() + "\n\n"

    # ── the commands ───────────────────────────────────────────────────────────────────────────

    def _all_commands(self) -> dict[str, Command]:
        return {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Zeitnot",
            "version": lambda _: version("zeitnot"),
            "known_command": lambda arguments: str(arguments[0] in self._commands).lower(),
            "list_commands": lambda _: "\n".join(self._commands),
            "quit": lambda _: "",
            "boardsize": self._board_size,
            "clear_board": self._clear_board,
            "komi": self._check_komi,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": self._undo,
            "time_settings": self._time_settings,
            "kgs-time_settings": self._kgs_time_settings,
            "time_left": self._time_left,
            "showboard": self._show_board,
        }

    @property
    def _state(self) -> History:
        return self._states[-1]

    @property
    def _game(self) -> Game:
        return self._state.game

    @property
    def _engine(self) -> Engine:
        """The engine with its table; a new one if the game or its settings have changed."""
        if self._cached_engine is None or self._cached_engine.game != self._game:
            options = self._options
            self._cached_engine = Engine(
                self._game, hash_mb=options.hash_mb, threads=options.threads
            )
        return self._cached_engine

    def _board_size(self, arguments: list[str]) -> str:
        settings = {**self._game.settings, SIZE: int(arguments[0])}
        try:
            self._set_start(load(self._game.name, settings).start())
        except ValueError:
            raise BadCommand("unacceptable size") from None
        return ""

    def _clear_board(self, _: list[str]) -> str:
        self._set_start(self._game.start())
        self._engine.clear()
        return ""

    def _play(self, arguments: list[str]) -> str:
        seat, move = seat_of(arguments[0]), self._move(arguments[1])
        before = self._turn_of(seat, move)
        if move not in before.legal():
            raise BadCommand("illegal move")
        self._add(before, move)
        return ""

    def _genmove(self, arguments: list[str]) -> str:
        seat = seat_of(arguments[0])
        if self._state.result is not None:
            return PASS
        state = self._turn_of(seat, "")
        move = self._choose(state, seat)
        self._add(state, move)
        return move

    def _reg_genmove(self, arguments: list[str]) -> str:
        seat = seat_of(arguments[0])
        return PASS if self._state.result else self._choose(self._turn_of(seat, ""), seat)

    def _check_komi(self, arguments: list[str]) -> str:
        float(arguments[0])  # must be a number, but has no effect in most games
        return ""

    def _undo(self, _: list[str]) -> str:
        if len(self._states) == 1:
            raise BadCommand("cannot undo")
        self._states.pop()
        self._moves.pop()
        return ""

    def _time_settings(self, arguments: list[str]) -> str:
        main_s, byo_yomi_s, stones = map(int, arguments)
        self._clocks = [canadian(main_s, byo_yomi_s, stones)] * 2
        return ""

    def _kgs_time_settings(self, arguments: list[str]) -> str:
        self._clocks = [kgs(arguments)] * 2
        return ""

    def _time_left(self, arguments: list[str]) -> str:
        seat, ms, stones = seat_of(arguments[0]), 1000 * int(arguments[1]), int(arguments[2])
        self._clocks[seat] = self._clocks[seat].left(ms, stones)
        return ""

    def _show_board(self, _: list[str]) -> str:
        return f"\n{self._state.text}"

    # ── helpers ────────────────────────────────────────────────────────────────────────────────

    def _set_start(self, start: History) -> None:
        self._states, self._moves = [start], []

    def _add(self, before: History, move: str) -> None:
        assert before.turn is not None
        self._moves.append((before.turn, move))
        self._states.append(before.play(move))

    def _move(self, word: str) -> str:
        """The move in our notation."""
        return word.lower()

    def _turn_of(self, seat: int, move: str) -> History:
        """The position with this seat to move, after adding a forced pass that was omitted."""
        state = self._state
        if state.turn not in (None, seat) and state.legal() == [PASS] and move != PASS:
            return state.play(PASS)
        if state.turn != seat:
            raise BadCommand("illegal move" if move else "it is the other side's turn")
        return state

    def _choose(self, state: History, seat: int) -> str:
        if (move := self._move_without_search(state)) is not None:
            return move
        best = search(self._engine, state, stop=self._new_stop(), **self._limits(state, seat)).best
        assert best is not None
        return best

    @property
    def _strength(self) -> Level:
        return level(self._options.level, self._state.game.name)

    def _move_without_search(self, state: History) -> str | None:
        """The only legal move, or a random move at the level's blunder rate; otherwise None."""
        legal = state.legal()
        if len(legal) == 1:
            return legal[0]
        if self._rng.random() < self._strength.blunder_rate:
            return self._rng.choice(legal)
        return None

    def _limits(self, state: History, seat: int) -> dict[str, Any]:
        """The arguments of a search, from the clock, the options and the level."""
        options, strength, clock = self._options, self._strength, self._clocks[seat]
        nodes, max_ms = options.playouts or strength.nodes, options.ms or strength.max_ms
        limits = {"depth": strength.depth, "nodes": nodes}
        if options.playouts and clock.left_ms is None and max_ms is None:
            return limits
        return limits | clock.limits(state.ply, max_ms)


def seat_of(word: str) -> int:
    """The seat of a colour. Raises BadCommand."""
    if word.lower() not in COLOURS:
        raise BadCommand("syntax error")
    return COLOURS[word.lower()]
