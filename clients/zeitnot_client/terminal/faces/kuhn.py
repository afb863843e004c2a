"""Kuhn poker's table as text; pure."""

from rich.text import Text

from ..face import Face, Marks
from ..styles import SEAT_STYLES

_WORDS = {"c": "check", "b": "bet", "f": "fold"}


def _hand(hand: str) -> Text:
    """Both seats' cards, and what was said: a check that answers a bet is a call."""
    cards, _, said = hand.partition("/")
    first, second = cards[0], cards[1]
    words = [
        "call" if word == "c" and said[at - 1 : at] == "b" else _WORDS[word]
        for at, word in enumerate(said)
    ]
    return Text.assemble(
        (first, SEAT_STYLES[0]), " ", (second, SEAT_STYLES[1]), "  ", " ".join(words)
    )


def _draw(position: str, marks: Marks) -> Text:
    now, number, chips, last = position.split(" ")
    lines = [Text(f"hand {number}, seat 0 has {int(chips):+} chips"), _hand(now)]
    if not last.startswith("--"):
        lines.append(Text.assemble("before: ", _hand(last)))
    return Text("\n").join(lines)


FACE = Face(("1", "2"), _draw)
