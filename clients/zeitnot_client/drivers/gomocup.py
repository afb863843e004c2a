"""The Gomocup AI protocol (Petr Laštovička, for Piskvork): an engine for gomoku, which the protocol
calls a brain, gets single moves, or the full board if its board differs, and the times before each
of its moves.
"""

import re
from collections.abc import Sequence

from ..by_name import module_of
from .dialogue import Chose, Event, Fault, Ready, Say, Talk
from .failures import Unsupported
from .gomocup_text import (
    END_OF_LINE,
    NO_LIMIT_MS,
    OPPONENT,
    OWN,
    RULES,
    About,
    Point,
    from_move,
    read_about,
    read_point,
    shown,
    to_move,
    write_point,
)
from .situation import Limits, Setup, Situation, Start

FACTS = "driver_gomocup"
SIZE = 15  # default size of the board
SHARE_OF_CLOCK = 6  # a move may take a sixth of the time left, as in Gomocup's tournaments
_RULE_NUMBERS = {rule: number for number, rule in RULES.items()}
# A prompt before an answer, as `brain>`.
_PROMPT = re.compile(r"[^\w-]*(?:\w{1,20}\s*[>$#]+\s*)*[^\w-]*")
_WORD = re.compile(r"[A-Za-z]+")
_NUMBERS = re.compile(r"-?[0-9]+\s*,\s*-?[0-9]+", re.ASCII)
_FATAL = ("START", "BEGIN", "TURN", "BOARD")  # commands that a brain must know
BLACK, WHITE = "x", "o"
_Stones = list[tuple[Point, str]]


