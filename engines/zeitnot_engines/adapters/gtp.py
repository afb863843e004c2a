"""The Go Text Protocol, version 2 (Farnebäck, 2002), which Othello engines speak, too: numbered
commands, each answered by `=` or `?`, the number, a text, and an empty line.
"""

from collections.abc import Sequence

from .dialogue import Chose, EngineSetup, Event, Fault, Limits, Ready, Resigned

COLOURS = ("black", "white")


class Gtp:
    """See `Dialogue`. Each option is a command sent before the game, as `komi` is."""

    def __init__(self, setup: EngineSetup) -> None:
        self._setup = setup
        self._sent: dict[int, str] = {}
        self._number = 0
        self._answer: list[str] = []
        self._known_moves = 0  # moves on the engine's board
        self._timed = False

    def greet(self) -> list[str]:
        size = self._setup.size
        options = (f"{name} {value}".strip() for name, value in self._setup.options)
        first = [f"boardsize {size}"] if size else []
        return self._numbered([*first, *options, "clear_board", "name"])

    def silence(self) -> list[Event]:
        return []

    def read_line(self, line: str) -> list[Event]:
        if line.strip():
            if line[0] in "=?":
                self._answer = []
            self._answer.append(line.strip())
            return []
        answer, self._answer = self._answer, []
        return self._answered(answer[0]) if answer else []

    def ask(self, moves: Sequence[str], seat: int, limits: Limits) -> list[str]:
        # Black moves first and colours take turns: a pass is a move.
        lines = [f"play {COLOURS[i % 2]} {moves[i]}" for i in range(self._known_moves, len(moves))]
        self._known_moves = len(moves) + 1  # the engine makes its own move on its board
        return self._numbered([*self._times(seat, limits), *lines, f"genmove {COLOURS[seat]}"])

    def farewell(self) -> list[str]:
        return ["quit"]

    def _times(self, seat: int, limits: Limits) -> list[str]:
        """Fischer's increments do not exist here; Canadian periods of one move come nearest."""
        clocks = limits.clocks
        if clocks is None:
            base_s, move_s = 0, -(-(limits.move_ms or 0) // 1000)
        else:
            base_s, move_s = clocks.base_ms // 1000, clocks.increment_ms // 1000
        first = not self._timed and (base_s or move_s)
        self._timed = True
        lines = [f"time_settings {base_s} {move_s} {1 if move_s else 0}"] if first else []
        if clocks is not None:
            lines.append(f"time_left {COLOURS[seat]} {clocks.left_ms[seat] // 1000} 0")
        return lines

    def _answered(self, answer: str) -> list[Event]:
        number, _, text = answer[1:].partition(" ")
        command = self._sent.pop(int(number), "") if number.isdecimal() else ""
        verb = command.partition(" ")[0]
        if answer[0] == "?":
            # Time commands are optional, and some engines refuse them. Some engines also make
            # forced passes, as in Othello, themselves, and refuse to be sent them.
            harmless = verb.startswith("time_") or command.lower().endswith(" pass")
            return [] if harmless else [Fault(f'it answers "{command}": {text}')]
        if verb == "name":
            return [Ready()]
        if verb != "genmove":
            return []
        return [Resigned() if text.strip().lower() == "resign" else Chose(text.strip())]

    def _numbered(self, commands: list[str]) -> list[str]:
        lines = []
        for command in commands:
            self._number += 1
            self._sent[self._number] = command
            lines.append(f"{self._number} {command}")
        return lines
