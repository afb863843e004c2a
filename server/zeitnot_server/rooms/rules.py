"""The interface between a room and a game. Games implement it by deriving from `Rules`, in Python
or for the C++ core.

A state is an immutable value with its whole relevant past (repetition, superko), so that a room
can keep the old state until the new one is on disk.
"""

from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeGuard

from zeitnot_protocol import Settings

ThrowKind = Literal["dice", "shuffle"]
Reason = Literal["rules", "repetition", "move_limit", "dead"]


class IllegalMove(ValueError):
    """The move is not legal in this position; the message says why, for people."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A chance event that is due: `dice` with the sides of each die, or `shuffle` with (n,) cards.

    Values: faces count from 1; a shuffle is a permutation of 0..n-1.
    """

    kind: ThrowKind
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end by the rules of the game: one score per seat, and the game's word for what
    happened."""

    scores: tuple[float, ...]
    reason: Reason
    word: str


class Hidden(Protocol):
    """What each viewer may see in a game with hidden information; `viewer`: a seat, or None for a
    spectator. For the position itself, see `Rules.position`."""

    def full_position(self, state: Any) -> str:
        """The position with nothing hidden: for the log, and for all viewers after the end."""

    def visible_move(self, state: Any, seat: int, move: str, viewer: int | None) -> str:
        """The move that led to `state`, as this viewer sees it; `?` where it is hidden."""

    def visible_throw(
        self, state: Any, values: tuple[int, ...], viewer: int | None
    ) -> tuple[int, ...]:
        """The throw that led to `state`; -1 for each value that this viewer does not see."""


Sides = tuple[tuple[int, ...], ...]
"""The seats of each side."""


@dataclass(frozen=True, slots=True)
class UnchargedTurn:
    """A turn that costs no time: after `limit_ms` the server plays `default_move` for the seat."""

    limit_ms: int
    default_move: str


class Rules(Protocol):
    """One game with its settings fixed. States are opaque to the room. Features that most games
    lack have defaults here."""

    @property
    def game(self) -> str:
        """The game's id, such as `othello`."""

    @property
    def version(self) -> int:
        """The version of the rules, raised whenever a stored game could replay differently."""

    @property
    def seats(self) -> int: ...

    @property
    def settings(self) -> Settings:
        """All settings, including defaults."""

    @property
    def draws(self) -> bool:
        """Whether a draw may be offered. The rules may end a game with equal scores in any case."""

    @property
    def hidden(self) -> Hidden | None:
        """The viewers' versions of moves and throws; None in a game that hides nothing."""
        return None

    @property
    def sides(self) -> Sides:
        """The seats of each side, if seats have partners with whom they win and lose; empty if
        every seat plays for itself."""
        return ()

    @property
    def plays_on(self) -> bool:
        """Whether the others play on when one of at least three seats leaves; if not, the game ends
        with any seat."""
        return False

    def start(self) -> Any:
        """The state at the start of a game."""

    def turn(self, state: Any) -> int | None:
        """The seat to move; None before a throw and after the end."""

    def throw(self, state: Any) -> Throw | None:
        """The throw that is due, if one is."""

    def outcome(self, state: Any) -> Outcome | None:
        """The result, if the game is over."""

    def legal(self, state: Any) -> list[str]:
        """The legal moves of the seat to move; empty when there is none."""

    def play(self, state: Any, move: str) -> Any:
        """The state after a move. Raises IllegalMove."""

    def spelling(self, state: Any, move: str) -> str:
        """A legal move as `legal` writes it, in games in which it can be written otherwise too."""
        return move

    def chance(self, state: Any, values: tuple[int, ...]) -> Any:
        """The state after the due throw with these values. Raises ValueError for impossible
        values."""

    def position(self, state: Any, viewer: int | None) -> str:
        """The position's text as this seat sees it; None: a spectator."""

    def can_win(self, state: Any, seat: int) -> bool:
        """Whether this seat could still win. If not, the game is a draw when the other seat runs
        out of time."""

    def without_claim(self, state: Any) -> Any:
        """The state as if nothing had been repeated, and no move counted, if that makes it a draw:
        in a game of a file no player may have claimed it."""
        return state

    def full_position(self, state: Any) -> str:
        """The position's text with nothing hidden."""
        hidden = self.hidden
        return self.position(state, None) if hidden is None else hidden.full_position(state)

    def start_throw(self) -> Throw | None:
        """The throw that draws the start when a game begins; None: every game begins at `start`."""
        return None

    def drawn_start(self, values: tuple[int, ...]) -> Any:
        """The start that these values of `start_throw` mean."""
        raise AssertionError("the start is not drawn")

    def thrower(self, state: Any) -> int | None:
        """The seat whose throw is due; None: no seat's, such as a deal to all."""
        return None

    def uncharged(self, state: Any) -> UnchargedTurn | None:
        """The limit of this turn if it costs no time, such as one in which dead stones are marked;
        None: the turn is charged."""
        return None

    def withdraw(self, state: Any, seat: int) -> Any:
        """The state after this seat has left the game in progress; only if the others play on."""
        raise AssertionError("the game ends when a seat leaves")

    def still_plays(self, state: Any, seat: int) -> bool:
        """Whether this seat may have more turns: it has neither left nor finished, by reaching its
        goal for example. Only called if the others play on."""
        return True


class ParsesPositions(Rules, Protocol):
    """Rules that can parse a state from its text."""

    def parse(self, text: str) -> Any:
        """The state with this position, without history. Raises ValueError with a sentence for
        people."""


def reads_positions(rules: Rules) -> TypeGuard[ParsesPositions]:
    """Whether these rules can parse positions."""
    return hasattr(rules, "parse")


def still_plays(rules: Rules, state: Any, seat: int) -> bool:
    """Whether this seat may have more turns. If the game ends when any seat leaves or finishes, all
    seats play to the end."""
    if not rules.plays_on or rules.outcome(state) is not None:
        return True
    return rules.still_plays(state, seat)


def turn_of(rules: Rules, state: Any) -> tuple[int | None, int | None]:
    """The seat to move, and how long its turn may last if it costs no time."""
    bound = rules.uncharged(state)
    return rules.turn(state), None if bound is None else bound.limit_ms


def sides_of(rules: Rules) -> Sides:
    """The seats of each side; one seat each where there are no partners."""
    return rules.sides or tuple((seat,) for seat in range(rules.seats))
