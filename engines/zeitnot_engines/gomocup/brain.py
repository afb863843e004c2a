"""The engine's side of the protocol, without I/O: lines in, effects out.

Every command gets one answer: its result, or a line `ERROR` or `UNKNOWN` if it has no effect. While
the brain thinks, other commands wait for its move, except `END` and a new game, which end the
thinking.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

from zeitnot_client.drivers.gomocup_text import (
    OPPONENT,
    OWN,
    About,
    from_move,
    read_command,
    read_integer,
    read_point,
    read_stone,
    shown,
    write_about,
    write_point,
)

from ..games import Game, History, load
from .board import GAME, Board
from .info import Info

BOARD, SWAP2BOARD, DONE = "BOARD", "SWAP2BOARD", "DONE"
STARTS = ("START", "RECTSTART", "RESTART")
_NO_GAME = "no game has been started"


@dataclass(frozen=True, slots=True)
class Say:
    """A line to send to the manager."""

    line: str


@dataclass(frozen=True, slots=True)
class Prepare:
    """A game that will be played, for which the engine can be prepared now."""

    game: Game
    info: Info


@dataclass(frozen=True, slots=True)
class Think:
    """A position to search; pass the move to `Brain.found`. `ply`: the number of stones."""

    state: History
    info: Info
    ply: int


@dataclass(frozen=True, slots=True)
class Halt:
    """The search must end, and its move must not be passed to `Brain.found`."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The process must end."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A board that is being received; None: one of its lines was refused, and the others are
    skipped up to `DONE`."""

    board: Board | None


Effect = Say | Prepare | Think | Halt | Quit


class Brain:
    """The state of the protocol. Its methods never raise, whatever the manager writes."""

    def __init__(self) -> None:
        self._board: Board | None = None
        self._info = Info()
        self._thinking = False
        self._waiting: list[str] = []  # lines received while the brain thinks
        self._reading: Reading | None = None
        self._commands: dict[str, Callable[[str], list[Effect]]] = {
            "START": self._start,
            "RECTSTART": self._rect_start,
            "RESTART": self._restart,
            "TURN": self._turn,
            "BEGIN": self._begin,
            BOARD: self._read_board,
            SWAP2BOARD: self._refuse_swap2,
            "TAKEBACK": self._take_back,
            "INFO": self._read_info,
            "ABOUT": self._about,
        }

    def receive(self, line: str) -> list[Effect]:
        """Processes a line of the manager, and returns its effects."""
        command = read_command(line)
        if command is None:
            return []
        halt: list[Effect] = [Halt()] if self._thinking else []
        if command.verb == "END":
            return [*halt, Quit()]
        is_start = command.verb in STARTS
        if self._thinking and not is_start:
            self._waiting.append(line)
            return []
        try:
            if self._reading is not None and not is_start:
                return self._read_row(line, self._reading)
            if command.verb not in self._commands:
                return [Say(f"UNKNOWN {shown(command.verb)}")]
            effects = self._commands[command.verb](command.rest)
        except ValueError as bad:
            return [Say(f"ERROR {bad}")]
        return [*halt, *effects] if is_start else effects

    def found(self, move: str, elapsed_ms: float) -> list[Effect]:
        """Plays the brain's move for the last `Think`. `elapsed_ms`: since the request."""
        assert self._thinking
        assert self._board is not None
        point = from_move(move, self._board.size)
        self._board = self._board.with_stone(point, OWN)
        self._info = self._info.after_move(elapsed_ms)
        self._thinking, waiting, self._waiting = False, self._waiting, []
        effects: list[Effect] = [Say(write_point(point))]
        for line in waiting:
            effects += self.receive(line)
        return effects

    # ── games ──────────────────────────────────────────────────────────────────────────────────

    def _start(self, rest: str) -> list[Effect]:
        return self._new_game(read_integer(rest))

    def _rect_start(self, rest: str) -> list[Effect]:
        width, height = read_point(rest)
        if width != height:
            raise ValueError("only square boards are supported")
        return self._new_game(width)

    def _restart(self, rest: str) -> list[Effect]:
        _require_end(rest)
        return self._new_game(self._played.size)

    def _new_game(self, size: int) -> list[Effect]:
        game = _game(size, self._info)
        self._board, self._info = Board(size), self._info.restarted()
        self._thinking, self._waiting, self._reading = False, [], None
        return [Prepare(game, self._info), Say("OK")]

    @property
    def _played(self) -> Board:
        if self._board is None:
            raise ValueError(_NO_GAME)
        return self._board

    # ── moves ──────────────────────────────────────────────────────────────────────────────────

    def _turn(self, rest: str) -> list[Effect]:
        return self._think(self._played.with_stone(read_point(rest), OPPONENT))

    def _begin(self, rest: str) -> list[Effect]:
        _require_end(rest)
        if self._played.stones:
            raise ValueError("the board is not empty")
        return self._think(self._played)

    def _take_back(self, rest: str) -> list[Effect]:
        self._board = self._played.without(read_point(rest))
        return [Say("OK")]

    def _think(self, board: Board) -> list[Effect]:
        state = _game(board.size, self._info).parse(board.position())
        if state.result is not None:
            raise ValueError("the game is over")
        self._board, self._thinking = board, True
        return [Think(state, self._info, len(board.stones))]

    # ── boards ─────────────────────────────────────────────────────────────────────────────────

    def _read_board(self, rest: str) -> list[Effect]:
        _require_end(rest)
        self._reading = Reading(Board(self._played.size))
        return []

    def _refuse_swap2(self, _: str) -> list[Effect]:
        self._reading = Reading(None)
        raise ValueError("the opening by swap2 is not supported")

    def _read_row(self, line: str, reading: Reading) -> list[Effect]:
        if line.strip().upper() == DONE:
            self._reading = None
            return [] if reading.board is None else self._think(reading.board)
        if reading.board is None:
            return []
        self._reading = Reading(None)
        point, owner = read_stone(line)
        if owner not in (OWN, OPPONENT):
            raise ValueError(f"{owner} is neither 1 (own stone) nor 2 (opponent's stone)")
        self._reading = Reading(reading.board.with_stone(point, owner))
        return []

    # ── other commands ─────────────────────────────────────────────────────────────────────────

    def _read_info(self, rest: str) -> list[Effect]:
        """Processes `INFO`, which has no answer unless it is wrong."""
        before, after = self._info, self._info.updated(rest)
        prepared: list[Effect] = []
        needs = (after.rule, after.memory_bytes)
        if self._board is not None and needs != (before.rule, before.memory_bytes):
            prepared = [Prepare(_game(self._board.size, after), after)]
        self._info = after
        return prepared

    def _about(self, rest: str) -> list[Effect]:
        _require_end(rest)
        return [Say(write_about(About("Zeitnot", version("zeitnot"), "the Zeitnot authors")))]


def _require_end(rest: str) -> None:
    if rest:
        raise ValueError(f'unexpected arguments: "{shown(rest)}"')


def _game(size: int, info: Info) -> Game:
    try:
        return load(GAME, {"size": size, "rule": info.rule})
    except ValueError:
        raise ValueError(f"no {info.rule} game on a board of size {size} is supported") from None
