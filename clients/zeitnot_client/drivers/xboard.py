"""The Chess Engine Communication Protocol of xboard (Mann and Muller): the engine keeps the board
and gets each move. Version 2, or version 1 for engines that do not answer to version 2.
"""

import re
from collections.abc import Sequence

from .dialogue import Chose, Claimed, Event, Fault, Ready, Resigned, Say, Talk, Thought
from .failures import Unsupported
from .fen import fen_game
from .info import read_post
from .options import BUTTONS, BadOption, Offered, checked_option, read_xboard_option
from .situation import Limits, Setup, Situation

_FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')
_MOVE = re.compile(r"(?:move|My move is\s*:|\d+\.\s*\.\.\.)\s+(\S+)")
_RESULT = re.compile(r"(1-0|0-1|1/2-1/2)\b\s*(.*)")
_SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
_CASTLING = {"o-o": ("e1g1", "e8g8"), "o-o-o": ("e1c1", "e8c8")}  # as phalanx writes it
_COMMANDS = {"memory": "memory", "cores": "smp", "egtpath": "egt"}
"""Options that are commands, and the feature that an engine has for each."""
_COMMAND_OPTIONS = {
    "memory": Offered("memory", "spin", minimum=1, maximum=1 << 20),
    "cores": Offered("cores", "spin", minimum=1, maximum=1024),
    "egtpath": Offered("egtpath", "string"),
}
NAME_CHARACTERS = 100
MAX_OPTIONS = 1000


