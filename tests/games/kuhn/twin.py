"""Kuhn poker's twin: a session is a list of hands, each a deal and its moves."""

from dataclasses import dataclass, replace
from itertools import permutations

from ..twin import Result

CARDS = "JQK"
ENDS = {"check check", "bet call", "bet fold", "check bet call", "check bet fold"}
LETTERS = {"check": "c", "call": "c", "bet": "b", "fold": "f"}


@dataclass(frozen=True)
class Hand:
    deal: tuple[int, ...]
    moves: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        return " ".join(self.moves) in ENDS

    def gain(self, opener: int) -> int:
        """Chips that seat 0 wins."""
        if self.moves[-1] == "fold":
            folder = (opener + len(self.moves) - 1) % 2
            return -1 if folder == 0 else 1
        stake = 2 if "bet" in self.moves else 1
        return stake if self.deal[0] > self.deal[1] else -stake


@dataclass(frozen=True)
class Session:
    hands: tuple[Hand, ...] = ()

    @property
    def finished_hands(self) -> int:
        """The number of finished hands."""
        return sum(hand.over for hand in self.hands)

    @property
    def now(self) -> Hand | None:
        return self.hands[-1] if self.finished_hands < len(self.hands) else None

    @property
    def chips(self) -> int:
        return sum(hand.gain(number % 2) for number, hand in enumerate(self.hands) if hand.over)


class Kuhn:
    def __init__(self, hands: int = 10) -> None:
        self.hands = hands

    def start(self) -> Session:
        return Session()

    def turn(self, state: Session) -> int:
        moves = state.now.moves if state.now else ()
        return (state.finished_hands + len(moves)) % 2

    def legal(self, state: Session) -> list[str]:
        if state.now is None:
            return []
        return ["fold", "call"] if state.now.moves[-1:] == ("bet",) else ["check", "bet"]

    def play(self, state: Session, move: str) -> Session:
        *before, hand = state.hands
        return Session((*before, replace(hand, moves=(*hand.moves, move))))

    def throws(self, state: Session) -> list[tuple[int, ...]]:
        if state.now is not None or state.finished_hands == self.hands:
            return []
        return list(permutations(range(3)))

    def throw(self, state: Session, values: tuple[int, ...]) -> Session:
        return Session((*state.hands, Hand(tuple(values))))

    def result(self, state: Session) -> Result | None:
        if state.finished_hands < self.hands:
            return None
        chips = state.chips
        if chips == 0:
            return (0.5, 0.5), "rules", "equal chips"
        return ((1.0, 0.0) if chips > 0 else (0.0, 1.0)), "rules", "most chips"

    def text(self, state: Session) -> str:
        return self.view(state, {0, 1}, everything=True)

    def view(self, state: Session, visible: set[int], *, everything: bool = False) -> str:
        """The view of someone who sees these seats' cards."""
        last = state.hands[state.finished_hands - 1] if state.finished_hands else None
        shown = {0, 1} if everything or (last and last.moves[-1] != "fold") else visible
        now = self._hand(state.now, {0, 1} if everything else visible)
        return f"{now} {state.finished_hands + 1} {state.chips} {self._hand(last, shown)}"

    @staticmethod
    def _hand(hand: Hand | None, seen: set[int]) -> str:
        if hand is None:
            return "--/"
        cards = "".join(CARDS[hand.deal[seat]] if seat in seen else "?" for seat in (0, 1))
        return f"{cards}/{''.join(LETTERS[word] for word in hand.moves)}"
