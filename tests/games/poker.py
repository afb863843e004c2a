"""Poker games dealt differently: they differ only in cards that a viewer may not see."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests.proof.secrecy.pairs import Event, Settings, after
from zeitnot_engines.games import load


@dataclass(frozen=True)
class Pack:
    """`cards`: the size of the pack; `hole`: how many cards each of two seats gets; `board`: how
    many cards each later throw of a hand turns up. Such a throw shuffles the rest of the pack."""

    cards: int
    hole: int
    board: tuple[int, ...] = ()


@dataclass
class Hand:
    """One hand of a session: its deal, then moves and the throws for the board in between."""

    deal: tuple[int, ...]
    events: list[Event] = field(default_factory=list)

    @property
    def was_folded(self) -> bool:
        return self.events[-1:] == [("move", "fold")]


def redealt(
    game: str,
    pack: Pack,
    events: Sequence[Event],
    viewer: int | None,
    settings: Settings,
    rng: random.Random,
) -> list[Event] | None:
    """The same moves and visible cards, with all other cards redrawn; None if this changes
    nothing."""
    hands = list(_hands(pack, events))
    finished = _finished_hands(game, events, settings)
    other: list[Event] = []
    for number, hand in enumerate(hands):
        is_shown = number < finished and not hand.was_folded
        seen = {0, 1} if is_shown else set() if viewer is None else {viewer}
        other += _redealt_hand(pack, hand, seen, rng)
    return None if other == list(events) else other


def _hands(pack: Pack, events: Sequence[Event]) -> Iterator[Hand]:
    hand: Hand | None = None
    for event in events:
        if event[0] == "throw" and len(event[1]) == pack.cards:
            if hand is not None:
                yield hand
            hand = Hand(event[1])
        elif hand is not None:
            hand.events.append(event)
    if hand is not None:
        yield hand


def _finished_hands(game: str, events: Sequence[Event], settings: Settings) -> int:
    state = load(game, settings).start()
    for event in events:
        state = after(state, event)
    return int(state.text.split(" ")[1]) - 1


def _redealt_hand(pack: Pack, hand: Hand, seen: set[int], rng: random.Random) -> list[Event]:
    hole = list(hand.deal[: 2 * pack.hole])
    board = _board(pack, hand)
    known = {card for place, card in enumerate(hole) if place // pack.hole in seen}
    free = [card for card in range(pack.cards) if card not in known.union(*board)]
    rng.shuffle(free)
    new = [card if place // pack.hole in seen else free.pop() for place, card in enumerate(hole)]
    events: list[Event] = [("throw", _values(range(pack.cards), new, rng))]
    left, deals = [card for card in range(pack.cards) if card not in new], iter(board)
    for event in hand.events:
        if event[0] == "move":
            events.append(event)
            continue
        cards = next(deals)
        events.append(("throw", _values(left, cards, rng)))
        left = [card for card in left if card not in cards]
    return events


def _board(pack: Pack, hand: Hand) -> list[list[int]]:
    """The public cards, by throw."""
    left = [card for card in range(pack.cards) if card not in hand.deal[: 2 * pack.hole]]
    throws = [event[1] for event in hand.events if event[0] == "throw"]
    board = []
    for values, count in zip(throws, pack.board, strict=False):
        cards = [left[place] for place in values[:count]]
        left = [card for card in left if card not in cards]
        board.append(cards)
    return board


def _values(left: Sequence[int], cards: Sequence[int], rng: random.Random) -> tuple[int, ...]:
    """A shuffle of the rest of the pack that begins with these cards."""
    places = [left.index(card) for card in cards]
    others = [place for place in range(len(left)) if place not in places]
    rng.shuffle(others)
    return (*places, *others)