class Xboard(Talk):
    """The dialogue of the xboard protocol. Raises Unsupported."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._start = setup.start
        self._game = fen_game(setup.start, "xboard")
        if self._game is not None and self._game.is_shuffled(self._start.position):
            raise Unsupported("The protocol xboard cannot begin at this start.")
        self._features: dict[str, str] = {}
        self._offered: dict[str, Offered] = {}
        self._is_set_up = False
        self._ready = False
        self._known_moves: list[str] = []  # the moves on the engine's board
        self._answers_moves = False  # whether it answers our moves without being asked
        self._control: list[str] | None = None  # the time control that it was told
        self._is_asked = False
        self._offers_draw = False
        self._seat = 0

    def greet(self) -> list[Event]:
        return [Say("xboard"), Say("protover 2")]

    def on_silence(self) -> list[Event]:
        if self._ready or self._features.get("done") == "0":
            return []
        return self._be_ready() if self._is_set_up else self._set_up()

    # ── the engine's lines ─────────────────────────────────────────────────────────────────────

    def read_line(self, line: str) -> list[Event]:
        text = line.strip()
        if text.startswith("feature "):
            return self._accept_features(text)
        if text == "pong 1" and not self._ready:
            return self._be_ready()
        if match := _MOVE.match(text):
            return self._moved(match[1])
        if match := _RESULT.match(text):
            return [Claimed(_SCORES[match[1]], text)]
        words = text.lower().split()
        if words[:1] == ["resign"] and self._is_asked:
            return [Resigned()]
        if words[:2] == ["offer", "draw"]:
            self._offers_draw = True
        if text.lower().startswith("illegal move"):
            return [Fault(f'it says "{text[:NAME_CHARACTERS]}"')]
        thinking = read_post(text) if self._setup.reports and self._is_asked else None
        return [] if thinking is None else [Thought(thinking)]

    def _moved(self, text: str) -> list[Event]:
        """The engine's move; a second one for the same request is none."""
        if not self._is_asked:
            return []
        castling = _CASTLING.get(text.lower().replace("0", "o"))
        move = text if castling is None else castling[self._seat]
        self._known_moves.append(move)
        offers_draw, self._offers_draw, self._is_asked = self._offers_draw, False, False
        return [Chose(move, offers_draw=offers_draw)]

    def _accept_features(self, text: str) -> list[Event]:
        events: list[Event] = []
        for name, value in _FEATURE.findall(text):
            plain = value.strip('"')
            if name == "option":
                option = read_xboard_option(plain)
                if option is not None and len(self._offered) < MAX_OPTIONS:
                    self._offered[option.name.lower()] = option
                continue
            self._features[name] = plain
            events.append(Say(f"accepted {name}"))
        self.name = self._features.get("myname", "")[:NAME_CHARACTERS]
        if self._features.get("done") == "1" and not self._is_set_up:
            events += self._set_up()
        return events

    # ── set-up ─────────────────────────────────────────────────────────────────────────────────

    def _set_up(self) -> list[Event]:
        self._is_set_up = True
        try:
            options = self._option_lines()
        except BadOption as bad:
            return [Fault(f"it {bad}")]
        lines = ["new"]
        variants = self._features.get("variants", "normal").split(",")
        if self._start.game in variants and len(variants) > 1:
            lines.append(f"variant {self._start.game}")
        lines.append("hard" if self._setup.ponders else "easy")
        lines.append("post" if self._setup.reports else "nopost")
        if not self._is_usual:
            if self._features.get("setboard") != "1":
                return [Fault("it cannot set up the position: it has no feature setboard")]
            lines += ["force", f"setboard {self._start.position}"]
        events: list[Event] = [Say(line) for line in [*lines, *options]]
        # A version 1 engine does not answer a ping; it has time until the first move.
        return [*events, Say("ping 1")] if self._features.get("ping") == "1" else events + _READY

    @property
    def _is_usual(self) -> bool:
        return self._game is None or self._start.position in ("", self._game.usual)

    def _option_lines(self) -> list[str]:
        """The lines that set the options. Raises BadOption."""
        commands = {
            name: _COMMAND_OPTIONS[name]
            for name, feature in _COMMANDS.items()
            if self._features.get(feature, "0") not in ("0", "")
        }
        lines = []
        for name, value in self._setup.options:
            option, checked = checked_option({**self._offered, **commands}, name, value)
            if option.name in commands:
                lines.append(f"{option.name} {checked}")
            elif option.kind in BUTTONS:
                lines.append(f"option {option.name}")
            else:
                number = {"true": "1", "false": "0"} if option.kind == "check" else {}
                lines.append(f"option {option.name}={number.get(checked, checked)}")
        return lines

    def _be_ready(self) -> list[Event]:
        self._ready = True
        return [Ready()]

    # ── requests ───────────────────────────────────────────────────────────────────────────────

    def ask(self, situation: Situation, limits: Limits) -> list[str]:
        lines = self._changed_control(limits)
        moves, seat, clocks = list(situation.moves), situation.seat, limits.clocks
        same = _common(moves, self._known_moves)
        undone = ["undo"] * (len(self._known_moves) - same)
        new_moves = moves[same:]
        times = [] if clocks is None else _times(clocks.left_ms, seat)
        if self._answers_moves and not undone and len(new_moves) == 1:
            lines += [*times, self._move_command(new_moves[0])]
        else:
            lines += ["force", *undone, *map(self._move_command, new_moves), *times, "go"]
        self._known_moves, self._seat = moves, seat
        self._answers_moves = self._is_asked = True
        return lines

    def _changed_control(self, limits: Limits) -> list[str]:
        """The time control, if it is the first one, or another time for a move."""
        control, known = _control(limits), self._control
        if known is not None and (limits.clocks is not None or control == known):
            return []
        self._control = control
        return [*control]

    def move_now(self) -> list[str]:
        return ["?"] if self._is_asked else []

    def farewell(self) -> list[str]:
        return ["quit"]

    def _move_command(self, move: str) -> str:
        return f"usermove {move}" if self._features.get("usermove") == "1" else move


_READY: list[Event] = [Ready()]


def _common(first: Sequence[str], second: Sequence[str]) -> int:
    """How many moves are the same from the beginning."""
    same = 0
    for one, other in zip(first, second, strict=False):
        if one.lower() != other.lower():
            break
        same += 1
    return same


def _control(limits: Limits) -> list[str]:
    """The time control. This protocol has only whole seconds per move, which are rounded up."""
    lines = []
    if (clocks := limits.clocks) is not None:
        minutes, seconds = divmod(round(clocks.base_ms / 1000), 60)
        base = f"{minutes}:{seconds:02}"
        lines.append(f"level {clocks.moves or 0} {base} {clocks.increment_ms / 1000:g}")
    elif limits.move_ms is not None:
        lines.append(f"st {-(-limits.move_ms // 1000)}")
    if limits.depth is not None:
        lines.append(f"sd {limits.depth}")
    return lines


def _times(left_ms: Sequence[int], seat: int) -> list[str]:
    return [f"time {max(1, left_ms[seat] // 10)}", f"otim {max(1, left_ms[1 - seat] // 10)}"]
