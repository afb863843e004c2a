"""The Go Text Protocol, version 2 (Farnebäck, 2002), which Othello engines also speak: numbered
commands, each answered by `=` or `?`, the number, a text, and an empty line.
"""

from collections.abc import Sequence

from .dialogue import Chose, EngineSetup, Event, Fault, Limits, Listed, Ready, Resigned, Say

COLOURS = ("black", "white")
DEAD_STONES = "final_status_list dead"


class Gtp:
    """The dialogue of GTP. Each option is a command that is sent before the game, such as
    `komi`."""

    def __init__(self, setup: EngineSetup) -> None:
        self._setup = setup
        self._sent: dict[int, str] = {}  # unanswered commands by number
        self._number = 0
        self._answer: list[str] = []
        self._board: list[str] = []  # the moves on the engine's board
        self._period_s: int | None = None  # the time per move that was sent to the engine
        self._timed = False  # whether times were sent with an earlier request

    def greet(self) -> list[str]:
        size = self._setup.size
        options = (f"{name} {value}".strip() for name, value in self._setup.options)
        first = [f"boardsize {size}"] if size else []
        game = self._setup.gtp.commands
        return self._numbered([*first, *options, "clear_board", *game, "name"])

    def on_silence(self) -> list[Event]:
        return []

    def read_line(self, line: str) -> list[Event]:
        if line.strip():
            if line[0] in "=?":
                self._answer = []
            self._answer.append(line.strip())
            return []
        answer, self._answer = self._answer, []
        return self._answered(answer) if answer else []

    def ask(self, moves: Sequence[str], seat: int, limits: Limits) -> list[str]:
        lines = [*self._times(seat, limits), *self._moves(moves), f"genmove {COLOURS[seat]}"]
        return self._numbered(lines)

    def ask_dead(self, moves: Sequence[str]) -> list[str]:
        """The lines that ask which stones are dead after `moves`; `read_line` returns `Listed`."""
        return self._numbered([*self._moves(moves), DEAD_STONES])

    def farewell(self) -> list[str]:
        return ["quit"]

    def _moves(self, moves: Sequence[str]) -> list[str]:
        """The commands that lead from the engine's board to the one after `moves`.

        Colours take turns, so a pass is a move. The engine's own moves are already on its board.
        """
        setup = self._setup.gtp
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
        """The time commands. GTP has no increments; Canadian periods of one move are similar."""
        clocks = limits.clocks
        if clocks is None:
            base_s, move_s = 0, -(-(limits.move_ms or 0) // 1000)
        else:
            base_s, move_s = clocks.base_ms // 1000, clocks.increment_ms // 1000
        lines = []
        if not self._timed and (base_s or move_s):
            lines = [f"time_settings {base_s} {move_s} {1 if move_s else 0}"]
        elif clocks is None and self._timed and move_s != self._period_s:
            lines = [f"time_left {COLOURS[seat]} {move_s} 1"]
        if clocks is not None:
            lines.append(f"time_left {COLOURS[seat]} {clocks.left_ms[seat] // 1000} 0")
        if not self._timed:
            self._period_s = move_s
        self._timed = True
        return lines

    def _answered(self, answer: list[str]) -> list[Event]:
        number, _, text = answer[0][1:].partition(" ")
        command = self._sent.pop(int(number), "") if number.isdecimal() else ""
        verb = command.partition(" ")[0]
        if answer[0][0] == "?":
            return self._refused(command, text)
        if verb == "name":
            return [Ready()]
        if command == DEAD_STONES:
            return [Listed(tuple(" ".join([text, *answer[1:]]).split()))]
        if verb != "genmove":
            return []
        move = text.strip()
        if move.lower() == "resign":
            return [Resigned()]
        self._board.append(move)
        return [Chose(move)]

    def _refused(self, command: str, text: str) -> list[Event]:
        """Handles a refused command. Time commands are optional, and some engines refuse them. Some
        engines also make forced passes themselves, as in Othello, and refuse to receive them."""
        if command.startswith("time_") or command.lower().endswith(" pass"):
            return []
        if command == DEAD_STONES:
            return [Listed(None)]
        if (instead := self._setup.gtp.instead.get(command)) is not None:
            return [Say(line) for line in self._numbered([instead])]
        return [Fault(f'it answers "{command}": {text}')]

    def _numbered(self, commands: list[str]) -> list[str]:
        lines = []
        for command in commands:
            self._number += 1
            self._sent[self._number] = command
            lines.append(f"{self._number} {command}")
        return lines
