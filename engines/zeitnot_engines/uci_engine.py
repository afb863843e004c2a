"""Our engine behind the Universal Chess Interface: reads and writes lines, searches in a thread."""

import threading
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from .engine import Engine, Report, Search
from .games import NAMES, Game, History, load, methods_of
from .notations import WIRE_NOTATION, notation_of
from .timing import Budget
from .uci_text import (
    Go,
    UciError,
    infos,
    read_go,
    read_option,
    read_position,
    without_clock,
)

HASH_MB = 16
OVERHEAD_MS = 10
# By the name in small letters: name, default, minimum, maximum
_SPINS = {
    "hash": ("Hash", HASH_MB, 1, 65536),
    "threads": ("Threads", 1, 1, 256),
    "multipv": ("MultiPV", 1, 1, 256),
    "move overhead": ("Move Overhead", OVERHEAD_MS, 0, 5000),
}


class UciEngine:
    """Our engine behind UCI. `say` is called with each line, from any thread, one at a time.
    `process` never raises."""

    def __init__(self, game: Game, say: Callable[[str], None]) -> None:
        self._say_line = say
        self._say_lock = threading.Lock()
        self._numbers = {name: spin[1] for name, spin in _SPINS.items()}
        self._game = game
        self._notation = WIRE_NOTATION  # or that of UCI_Variant, if it was set
        self._state = game.start()
        self._engine: Engine | None = None
        self._running_go: RunningGo | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._is_ready,
            "setoption": self._set_option,
            "ucinewgame": self._new_game,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponder_hit,
            **dict.fromkeys(("quit", "debug", "register"), self._ignore),
        }

    def process(self, line: str) -> bool:
        """Processes a line of the GUI; returns whether to read more."""
        words = line.split()
        if self._notation is not WIRE_NOTATION:
            words = [self._notation.from_variant(word) for word in words]
        # Unknown words are skipped and the rest of the line is processed, as the protocol demands.
        index = next((i for i, word in enumerate(words) if word in self._commands), len(words))
        if words[:index]:
            self._say(f'info string there is no command "{words[0]}"')
        if words[index : index + 1] == ["quit"]:
            self.close()
            return False
        try:
            if index < len(words):
                self._commands[words[index]](words[index + 1 :])
        except UciError as bad:
            self._say(f"info string {bad}")
        return True

    def close(self) -> None:
        """Stops the running search; its `bestmove` is still sent."""
        if self._running_go is not None:
            self._running_go.stop()
            self._running_go = None

    # ── commands ───────────────────────────────────────────────────────────────────────────────

    def _uci(self, _: list[str]) -> None:
        self._say(f"id name Zeitnot {version('zeitnot')}", "id author the Zeitnot authors")
        for name, default, minimum, maximum in _SPINS.values():
            self._say(f"option name {name} type spin default {default} min {minimum} max {maximum}")
        games = " ".join(f"var {name}" for name in NAMES if is_supported(name))
        self._say(
            "option name Ponder type check default false",
            "option name Clear Hash type button",
            f"option name UCI_Variant type combo default {self._game.name} {games}",
            "uciok",
        )

    def _ignore(self, _: list[str]) -> None:
        pass

    def _is_ready(self, _: list[str]) -> None:
        if not self._searching:
            self._ready()
        self._say("readyok")

    def _set_option(self, arguments: list[str]) -> None:
        name, value = read_option(arguments)
        self._refuse_while_searching(f"setoption {name}")
        if name in _SPINS:
            _, _, minimum, maximum = _SPINS[name]
            if not (
                value.isascii() and value.isdecimal() and minimum <= int(value[:12]) <= maximum
            ):
                raise UciError(f'{name} takes a number from {minimum} to {maximum}, not "{value}"')
            self._numbers[name] = int(value)
            if name in ("hash", "threads"):
                self._engine = None
        elif name == "uci_variant":
            self._change_game(value)
            self._notation = notation_of(value)
        elif name == "clear hash":
            self._ready().clear()
        elif name != "ponder":  # it only announces that the GUI may ponder
            raise UciError(f'there is no option "{name}"')

    def _change_game(self, name: str) -> None:
        if name not in NAMES or not is_supported(name):
            raise UciError(f'there is no variant "{name}"')
        if name != self._game.name:
            self._game = load(name)
            self._state, self._engine = self._game.start(), None

    def _new_game(self, _: list[str]) -> None:
        self._refuse_while_searching("ucinewgame")
        self._ready().clear()
        self._state = self._game.start()

    def _position(self, arguments: list[str]) -> None:
        position = read_position(arguments)
        try:
            state = self._game.start() if position.text is None else self._game.parse(position.text)
            for move in position.moves:
                state = self._without_draw(state).play(move)
        except ValueError as bad:
            raise UciError(str(bad)) from None
        self._state = state

    def _without_draw(self, state: History) -> History:
        """The position without its history, if only that history ended the game.

        A GUI may leave it to the players to claim draws by repetition or a move limit, and play on.
        """
        if state.result is None:
            return state
        without_history = self._game.parse(without_clock(state.text))
        return without_history if without_history.result is None else state

    def _go(self, arguments: list[str]) -> None:
        state = self._without_draw(self._state)
        go = read_go(arguments, state.legal())
        if go.unknown:
            self._say(f"info string unknown in go: {go.unknown}")
        if self._running_go is not None:
            self._running_go.stop()
        if not state.legal():
            self._say("info string the game is over", "bestmove (none)")
            return
        self._running_go = RunningGo(self._ready(), state, go, self._numbers, self._say)

    def _stop(self, _: list[str]) -> None:
        self.close()

    def _ponder_hit(self, _: list[str]) -> None:
        if self._running_go is not None:
            self._running_go.ponder_hit()

    # ── helpers ────────────────────────────────────────────────────────────────────────────────

    @property
    def _searching(self) -> bool:
        return self._running_go is not None and not self._running_go.over

    def _refuse_while_searching(self, command: str) -> None:
        if self._searching:
            raise UciError(f"{command} must wait until the search has ended")

    def _ready(self) -> Engine:
        if self._engine is None:
            hash_mb, threads = self._numbers["hash"], self._numbers["threads"]
            try:
                self._engine = Engine(self._game, hash_mb=hash_mb, threads=threads)
            except MemoryError:
                self._say(f"info string not enough memory for a table of {hash_mb} MB")
                self._numbers["hash"] = HASH_MB
                self._engine = Engine(self._game, hash_mb=HASH_MB, threads=threads)
        return self._engine

    def _say(self, *lines: str) -> None:
        with self._say_lock:
            for line in lines:
                if self._notation is not WIRE_NOTATION:
                    line = " ".join(map(self._notation.to_variant, line.split(" ")))
                self._say_line(line)


