"""The Chess Engine Communication Protocol of xboard (Mann and Muller): the engine keeps the board
and gets each move. Version 2, or version 1 for engines that do not answer to version 2.
"""

import re
from collections.abc import Sequence

from .dialogue import Chose, Claimed, EngineSetup, Event, Fault, Limits, Ready, Resigned, Say

_FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')
_MOVE = re.compile(r"(?:move|My move is\s*:|\d+\.\s*\.\.\.)\s+(\S+)")
_RESULT = re.compile(r"(1-0|0-1|1/2-1/2)\b\s*(.*)")
_SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
_CASTLING = {"o-o": ("e1g1", "e8g8"), "o-o-o": ("e1c1", "e8c8")}  # as phalanx writes it
_COMMAND_OPTIONS = {"memory", "cores", "egtpath"}  # options that are separate commands


class Xboard:
    """The dialogue of the xboard protocol."""

    def __init__(self, setup: EngineSetup) -> None:
        self._setup = setup
        self._features: dict[str, str] = {}
        self._is_set_up = False
        self._ready = False
        self._known_moves: list[str] = []  # the moves on the engine's board
        self._answers_moves = False  # whether it answers our moves without being asked
        self._seat = 0

    def greet(self) -> list[str]:
        return ["xboard", "protover 2"]

    def on_silence(self) -> list[Event]:
        if self._ready or self._features.get("done") == "0":
            return []
        return self._be_ready() if self._is_set_up else self._set_up()

    def read_line(self, line: str) -> list[Event]:
        text = line.strip()
        if text.startswith("feature "):
            return self._accept_features(text)
        if text == "pong 1" and not self._ready:
            return self._be_ready()
        if match := _MOVE.match(text):
            castling = _CASTLING.get(match[1].lower().replace("0", "o"))
            move = match[1] if castling is None else castling[self._seat]
            self._known_moves.append(move)
            return [Chose(move)]
        if match := _RESULT.match(text):
            return [Claimed(_SCORES[match[1]], text)]
        if text.lower().split()[:1] == ["resign"]:
            return [Resigned()]
        if text.lower().startswith("illegal move"):
            return [Fault(f'it says "{text}"')]
        return []

    def ask(self, moves: Sequence[str], seat: int, limits: Limits) -> list[str]:
        first = not self._answers_moves
        lines = _control(limits) if first else []
        new_moves = list(moves[len(self._known_moves) :])
        clocks = limits.clocks
        times = [] if clocks is None else _times(clocks.left_ms, seat)
        if not first and len(new_moves) == 1:
            lines += [*times, self._move_command(new_moves[0])]
        else:
            lines += ["force", *map(self._move_command, new_moves), *times, "go"]
        self._known_moves, self._answers_moves, self._seat = list(moves), True, seat
        return lines

    def farewell(self) -> list[str]:
        return ["quit"]

    def _accept_features(self, text: str) -> list[Event]:
        events: list[Event] = []
        for name, value in _FEATURE.findall(text):
            if name != "option":
                self._features[name] = value.strip('"')
                events.append(Say(f"accepted {name}"))
        if self._features.get("done") == "1" and not self._is_set_up:
            events += self._set_up()
        return events

    def _set_up(self) -> list[Event]:
        self._is_set_up = True
        lines = ["new"]
        variants = self._features.get("variants", "normal").split(",")
        if self._setup.game in variants and len(variants) > 1:
            lines.append(f"variant {self._setup.game}")
        lines += ["easy", "nopost"]
        for name, value in self._setup.options:
            tokens = [name, value] if name in _COMMAND_OPTIONS else ["option", f"{name}={value}"]
            lines.append(" ".join(tokens))
        events: list[Event] = [Say(line) for line in lines]
        # A version 1 engine does not answer a ping; it has time until the first move.
        return [*events, Say("ping 1")] if self._features.get("ping") == "1" else events + _READY

    def _be_ready(self) -> list[Event]:
        self._ready = True
        return [Ready()]

    def _move_command(self, move: str) -> str:
        return f"usermove {move}" if self._features.get("usermove") == "1" else move


_READY: list[Event] = [Ready()]


def _control(limits: Limits) -> list[str]:
    """The time control. This protocol has only whole seconds per move, which are rounded up."""
    lines = []
    if (clocks := limits.clocks) is not None:
        minutes, seconds = divmod(round(clocks.base_ms / 1000), 60)
        lines.append(f"level 0 {minutes}:{seconds:02} {clocks.increment_ms / 1000:g}")
    elif limits.move_ms is not None:
        lines.append(f"st {-(-limits.move_ms // 1000)}")
    if limits.depth is not None:
        lines.append(f"sd {limits.depth}")
    return lines


def _times(left_ms: tuple[int, int], seat: int) -> list[str]:
    return [f"time {max(1, left_ms[seat] // 10)}", f"otim {max(1, left_ms[1 - seat] // 10)}"]
