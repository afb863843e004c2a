"""The Go Text Protocol, version 2 (Farnebäck, 2002), which Othello engines also speak: numbered
commands, each answered by `=` or `?`, the number, a text, and an empty line.

A game's module `driver_gtp` says how it is set up, and who marks dead stones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..by_name import module_of
from .dialogue import Chose, Event, Fault, Ready, Resigned, Say, Talk
from .failures import Unsupported
from .situation import Limits, Setup, Situation, Start

FACTS = "driver_gtp"
COLOURS = ("black", "white")
DEAD_STONES = "final_status_list dead"
NAME_CHARACTERS = 100
MAX_ANSWER_LINES = 1000


def _no_marking(situation: Situation) -> bool:
    return False


def _no_move(situation: Situation, dead: Sequence[str] | None) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class GtpSetup:
    """The GTP setup of a game. `size`: of the board; `commands`: sent after the board is cleared;
    `instead`: what to send if the engine refuses a command; `first_seat`: the seat that begins;
    `is_played`: whether one of our moves exists in the protocol; `is_marking`: whether stones are
    marked as dead now; `marking_move`: our move there, from the engine's list of dead stones, None
    if it has none."""

    size: int | None = None
    commands: tuple[str, ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    first_seat: int = 0
    is_played: Callable[[str], bool] = bool
    is_marking: Callable[[Situation], bool] = _no_marking
    marking_move: Callable[[Situation, Sequence[str] | None], str | None] = _no_move


def gtp_setup(start: Start) -> GtpSetup:
    """The setup of a game that begins here. Raises Unsupported."""
    module = module_of(start.game, FACTS)
    if module is None:
        raise Unsupported(f"The protocol gtp does not support {start.game}.")
    setup: GtpSetup = module.gtp_setup(start)
    return setup


class Gtp(Talk):
    """The dialogue of GTP. Each option is a command that is sent before the game, such as
    `komi`. Raises Unsupported."""

    def __init__(self, setup: Setup, gtp: GtpSetup | None = None) -> None:
        self._options = setup.options
        self._gtp = gtp or gtp_setup(setup.start)
        self._sent: dict[int, str] = {}  # unanswered commands by number
        self._number = 0
        self._answer: list[str] = []
        self._board: list[str] = []  # the moves on the engine's board
        self._period_s: int | None = None  # the time per move that was sent to the engine
        self._timed = False  # whether times were sent with an earlier request
        self._marking: Situation | None = None  # for which dead stones were asked

    def greet(self) -> list[Event]:
        size = self._gtp.size
        options = (f"{name} {value}".strip() for name, value in self._options)
        first = [f"boardsize {size}"] if size else []
        commands = [*first, *options, "clear_board", *self._gtp.commands, "name"]
        return [*map(Say, self._numbered(commands))]

    # ── the engine's lines ─────────────────────────────────────────────────────────────────────

    def read_line(self, line: str) -> list[Event]:
        if line.strip():
            if line[0] in "=?":
                self._answer = []
            if len(self._answer) < MAX_ANSWER_LINES:
                self._answer.append(line.strip())
            return []
        answer, self._answer = self._answer, []
        return self._answered(answer) if answer and answer[0][0] in "=?" else []

    def _answered(self, answer: list[str]) -> list[Event]:
        number, _, text = answer[0][1:].partition(" ")
        is_number = number.isascii() and number.isdecimal() and len(number) < 10
        command = self._sent.pop(int(number), "") if is_number else ""
        verb = command.partition(" ")[0]
        if answer[0][0] == "?":
            return self._refused(command, text)
        match verb:
            case "name":
                self.name = text.strip()[:NAME_CHARACTERS]
                return [Ready()]
            case "genmove":
                return self._moved(text.strip())
        if command == DEAD_STONES:
            return self._marked(tuple(" ".join([text, *answer[1:]]).split()))
        return []

    def _moved(self, move: str) -> list[Event]:
        if move.lower() == "resign":
            return [Resigned()]
        self._board.append(move)
        return [Chose(move)]

    def _marked(self, dead: tuple[str, ...] | None) -> list[Event]:
        situation, self._marking = self._marking, None
        if situation is None:
            return []
        try:
            move = self._gtp.marking_move(situation, dead)
        except ValueError as bad:
            return [Fault(f"its list of dead stones is wrong: {bad}")]
        return [] if move is None else [Chose(move)]

    def _refused(self, command: str, text: str) -> list[Event]:
        """Handles a refused command. Time commands are optional, and some engines refuse them. Some
        engines also make forced passes themselves, as in Othello, and refuse to receive them."""
        if command.startswith("time_") or command.lower().endswith(" pass") or not command:
            return []
        if command == DEAD_STONES:
            return self._marked(None)
        if (instead := self._gtp.instead.get(command)) is not None:
            return [Say(line) for line in self._numbered([instead])]
        return [Fault(f'it answers "{command}": {text[:NAME_CHARACTERS]}')]

    # ── requests ───────────────────────────────────────────────────────────────────────────────

    def ask(self, situation: Situation, limits: Limits) -> list[str]:
        moves, seat = situation.moves, situation.seat
        if self._gtp.is_marking(situation):
            self._marking = situation
            return self._numbered([*self._moves(moves), DEAD_STONES])
        self._marking = None
        lines = [*self._times(seat, limits), *self._moves(moves), f"genmove {COLOURS[seat]}"]
        return self._numbered(lines)

    def farewell(self) -> list[str]:
        return ["quit"]

    def _moves(self, moves: Sequence[str]) -> list[str]:
        """The commands that lead from the engine's board to the one after `moves`.

        Colours take turns, so a pass is a move. The engine's own moves are already on its board.
        """
        setup = self._gtp
        board = [move for move in moves if setup.is_played(move)]
        same = 0
        for ours, theirs in zip(board, self._board, strict=False):
            if ours.lower() != theirs.lower():
                break
            same += 1
        undone = ["undo"] * (len(self._board) - same)
        self._board = board
        first = setup.first_seat
        return undone + [
            f"play {COLOURS[(first + i) % 2]} {board[i]}" for i in range(same, len(board))
        ]

    def _times(self, seat: int, limits: Limits) -> list[str]:
        """The time commands. GTP has no increments; Canadian periods of one move are similar. A
        clock to which time is added is like a period of several moves."""
        clocks = limits.clocks
        if clocks is None:
            base_s, move_s = 0, -(-(limits.move_ms or 0) // 1000)
        else:
            base_s, move_s = clocks.base_ms // 1000, clocks.increment_ms // 1000
        lines = []
        if not self._timed and clocks is not None and clocks.moves is not None:
            lines = [f"time_settings 0 {base_s} {clocks.moves}"]
        elif not self._timed and (base_s or move_s):
            lines = [f"time_settings {base_s} {move_s} {1 if move_s else 0}"]
        elif clocks is None and self._timed and move_s != self._period_s:
            lines = [f"time_left {COLOURS[seat]} {move_s} 1"]
        if clocks is not None:
            left_s, to_go = clocks.left_ms[seat] // 1000, clocks.moves_to_go or 0
            lines.append(f"time_left {COLOURS[seat]} {left_s} {to_go}")
        if not self._timed:
            self._period_s = move_s
        self._timed = True
        return lines

    def _numbered(self, commands: list[str]) -> list[str]:
        lines = []
        for command in commands:
            self._number += 1
            self._sent[self._number] = command
            lines.append(f"{self._number} {command}")
        return lines
