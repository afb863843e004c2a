"""A game as a driver sees it: plain data, made from a room or from a history of the core."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

Setting = str | int | bool


@dataclass(frozen=True, slots=True)
class Start:
    """How a game begins. `position`: the text before the first move; `is_usual`: whether the game
    has its default settings and begins at its usual position."""

    game: str
    settings: Mapping[str, Setting] = field(default_factory=dict)
    position: str = ""
    is_usual: bool = True
    seats: int = 2


@dataclass(frozen=True, slots=True)
class Moved:
    """A move, and the text of the position after it."""

    seat: int
    move: str
    after: str = ""


@dataclass(frozen=True, slots=True)
class Threw:
    """A throw, and the text of the position after it."""

    values: tuple[int, ...]
    after: str = ""


Action = Moved | Threw


@dataclass(frozen=True, slots=True)
class Situation:
    """A position in which `seat` is to move. `actions`: all moves and throws since the start;
    `legal`: the legal moves, empty while the opponent is to move and they are unknown."""

    start: Start
    actions: tuple[Action, ...] = ()
    position: str = ""
    seat: int = 0
    legal: tuple[str, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves without the throws."""
        return tuple(action.move for action in self.actions if isinstance(action, Moved))

    @property
    def has_throws(self) -> bool:
        """Whether anything was thrown since the start."""
        return any(isinstance(action, Threw) for action in self.actions)

    def moves_with_positions(self) -> list[tuple[str, str]]:
        """Each move after the text of the position before it."""
        pairs, before = [], self.start.position
        for action in self.actions:
            if isinstance(action, Moved):
                pairs.append((before, action.move))
            before = action.after
        return pairs


@dataclass(frozen=True, slots=True)
class Clocks:
    """The milliseconds left to each seat, and the initial time and the increment of the seat to
    move.

    `other_increment_ms`: the opponent's, None: the same; `moves`: after so many moves the initial
    time is added again, `moves_to_go` from now; None: never.
    """

    left_ms: tuple[int, ...]
    base_ms: int
    increment_ms: int
    other_increment_ms: int | None = None
    moves: int | None = None
    moves_to_go: int | None = None

    @property
    def opponents_increment_ms(self) -> int:
        """The increment of the seat that is not to move."""
        other = self.other_increment_ms
        return self.increment_ms if other is None else other


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think: by the clocks, by a fixed time per move (ms), to a depth, or a number of
    nodes.

    `overhead_ms`: the measured delay on the way to the server; `for_engine` subtracts it.
    `give_up_ms`: after this time a move is too late, and the engine counts as hung; None: never.
    `hurry_ms`: after this time the driver sends "move now", if the protocol has such a command.
    """

    clocks: Clocks | None = None
    move_ms: int | None = None
    depth: int | None = None
    nodes: int | None = None
    overhead_ms: int = 0
    give_up_ms: float | None = None
    hurry_ms: float | None = None

    def for_engine(self, seat: int) -> "Limits":
        """The limits to send to the engine of `seat`: its own time, less the overhead."""
        if not self.overhead_ms:
            return self
        clocks, move_ms = self.clocks, self.move_ms
        if clocks is not None:
            left_ms = tuple(
                max(1, left - self.overhead_ms) if each == seat else left
                for each, left in enumerate(clocks.left_ms)
            )
            clocks = replace(clocks, left_ms=left_ms)
        if move_ms is not None:
            move_ms = max(1, move_ms - self.overhead_ms)
        return replace(self, clocks=clocks, move_ms=move_ms, overhead_ms=0)


@dataclass(frozen=True, slots=True)
class Thinking:
    """An engine's report of its search, from the side that it searches for. `cp`: the score in
    hundredths; `mate`: instead of it, the moves to mate, negative if the side is mated; `pv`: the
    expected moves as the engine writes them; `ms`: how long it has searched."""

    depth: int = 0
    seldepth: int = 0
    cp: int | None = None
    mate: int | None = None
    nodes: int = 0
    nps: int = 0
    ms: int = 0
    pv: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """An engine's move, which is legal. `expects`: the reply that it expects, in our notation;
    `thinking`: its last report; `offers_draw`: with the move."""

    move: str
    expects: str | None = None
    thinking: Thinking | None = None
    offers_draw: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """What an engine is to play, and its options with their values, in order. `ponders`: whether it
    may think on the opponent's time; `reports`: whether its thinking lines are wanted."""

    start: Start
    options: tuple[tuple[str, str], ...] = ()
    ponders: bool = False
    reports: bool = False
