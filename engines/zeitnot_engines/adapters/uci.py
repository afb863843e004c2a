"""The Universal Chess Interface (Huber and Meyer-Kahlen, 2000): every request has all moves.

The option `UCI_Variant` selects the game. An engine with that option may use another notation of
moves, such as ranks from 1 to 10 instead of 0 to 9 in xiangqi.
"""

import re
from collections.abc import Sequence

from ..notations import WIRE_NOTATION, notation_of
from .dialogue import Chose, EngineSetup, Event, Fault, Limits, Ready, Say

_OPTION = re.compile(r"option name (.+?) type (\w+)(.*)")
_NO_MOVE = ("(none)", "0000", "none", "NULL", "")


class Uci:
    """The dialogue of UCI."""

    def __init__(self, setup: EngineSetup) -> None:
        self._setup = setup
        self._offered: dict[str, str] = {}  # the engine's options, by name in lower case
        self._notation = WIRE_NOTATION

    def greet(self) -> list[str]:
        return ["uci"]

    def on_silence(self) -> list[Event]:
        return []

    def read_line(self, line: str) -> list[Event]:
        tokens = line.split()
        match tokens[:1]:
            case ["option"] if match := _OPTION.match(line.strip()):
                self._offered[match[1].lower()] = match[3]
            case ["uciok"]:
                return self._set_up()
            case ["readyok"]:
                return [Ready()]
            case ["bestmove"]:
                return [self._chosen(tokens[1] if len(tokens) > 1 else "")]
        return []

    def ask(self, moves: Sequence[str], seat: int, limits: Limits) -> list[str]:
        moves_text = [self._notation.to_variant(move) for move in moves]
        played = f" moves {' '.join(moves_text)}" if moves_text else ""
        return [f"position startpos{played}", f"go {' '.join(_limits(limits))}"]

    def farewell(self) -> list[str]:
        return ["quit"]

    def _set_up(self) -> list[Event]:
        events: list[Event] = []
        variants = self._offered.get("uci_variant", "").split()
        if self._setup.game in variants:
            events.append(Say(f"setoption name UCI_Variant value {self._setup.game}"))
            self._notation = notation_of(self._setup.game)
        for name, value in self._setup.options:
            if name.lower() not in self._offered:
                return [Fault(f'it has no option "{name}"')]
            events.append(Say(f"setoption name {name}{f' value {value}' if value else ''}"))
        return [*events, Say("ucinewgame"), Say("isready")]

    def _chosen(self, move: str) -> Event:
        if move in _NO_MOVE:
            return Fault("it finds no move")
        return Chose(self._notation.from_variant(move))


def _limits(limits: Limits) -> list[str]:
    tokens: list[str] = []
    if limits.clocks is not None:
        left_ms, increment_ms = limits.clocks.left_ms, limits.clocks.increment_ms
        tokens += [
            f"wtime {max(1, left_ms[0])} btime {max(1, left_ms[1])}"
            f" winc {increment_ms} binc {increment_ms}"
        ]
    for name, number in (
        ("movetime", limits.move_ms),
        ("depth", limits.depth),
        ("nodes", limits.nodes),
    ):
        if number is not None:
            tokens.append(f"{name} {number}")
    return tokens