class Gomocup(Talk):
    """The dialogue of the Gomocup protocol. Each option is sent with `INFO`. Raises
    Unsupported."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        settings = setup.start.settings
        self._size = int(settings.get("size", SIZE))
        self._rule = str(settings.get("rule", RULES[0]))
        self._start, self._first = _start_of(setup.start)
        self._board: _Stones = []  # on the engine's board
        self._seat = 0
        self._has_started = False
        self._is_ready = False
        self._sent_info: dict[str, str] = {}  # keys and values of INFO
        self.about = About()

    def greet(self) -> list[Event]:
        return [*map(Say, _with_line_ends([f"START {self._size}"]))]

    def on_silence(self) -> list[Event]:
        """Accepts a brain that does not answer `ABOUT`."""
        return self._be_ready() if self._has_started else []

    def read_line(self, line: str) -> list[Event]:
        text = _PROMPT.sub("", line, count=1).strip()
        word = _WORD.match(text)
        match word and word[0].upper():
            case "MESSAGE" | "DEBUG":
                return []
            case "OK" if not self._has_started:
                return self._set_up()
            case "ERROR":
                return [Fault(f'it says "{shown(text)}"')]
            case "UNKNOWN":
                return self._not_understood(text)
            case "SUGGEST":
                play = f"PLAY {text.partition(' ')[2].strip()}"
                return [Say(line) for line in _with_line_ends([play])]
        if not self._has_started:
            return []  # a greeting
        if not self.about.name and (about := read_about(text)) is not None:
            self.about, self.name = about, str(about)
            return [] if self._is_ready else self._be_ready()
        return self._accept_move(text) if self._is_ready else []

    def ask(self, situation: Situation, limits: Limits) -> list[str]:
        seat = situation.seat
        stones = self._stones(situation.moves)
        lines = self._infos(_times(limits, seat))
        if self._board and not stones:
            # Every brain must know START, but not RESTART.
            lines = [f"START {self._size}", *self._repeated_infos()]
        last = stones[-1] if stones else None
        if last is None:
            lines.append("BEGIN")
        elif stones[:-1] == self._board and last[1] != _colour(seat):
            lines.append(f"TURN {write_point(last[0])}")
        else:
            lines += ["BOARD", *(_board_line(stone, seat) for stone in stones), "DONE"]
        self._board, self._seat = stones, seat
        return _with_line_ends(lines)

    def farewell(self) -> list[str]:
        return _with_line_ends(["END"])

    # ── output of the engine ───────────────────────────────────────────────────────────────────

    def _set_up(self) -> list[Event]:
        self._has_started = True
        fixed = {"game_type": "1", "rule": str(_RULE_NUMBERS[self._rule])}
        lines = self._infos({**fixed, **dict(self._setup.options)})
        return [Say(line) for line in _with_line_ends([*lines, "ABOUT"])]

    def _be_ready(self) -> list[Event]:
        self._is_ready = True
        return [Ready()]

    def _not_understood(self, text: str) -> list[Event]:
        """Handles `UNKNOWN`, which often names the unknown command. Only those in _FATAL are
        required."""
        if any(verb in text.upper().split() for verb in _FATAL):
            return [Fault(f'it says "{shown(text)}"')]
        return [] if self._is_ready or not self._has_started else self._be_ready()

    def _accept_move(self, text: str) -> list[Event]:
        """Returns the move; one outside of the board is passed on, so that the rules refuse it."""
        if not _NUMBERS.fullmatch(text):
            return []
        try:
            point = read_point(text)
            move = to_move(point, self._size)
        except ValueError:
            return [Chose(shown(text))]
        self._board = [*self._board, (point, _colour(self._seat))]
        return [Chose(move)]

    # ── input of the engine ────────────────────────────────────────────────────────────────────

    def _stones(self, moves: Sequence[str]) -> _Stones:
        played = [
            (from_move(move, self._size), _colour((self._first + i) % 2))
            for i, move in enumerate(moves)
        ]
        return [*self._start, *played]

    def _infos(self, values: dict[str, str]) -> list[str]:
        """The `INFO` lines for values that have changed."""
        new = {key: value for key, value in values.items() if self._sent_info.get(key) != value}
        self._sent_info |= new
        return [f"INFO {key} {value}" for key, value in new.items()]

    def _repeated_infos(self) -> list[str]:
        return [f"INFO {key} {value}" for key, value in self._sent_info.items()]


def _start_of(start: Start) -> tuple[_Stones, int]:
    """The stones of the first position, and the seat that moves first. Raises Unsupported."""
    module = module_of(start.game, FACTS)
    if module is None:
        raise Unsupported(f"The protocol gomocup does not support {start.game}.")
    stones, side = module.read_position(start.position) if start.position else ({}, BLACK)
    return module.in_playing_order(stones), int(side != BLACK)


def _colour(seat: int) -> str:
    return (BLACK, WHITE)[seat]


def _board_line(stone: tuple[Point, str], seat: int) -> str:
    point, colour = stone
    return f"{write_point(point)},{OWN if colour == _colour(seat) else OPPONENT}"


def _times(limits: Limits, seat: int) -> dict[str, str]:
    """The times before a move. With clocks, a move may take a share of the time left, plus the
    increment, which the protocol does not have."""
    clocks = limits.clocks
    if clocks is None:
        turn_ms = NO_LIMIT_MS if limits.move_ms is None else limits.move_ms
        match_ms, left_ms = 0, NO_LIMIT_MS
    else:
        # 0 would mean a match without a limit, so it is at least 1.
        match_ms = max(1, clocks.base_ms or clocks.increment_ms)
        left_ms = max(1, clocks.left_ms[seat])
        share = min(SHARE_OF_CLOCK, clocks.moves_to_go or SHARE_OF_CLOCK)
        turn_ms = min(left_ms, left_ms // share + clocks.increment_ms)
        turn_ms = min(turn_ms, limits.move_ms or turn_ms)
    times = {"timeout_turn": turn_ms, "timeout_match": match_ms, "time_left": left_ms}
    return {key: str(ms) for key, ms in times.items()}


def _with_line_ends(lines: Sequence[str]) -> list[str]:
    return [line + END_OF_LINE for line in lines]
