"""Whist's table as text; pure.

The position (docs/reference/games.md) is each seat's hand, the trick on the table, the seat to
move, the tricks of both sides, and earlier tricks. Seats are named by their marks, 1 to 4.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from zeitnot_client.terminal.face import Change, Face, Marks
from zeitnot_client.terminal.styles import seat_style

MARKS = ("1", "2", "3", "4")
SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_CARD = re.compile(r"\?|[2-9TJQKA][cdhs]")


@dataclass(frozen=True, slots=True)
class Table:
    """A position. `hands`: `?` for a card that the viewer does not see. `last`: the previous
    trick."""

    hands: list[list[str]]
    trick: list[str]
    turn: int
    won: tuple[int, int]
    last: list[str]

    @property
    def leader(self) -> int:
        """The seat that led to this trick."""
        return (self.turn - len(self.trick)) % len(self.hands)


def _read(position: str) -> Table:
    """Raises ValueError or LookupError for text that is not a position."""
    words = position.split(" ")
    seats = 4 if len(words) > 6 else 2
    trick, turn, won, *record = words[seats:]
    ours, theirs = won.split(":")
    last = _cards(record[0].split("/")[-1]) if record else []
    hands = [_cards(word) for word in words[:seats]]
    return Table(hands, _cards(trick), int(turn), (int(ours), int(theirs)), last)


def _cards(word: str) -> list[str]:
    """Parses `6h?9c`, or `-` for none; uses the first of several possible deals."""
    word = word.split("|")[0]
    cards = _CARD.findall(word)
    if word != "-" and "".join(cards) != word:
        raise ValueError("not cards")
    return cards


def _draw(position: str, marks: Marks) -> Text:
    """Draws the hands, the cards on the table in the order of play, and the tricks won."""
    table = _read(position)
    trump = str(marks.settings.get("trump", "none"))
    head = f"tricks: {_sides(table)}"
    if trump != "none":
        head += f"   trumps {SIGNS[trump[0]]}"
    lines = [Text(head)]
    lines += [_hand(table, seat) for seat in range(len(table.hands))]
    lines.append(Text.assemble("table: ", _played(table.trick, table.leader, len(table.hands))))
    if table.last:
        lines.append(Text("last trick: " + " ".join(map(_card, table.last)), "dim"))
    return Text("\n").join(lines)


def _sides(table: Table) -> str:
    names = ("1", "2") if len(table.hands) == 2 else ("1 and 3", "2 and 4")
    return ", ".join(f"{name}: {won}" for name, won in zip(names, table.won, strict=True))


def _hand(table: Table, seat: int) -> Text:
    hand = table.hands[seat]
    if "?" in hand:
        cards = "1 card" if len(hand) == 1 else f"{len(hand)} cards"
    else:
        cards = " ".join(map(_card, hand)) or "no cards"
    return Text.assemble((f"{MARKS[seat]} ", seat_style(seat)), cards)


def _played(cards: Sequence[str], leader: int, seats: int) -> Text:
    if not cards:
        return Text("-")
    parts = [
        Text.assemble((MARKS[(leader + index) % seats], seat_style((leader + index) % seats)), " ")
        + Text(_card(card))
        for index, card in enumerate(cards)
    ]
    return Text("  ").join(parts)


def _card(card: str) -> str:
    """`Td` as `10♦`."""
    rank = card[0].replace("T", "10")
    return rank + SIGNS[card[1]] if card != "?" else card


def _trick_result(change: Change) -> str | None:
    """Describes which seat took the trick that was just completed."""
    before, after = _read(change.before), _read(change.after)
    if sum(after.won) == sum(before.won):
        return None
    return f"{change.names[after.turn]} takes the trick with {_best(before, after)}."


def _best(before: Table, after: Table) -> str:
    """The card of the seat that leads next."""
    index = (after.turn - before.leader) % len(after.hands)
    return _card(after.last[index])


FACE = Face(
    MARKS,
    _draw,
    ends={"most tricks": "by tricks"},
    part_result=_trick_result,
    counts=lambda position: _read(position).won,
    unit=("trick", "tricks"),
)
