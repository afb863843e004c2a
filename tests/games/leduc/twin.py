"""Leduc hold'em's twin: a session is a list of hands, each the cards in dealing order and the moves
of both rounds; everything else is derived from these."""

from dataclasses import dataclass, replace
from itertools import permutations

from ..twin import Result

PACK = ("Js", "Jh", "Qs", "Qh", "Ks", "Kh")
LETTERS = {
    "fold": "f",
    "check": "c",
    "call": "c",
    "raise": "r",
    "half": "h",
    "pot": "p",
    "allin": "a",
}
Round = tuple[str, ...]


@dataclass(frozen=True)
class Hand:
    """`stack`: the chips of each seat, or None if bets are limited."""

    stack: int | None
    cards: tuple[str, ...]
    rounds: tuple[Round, ...] = ((),)

    @property
    def put(self) -> list[int]:
        """The chips that the opener and the other seat have put in."""
        put = [1, 1]
        for number, moves in enumerate(self.rounds):
            for turn, move in enumerate(moves):
                mine, theirs = turn % 2, 1 - turn % 2
                pot_if_called = 2 * put[theirs]
                match move:
                    case "call":
                        put[mine] = put[theirs]
                    case "raise":
                        put[mine] = put[theirs] + (2, 4)[number]
                    case "half":
                        put[mine] = put[theirs] + pot_if_called // 2
                    case "pot":
                        put[mine] = put[theirs] + pot_if_called
                    case "allin":
                        put[mine] = self.stack or 0
        return put

    @property
    def folded(self) -> bool:
        return self.rounds[-1][-1:] == ("fold",)

    @property
    def closed(self) -> bool:
        """Whether the round needs no more moves."""
        moves = self.rounds[-1]
        all_in = len(self.rounds) == 2 and min(self.put) == self.stack
        return all_in or moves[-1:] in {("call",), ("fold",)} or moves == ("check", "check")

    @property
    def needs_board(self) -> bool:
        return len(self.rounds) == 1 and self.closed and not self.folded

    @property
    def over(self) -> bool:
        return self.folded or (len(self.rounds) == 2 and self.closed)

    def legal(self) -> list[str]:
        if self.closed:
            return []
        moves, put = self.rounds[-1], self.put
        mine, theirs = put[len(moves) % 2], put[1 - len(moves) % 2]
        answers = ["fold", "call"] if mine < theirs else ["check"]
        raised = sum(move not in {"check", "call"} for move in moves)
        if raised == 2 or theirs == self.stack:
            return answers
        if self.stack is None:
            return [*answers, "raise"]
        sizes = {"half": theirs, "pot": 2 * theirs}
        smaller = [name for name, size in sizes.items() if theirs + size < self.stack]
        return [*answers, *smaller, "allin"]

    def gain(self, opener: int) -> int:
        """Chips that seat 0 wins."""
        put = self.put if opener == 0 else self.put[::-1]
        if self.folded:
            folder = (opener + len(self.rounds[-1]) - 1) % 2
            return put[1] if folder == 1 else -put[0]
        first, second = (self._strength(card) for card in self.cards[:2])
        return 0 if first == second else put[1] if first > second else -put[0]

    def _strength(self, card: str) -> tuple[bool, int]:
        return card[0] == self.cards[2][0], "JQK".index(card[0])


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


class Leduc:
    def __init__(self, hands: int = 10, bets: str = "limit", stack: int = 10) -> None:
        self.hands = hands
        self.stack = stack if bets == "nolimit" else None

    def start(self) -> Session:
        return Session()

    def turn(self, state: Session) -> int:
        moves = state.now.rounds[-1] if state.now and not state.now.closed else ()
        return (state.finished_hands + len(moves)) % 2

    def legal(self, state: Session) -> list[str]:
        return state.now.legal() if state.now else []

    def play(self, state: Session, move: str) -> Session:
        *before, hand = state.hands
        *rounds, moves = hand.rounds
        return Session((*before, replace(hand, rounds=(*rounds, (*moves, move)))))

    def throws(self, state: Session) -> list[tuple[int, ...]]:
        if state.now is None:
            return [] if state.finished_hands == self.hands else _deals(6, 2)
        return _deals(4, 1) if state.now.needs_board else []

    def throw(self, state: Session, values: tuple[int, ...]) -> Session:
        if state.now is None:
            cards = tuple(PACK[value] for value in values[:2])
            return Session((*state.hands, Hand(self.stack, cards)))
        *before, hand = state.hands
        remaining = [card for card in PACK if card not in hand.cards]
        cards = (*hand.cards, remaining[values[0]])
        return Session((*before, replace(hand, cards=cards, rounds=(*hand.rounds, ()))))

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
        shown = {0, 1} if everything or (last and not last.folded) else visible
        now = self._hand(state.now, {0, 1} if everything else visible)
        return f"{now} {state.finished_hands + 1} {state.chips} {self._hand(last, shown)}"

    @staticmethod
    def _hand(hand: Hand | None, seen: set[int]) -> str:
        if hand is None:
            return "-/-/"
        cards = "".join(hand.cards[seat] if seat in seen else "?" for seat in (0, 1))
        board = hand.cards[2] if len(hand.cards) > 2 else "-"
        betting = "-".join("".join(LETTERS[move] for move in moves) for moves in hand.rounds)
        return f"{cards}/{board}/{betting}"


def _deals(pack: int, cards: int) -> list[tuple[int, ...]]:
    """Every way to deal `cards` cards from a pack: their places, then all other places."""
    return [
        (*dealt, *(place for place in range(pack) if place not in dealt))
        for dealt in permutations(range(pack), cards)
    ]
