"""Kuhn poker's table as text; pure.

The position (docs/reference/games.md) is a hand, its number, the first seat's chips, and the hand
before. Seats are named by their marks, 1 and 2, as in the list of players.
"""

from dataclasses import dataclass

from rich.text import Text

from ..face import Change, Face, Marks
from ..styles import SEAT_STYLES

MARKS = ("1", "2")
_WORDS = {"c": "check", "b": "bet", "f": "fold"}


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of a session, numbered from 1. `cards`: both cards, `?` where the viewer does not see
    one; `actions`: a letter each."""

    number: int
    cards: str
    actions: str

    @property
    def is_dealt(self) -> bool:
        """Whether the cards of this hand have been dealt."""
        return self.cards != "--"

    @property
    def action_text(self) -> str:
        """The actions with their seats, which open hands in turn. A check that answers a bet is a
        call."""
        words = [
            "call" if word == "c" and self.actions[index - 1 : index] == "b" else _WORDS[word]
            for index, word in enumerate(self.actions)
        ]
        return ", ".join(
            f"{MARKS[(self.number - 1 + index) % 2]} {word}" for index, word in enumerate(words)
        )


@dataclass(frozen=True, slots=True)
class Session:
    """A position. `chips`: the first seat's; the second has lost as many."""

    current: Hand
    chips: int
    last: Hand


def _read(position: str) -> Session:
    """Raises ValueError or LookupError for text that is no position."""
    current, number, chips, last = position.split(" ")
    return Session(_hand(current, int(number)), int(chips), _hand(last, int(number) - 1))


def _hand(text: str, number: int) -> Hand:
    cards, _, actions = text.partition("/")
    if len(cards) != 2:
        raise ValueError("a hand has two cards")
    return Hand(number, cards, actions)


def _draw(position: str, marks: Marks) -> Text:
    """Draws the hand in play; after the session its last hand."""
    session, hands = _read(position), marks.settings.get("hands")
    is_over = hands is not None and session.current.number > int(hands)
    hand = session.last if is_over else session.current
    total = "" if hands is None else f" of {hands}"
    lines = [
        Text(f"hand {hand.number}{total}, chips: {_chips(session)}"),
        _cards(hand) if hand.is_dealt else Text("no cards yet"),
    ]
    if session.last.is_dealt and not is_over:
        lines.append(Text.assemble("before: ", _cards(session.last)))
    return Text("\n").join(lines)


def _chips(session: Session) -> str:
    """`first +2, second -2`; before anybody has won, `first 0, second 0`."""
    first = session.chips
    return f"first {first:+}, second {-first:+}" if first else "first 0, second 0"


def _cards(hand: Hand) -> Text:
    """`1 Q   2 ?   2 check, 1 bet`."""
    first, second = (
        (f"{mark} {card}", style)
        for mark, card, style in zip(MARKS, hand.cards, SEAT_STYLES, strict=False)
    )
    return Text.assemble(first, "   ", second, f"   {hand.action_text}" if hand.actions else "")


def _hand_result(change: Change) -> str | None:
    """Who has won how many chips in the hand that has ended, and how. The cards appear only after
    a showdown: a fold reveals nothing."""
    before, after = _read(change.before), _read(change.after)
    won = after.chips - before.chips
    if after.current.number == before.current.number or not won:
        return None
    hand, winner = after.last, 0 if won > 0 else 1
    name, loser = change.names[winner], change.names[1 - winner]
    gain = "1 chip" if abs(won) == 1 else f"{abs(won)} chips"
    if hand.actions.endswith("f"):
        how = f"{loser} folds"
    else:
        how = f"{hand.cards[winner]} beats {hand.cards[1 - winner]} at the showdown"
    return f"Hand {hand.number}: {name} wins {gain}, {how}."


FACE = Face(
    MARKS,
    _draw,
    ends={"most chips": "by chips", "fold": "by a fold", "showdown": "at the showdown"},
    part_result=_hand_result,
)