class RunningGo:
    """A running `go`: searches, and sends `bestmove` when the search has ended.

    The `bestmove` of an infinite search, or of one on the opponent's time, must not be sent before
    `stop` or `ponderhit`, even if there is nothing left to search.
    """

    def __init__(
        self,
        engine: Engine,
        state: History,
        go: Go,
        numbers: dict[str, int],
        say: Callable[..., None],
    ) -> None:
        self._engine, self._state, self._go, self._say = engine, state, go, say
        self._overhead_ms = numbers["move overhead"]
        self._may_answer = threading.Event()
        self._timer: threading.Timer | None = None
        if not go.ponder and not go.endless:
            self._may_answer.set()
        self._search = Search(
            engine,
            state,
            on_report=self._send_infos,
            depth=go.depth,
            nodes=go.nodes,
            **self._limits(),
            lines=numbers["multipv"],
            searchmoves=list(go.search_moves) or None,
        )
        self._over = threading.Event()
        self._answer_thread = threading.Thread(target=self._answer)
        self._answer_thread.start()

    @property
    def over(self) -> bool:
        """Whether the search has ended and `bestmove` is being sent, or was sent.

        It is True before the GUI can read `bestmove`, because then the GUI may set options.
        """
        return self._over.is_set()

    def stop(self) -> None:
        """Stops the search, and waits until `bestmove` was sent."""
        if self._timer is not None:
            self._timer.cancel()
        self._may_answer.set()
        self._search.stop()
        self._answer_thread.join()

    def ponder_hit(self) -> None:
        """The opponent has played the expected move: our clock runs from now on."""
        if not self._go.ponder or self._timer is not None:
            return
        if (budget := self._budget()) is not None:
            self._timer = threading.Timer(budget.soft_ms / 1000, self._search.stop)
            self._timer.daemon = True
            self._timer.start()
        if not self._go.endless:
            self._may_answer.set()

    def _limits(self) -> dict[str, Any]:
        budget = None if self._go.ponder else self._budget()
        return {} if budget is None else budget.limits

    def _budget(self) -> Budget | None:
        assert self._state.turn is not None
        return self._go.budget(self._state.turn, self._state.ply, self._overhead_ms)

    def _send_infos(self, report: Report) -> None:
        self._say(*infos(report, report.lines, self._engine.filled()))

    def _answer(self) -> None:
        self._search.wait()
        self._may_answer.wait()
        if self._timer is not None:
            self._timer.cancel()
        lines = self._answer_lines()
        self._over.set()
        self._say(*lines)

    def _answer_lines(self) -> list[str]:
        try:
            report = self._search.result()
        except Exception as error:  # a bug of ours must not leave the GUI waiting
            return [f"info string {error}", f"bestmove {self._state.legal()[0]}"]
        expected = f" ponder {report.pv[1]}" if len(report.pv) > 1 else ""
        return [f"bestmove {report.best}{expected}"]


def is_supported(name: str) -> bool:
    """Whether UCI can express this game, and there is an engine for it."""
    return "alphabeta" in methods_of(name) and load(name).seats == 2
