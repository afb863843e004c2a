"""Whist's twin: a shuffled pack and the cards played, from which everything else follows."""

from dataclasses import dataclass, replace

from ..twin import Result

RANKS, SUITS = "23456789TJQKA", "cdhs"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
SHOWN_SUITS = "shdc"


@dataclass(frozen=True)
class Deal:
    pack: tuple[str, ...] = ()
    played: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """The table after some cards have been played."""

    hands: tuple[tuple[str, ...], ...]
    tricks: tuple[tuple[str, ...], ...]
    trick: tuple[str, ...]
    turn: int
    won: tuple[int, int]


class Whist:
    def __init__(self, cards: int = 4, seats: int = 2, trump: str = "none") -> None:
        self.cards, self.seats = cards, seats
        self.trump = "" if trump == "none" else trump[0]

    def start(self) -> Deal:
        return Deal()

    def throws(self, state: Deal) -> list[tuple[int, ...]]:
        return []  # 52! of them

    def throw(self, state: Deal, values: tuple[int, ...]) -> Deal:
        return Deal(tuple(PACK[value] for value in values))

    def play(self, state: Deal, move: str) -> Deal:
        return replace(state, played=(*state.played, move))

    def turn(self, state: Deal) -> int:
        return self.table(state).turn

    def legal(self, state: Deal) -> list[str]:
        if not state.pack:
            return []
        table = self.table(state)
        hand = table.hands[table.turn]
        following = [card for card in hand if table.trick and card[1] == table.trick[0][1]]
        return following or list(hand)

    def result(self, state: Deal) -> Result | None:
        if len(state.played) < self.cards * self.seats:
            return None
        ours, theirs = self.table(state).won
        if ours == theirs:
            return (0.5,) * self.seats, "rules", "equal tricks"
        winners = 0 if ours > theirs else 1
        scores = tuple(1.0 if seat % 2 == winners else 0.0 for seat in range(self.seats))
        return scores, "rules", "most tricks"

    def text(self, state: Deal) -> str:
        return self.view(state, set(range(self.seats)))

    def view(self, state: Deal, shown: set[int]) -> str:
        """The view of someone who sees these seats' cards."""
        table = self.table(state)
        hands = [
            self._hand(hand) if seat in shown or not hand else "?" * len(hand)
            for seat, hand in enumerate(table.hands)
        ]
        trick = "".join(table.trick) or "-"
        won = f"{table.won[0]}:{table.won[1]}"
        record = "/".join("".join(cards) for cards in table.tricks)
        return " ".join([*hands, trick, str(table.turn), won, *([record] if record else [])])

    def table(self, state: Deal) -> Table:
        """The table after all cards played so far."""
        leader, won, tricks = 0, [0, 0], []
        for first in range(0, len(state.played) - self.seats + 1, self.seats):
            cards = state.played[first : first + self.seats]
            leader = (leader + cards.index(self._best(cards))) % self.seats
            won[leader % 2] += 1
            tricks.append(cards)
        trick = state.played[self.seats * len(tricks) :]
        dealt = [
            state.pack[seat * self.cards : (seat + 1) * self.cards] for seat in range(self.seats)
        ]
        hands = tuple(tuple(card for card in hand if card not in state.played) for hand in dealt)
        turn = (leader + len(trick)) % self.seats
        return Table(hands, tuple(tricks), trick, turn, (won[0], won[1]))

    def _best(self, cards: tuple[str, ...]) -> str:
        trumps = [card for card in cards if card[1] == self.trump]
        followed = [card for card in cards if card[1] == cards[0][1]]
        return max(trumps or followed, key=lambda card: RANKS.index(card[0]))

    @staticmethod
    def _hand(cards: tuple[str, ...]) -> str:
        if not cards:
            return "-"

        def place(card: str) -> tuple[int, int]:
            return SHOWN_SUITS.index(card[1]), -RANKS.index(card[0])

        return "".join(sorted(cards, key=place))
