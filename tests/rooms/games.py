"""Three small games in Python, so that rooms and books are tested without the native core.

`Race`: two seats and a die. `Duel`: no chance, draws, two moves per round. `Deal`: three seats and
a shuffle. All are `rooms.rules.Rules`, and have the methods that books use (`key`, `parse`).
"""

import hashlib
from dataclasses import dataclass, replace
from typing import Any

from zeitnot_server.rooms.rules import Hidden, IllegalMove, Outcome, Rules, Throw


class Game(Rules):
    """The base of these games. A state is a frozen dataclass with `text()`. `word` allows any text
    in lines of engines, so that tests can mark them."""

    game: str
    version = 1
    seats = 2
    draws = False
    hidden: Hidden | None = None
    settings_key = 7
    word = r"[!-~]{1,32}"

    @property
    def settings(self) -> dict[str, str | int | bool]:
        return {}

    def legal(self, state: Any) -> list[str]:
        raise NotImplementedError

    def _check(self, state: Any, move: str) -> None:
        if move not in self.legal(state):
            raise IllegalMove(f"{move} is not a move here.")

    def position(self, state: Any, viewer: int | None) -> str:
        return str(state.text())

    def key(self, state: Any) -> int:
        return int.from_bytes(hashlib.sha256(state.text().encode()).digest()[:8], "big")

    def can_win(self, state: Any, seat: int) -> bool:
        return True

    def throw(self, state: Any) -> Throw | None:
        return None

    def chance(self, state: Any, values: tuple[int, ...]) -> Any:
        raise ValueError("nothing is thrown in this game")


@dataclass(frozen=True)
class RaceState:
    """Both runners' positions, the mover, and the die (0: due)."""

    at: tuple[int, int] = (0, 0)
    mover: int = 0
    die: int = 0

    def text(self) -> str:
        return f"{self.at[0]} {self.at[1]} {self.mover} {self.die}"


class Race(Game):
    """After a throw of the die: `walk` that far, or `half`. The first on `goal` wins."""

    game = "race"

    def __init__(self, goal: int = 12) -> None:
        self.goal = goal

    def start(self) -> RaceState:
        return RaceState()

    def parse(self, text: str) -> RaceState:
        a, b, mover, die = map(int, text.split())
        return RaceState((a, b), mover, die)

    def turn(self, state: RaceState) -> int | None:
        return state.mover if state.die and not self.outcome(state) else None

    def throw(self, state: RaceState) -> Throw | None:
        return None if state.die or self.outcome(state) else Throw("dice", (6,))

    def chance(self, state: RaceState, values: tuple[int, ...]) -> RaceState:
        if state.die or len(values) != 1 or not 1 <= values[0] <= 6:
            raise ValueError(f"no such throw: {values}")
        return replace(state, die=values[0])

    def outcome(self, state: RaceState) -> Outcome | None:
        if max(state.at) < self.goal:
            return None
        scores = [1.0 if at >= self.goal else 0.0 for at in state.at]
        return Outcome(tuple(scores), "rules", "home")

    def legal(self, state: RaceState) -> list[str]:
        return [] if self.turn(state) is None else ["walk", "half"]

    def play(self, state: RaceState, move: str) -> RaceState:
        self._check(state, move)
        steps = state.die if move == "walk" else (state.die + 1) // 2
        at = list(state.at)
        at[state.mover] = min(self.goal, at[state.mover] + steps)
        return RaceState((at[0], at[1]), 1 - state.mover)


@dataclass(frozen=True)
class DuelState:
    """The moves so far, `h` or `l` each."""

    moves: str = ""

    def text(self) -> str:
        return self.moves or "-"


class Duel(Game):
    """Seat 0 and then seat 1 play `high` or `low`; `high` wins a round against `low`."""

    game = "duel"
    draws = True

    def __init__(self, rounds: int = 1) -> None:
        self.rounds = rounds

    def start(self) -> DuelState:
        return DuelState()

    def parse(self, text: str) -> DuelState:
        if text != "-" and (set(text) - set("hl") or len(text) > 2 * self.rounds):
            raise ValueError(f"not a duel: {text}")
        return DuelState("" if text == "-" else text)

    def turn(self, state: DuelState) -> int | None:
        return None if self.outcome(state) else len(state.moves) % 2

    def outcome(self, state: DuelState) -> Outcome | None:
        if len(state.moves) < 2 * self.rounds:
            return None
        lead = state.moves[::2].count("h") - state.moves[1::2].count("h")
        scores = (0.5, 0.5) if lead == 0 else (1.0, 0.0) if lead > 0 else (0.0, 1.0)
        return Outcome(scores, "rules", "level" if lead == 0 else "higher")

    def legal(self, state: DuelState) -> list[str]:
        return [] if self.turn(state) is None else ["high", "low"]

    def play(self, state: DuelState, move: str) -> DuelState:
        self._check(state, move)
        return DuelState(state.moves + move[0])

    def can_win(self, state: DuelState, seat: int) -> bool:
        mine, theirs = state.moves[seat::2], state.moves[1 - seat :: 2]
        return mine.count("h") + self.rounds - len(mine) > theirs.count("h")


@dataclass(frozen=True)
class DealState:
    """The six cards in order (none before the deal) and the seats' choices, `k` or `s`."""

    cards: tuple[int, ...] = ()
    chosen: str = ""

    def text(self) -> str:
        return f"{''.join(map(str, self.cards)) or '-'} {self.chosen or '-'}"


class Deal(Game):
    """Six cards, one per seat; `keep` it or `swap` it for the card three places further. The
    highest wins."""

    game = "deal"
    seats = 3

    def start(self) -> DealState:
        return DealState()

    def turn(self, state: DealState) -> int | None:
        return len(state.chosen) if state.cards and len(state.chosen) < 3 else None

    def throw(self, state: DealState) -> Throw | None:
        return None if state.cards else Throw("shuffle", (6,))

    def chance(self, state: DealState, values: tuple[int, ...]) -> DealState:
        if state.cards or sorted(values) != list(range(6)):
            raise ValueError(f"no such deal: {values}")
        return DealState(values)

    def outcome(self, state: DealState) -> Outcome | None:
        if len(state.chosen) < 3:
            return None
        hand = [state.cards[i + (3 if c == "s" else 0)] for i, c in enumerate(state.chosen)]
        return Outcome(tuple(float(card == max(hand)) for card in hand), "rules", "highest card")

    def legal(self, state: DealState) -> list[str]:
        return [] if self.turn(state) is None else ["keep", "swap"]

    def play(self, state: DealState, move: str) -> DealState:
        self._check(state, move)
        return replace(state, chosen=state.chosen + move[0])
