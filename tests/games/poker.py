"""Games of poker dealt otherwise: what differs is only what a viewer may not see."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from zeitnot_engines.games import Value, load

Event = tuple[str, tuple[int, ...] | str]
"""A throw with its values, or a move with its text."""


@dataclass(frozen=True)
class Pack:
    """`cards`: how many there are; `own`: how many each of two seats gets. A later throw of a hand
    shuffles what is left of the pack, in order; `board`: how many of it each lays open."""

    cards: int
    own: int
    board: tuple[int, ...] = ()


@dataclass
class Hand:
    """One hand of a session: its deal, then moves and the throws for the board in between."""

    deal: tuple[int, ...]
    events: list[Event] = field(default_factory=list)

    @property
    def was_folded(self) -> bool:
        return self.events[-1:] == [("move", "fold")]


def dealt_otherwise(
    game: str,
    pack: Pack,
    events: Sequence[Event],
    viewer: int | None,
    settings: Mapping[str, Value],
    chance: random.Random,
) -> list[Event] | None:
    """The same moves and the same visible cards, all others drawn anew; None if this changes
    nothing."""
    hands = list(_hands(pack, events))
    finished = _finished_hands(game, events, settings)
    other: list[Event] = []
    for number, hand in enumerate(hands):
        is_shown = number < finished and not hand.was_folded
        seen = {0, 1} if is_shown else set() if viewer is None else {viewer}
        other += _dealt_otherwise(pack, hand, seen, chance)
    return None if other == list(events) else other


def _hands(pack: Pack, events: Sequence[Event]) -> Iterator[Hand]:
    hand: Hand | None = None
    for kind, value in events:
        if kind == "throw" and len(value) == pack.cards:
            if hand is not None:
                yield hand
            hand = Hand(tuple(int(place) for place in value))
        elif hand is not None:
            hand.events.append((kind, value))
    if hand is not None:
        yield hand


def _finished_hands(game: str, events: Sequence[Event], settings: Mapping[str, Value]) -> int:
    state = load(game, settings).start()
    for kind, value in events:
        if kind == "move":
            state = state.play(str(value))
        else:
            state = state.throw([int(place) for place in value])
    return int(state.text.split(" ")[1]) - 1


def _dealt_otherwise(pack: Pack, hand: Hand, seen: set[int], chance: random.Random) -> list[Event]:
    own = list(hand.deal[: 2 * pack.own])
    board = _board(pack, hand)
    kept = {card for place, card in enumerate(own) if place // pack.own in seen}
    free = [card for card in range(pack.cards) if card not in kept.union(*board)]
    chance.shuffle(free)
    new = [card if place // pack.own in seen else free.pop() for place, card in enumerate(own)]
    events: list[Event] = [("throw", _values(range(pack.cards), new, chance))]
    left, deals = [card for card in range(pack.cards) if card not in new], iter(board)
    for kind, value in hand.events:
        if kind == "move":
            events.append((kind, value))
            continue
        cards = next(deals)
        events.append((kind, _values(left, cards, chance)))
        left = [card for card in left if card not in cards]
    return events


def _board(pack: Pack, hand: Hand) -> list[list[int]]:
    """The public cards, by throw."""
    left = [card for card in range(pack.cards) if card not in hand.deal[: 2 * pack.own]]
    throws = [value for kind, value in hand.events if kind == "throw"]
    board = []
    for values, count in zip(throws, pack.board, strict=False):
        cards = [left[int(place)] for place in values[:count]]
        left = [card for card in left if card not in cards]
        board.append(cards)
    return board


def _values(left: Sequence[int], cards: Sequence[int], chance: random.Random) -> tuple[int, ...]:
    """A shuffle of what is left of the pack that begins with these cards."""
    places = [left.index(card) for card in cards]
    others = [place for place in range(len(left)) if place not in places]
    chance.shuffle(others)
    return (*places, *others)
