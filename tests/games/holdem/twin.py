"""Limit hold'em's twin: a session is a list of hands, each the cards in dealing order and the moves
of each round; everything else is derived from these."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations

from ..twin import Result

RANKS = "23456789TJQKA"
PACK = tuple(rank + suit for rank in RANKS for suit in "cdhs")
LETTERS = {"fold": "f", "check": "c", "call": "c", "bet": "r", "raise": "r"}
SIZES = (2, 2, 4, 4)  # of bets and raises, by round
BOARD = (3, 1, 1)  # cards dealt to the board, by round
Round = tuple[str, ...]


@dataclass(frozen=True)
class Hand:
    """`dealer`: a seat. `hole`: the cards dealt to seats 0 and 1; `board`: those of each round."""

    dealer: int
    hole: tuple[tuple[str, ...], ...]
    board: tuple[tuple[str, ...], ...] = ()
    rounds: tuple[Round, ...] = ((),)

    def actor(self, number: int, turn: int) -> int:
        """The seat that makes this move of a round; the dealer begins only the first round."""
        return (self.dealer + (number > 0) + turn) % 2

    @property
    def put(self) -> list[int]:
        """The chips that seats 0 and 1 have put in."""
        put = [1, 2] if self.dealer == 0 else [2, 1]
        for number, moves in enumerate(self.rounds):
            for turn, move in enumerate(moves):
                seat = self.actor(number, turn)
                if move in {"call", "bet", "raise"}:
                    put[seat] = put[1 - seat] + (0 if move == "call" else SIZES[number])
        return put

    @property
    def folded(self) -> bool:
        return self.rounds[-1][-1:] == ("fold",)

    @property
    def closed(self) -> bool:
        """Whether the round needs no more moves. The big blind may raise after a call."""
        moves = self.rounds[-1]
        return (len(moves) > 1 and moves[-1] in {"call", "check"}) or self.folded

    @property
    def over(self) -> bool:
        return self.folded or (len(self.rounds) == 4 and self.closed)

    @property
    def turn(self) -> int:
        return self.actor(len(self.rounds) - 1, len(self.rounds[-1]))

    def legal(self) -> list[str]:
        if self.closed:
            return []
        moves, put, seat = self.rounds[-1], self.put, self.turn
        answers = ["fold", "call"] if put[seat] < put[1 - seat] else ["check"]
        bets = sum(move in {"bet", "raise"} for move in moves) + (len(self.rounds) == 1)
        return [*answers, *(["raise" if bets else "bet"] if bets < 4 else [])]

    @property
    def gain(self) -> int:
        """Chips that seat 0 wins."""
        put = self.put
        if self.folded:
            folder = self.actor(len(self.rounds) - 1, len(self.rounds[-1]) - 1)
            return put[1] if folder == 1 else -put[0]
        board = sum(self.board, ())
        first, second = (best_of((*hole, *board)) for hole in self.hole)
        return 0 if first == second else put[1] if first > second else -put[0]

    @property
    def pack(self) -> list[str]:
        out = {card for cards in (*self.hole, *self.board) for card in cards}
        return [card for card in PACK if card not in out]


def best_of(cards: tuple[str, ...]) -> tuple[int, ...]:
    """The strength of the best five cards, greater for the better hand."""
    return max(_strength(five) for five in combinations(cards, 5))


def _strength(five: tuple[str, ...]) -> tuple[int, ...]:
    counts = Counter(RANKS.index(card[0]) for card in five)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card[1] for card in five}) == 1
    if sorted(ranks) == [0, 1, 2, 3, 12]:
        ranks = [3, 2, 1, 0, -1]  # the ace below the two
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    categories = [
        straight and flush,
        shape == [4, 1],
        shape == [3, 2],
        flush,
        straight,
        shape == [3, 1, 1],
        shape == [2, 2, 1],
        shape == [2, 1, 1, 1],
        True,
    ]
    return -categories.index(True), *ranks


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
        return sum(hand.gain for hand in self.hands if hand.over)


class Holdem:
    def __init__(self, hands: int = 20) -> None:
        self.hands = hands

    def start(self) -> Session:
        return Session()

    def turn(self, state: Session) -> int:
        return state.now.turn if state.now else state.finished_hands % 2

    def legal(self, state: Session) -> list[str]:
        return state.now.legal() if state.now else []

    def play(self, state: Session, move: str) -> Session:
        *before, hand = state.hands
        *rounds, moves = hand.rounds
        return Session((*before, replace(hand, rounds=(*rounds, (*moves, move)))))

    def throws(self, state: Session) -> list[tuple[int, ...]]:
        """Only throws of one card; the others are too many to list."""
        hand = state.now
        if hand is None or not hand.closed or BOARD[len(hand.board)] > 1:
            return []
        pack = len(hand.pack)
        return [(dealt, *(n for n in range(pack) if n != dealt)) for dealt in range(pack)]

    def throw(self, state: Session, values: tuple[int, ...]) -> Session:
        hand = state.now
        if hand is None:
            hole = _cards(PACK, values[:2]), _cards(PACK, values[2:4])
            return Session((*state.hands, Hand(state.finished_hands % 2, hole)))
        cards = _cards(hand.pack, values[: BOARD[len(hand.board)]])
        hand = replace(hand, board=(*hand.board, cards), rounds=(*hand.rounds, ()))
        return Session((*state.hands[:-1], hand))

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
        hole = "".join("".join(c) if s in seen else "????" for s, c in enumerate(hand.hole))
        board = "".join("".join(cards) for cards in hand.board) or "-"
        betting = "-".join("".join(LETTERS[move] for move in moves) for moves in hand.rounds)
        return f"{hole}/{board}/{betting}"


def _cards(pack: list[str] | tuple[str, ...], places: tuple[int, ...]) -> tuple[str, ...]:
    """The cards at these places, the highest first."""
    return tuple(pack[place] for place in sorted(places, reverse=True))
