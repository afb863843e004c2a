"""What a finished game adds to a book, pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from zeitnot_client import protocol as p

from .entry import Entry, Place, merged, played
from .rules import BookRules

PLIES = 40
"""How deep a game goes into the book: later positions are hardly ever met again."""


@dataclass(frozen=True, slots=True)
class Line:
    """A move at a place, and the position there as text, for people to read."""

    place: Place
    position: str
    entry: Entry

    def joined(self, other: "Line") -> "Line":
        """This line and another of the same move, together."""
        return replace(self, entry=merged(self.entry, other.entry))


def lines(rules: BookRules, events: Iterable[p.RoomEvent]) -> list[Line]:
    """The lines of one game, each once however often its position came up; none if it was aborted,
    and none of a game with hidden cards: a move is good or bad there by what the mover could see.

    The events must be a whole game by these rules, as the log has them.
    """
    told = list(events)
    end = next((event for event in told if isinstance(event, p.Finished)), None)
    if end is None or end.scores is None or rules.hidden is not None:
        return []
    found = {(line.place, line.entry.move): line for line in _walk(rules, told, end)}
    return list(found.values())


def _walk(rules: BookRules, events: list[p.RoomEvent], end: p.Finished) -> Iterator[Line]:
    state = rules.start()
    for event in _stands(events):
        if isinstance(event, p.Threw):
            state = rules.chance(state, tuple(event.values))
        else:
            if event.ply >= PLIES:
                return
            place = Place(rules.game, rules.settings_key, rules.key(state))
            entry = played(event.move, end.scores or [], event.seat, end.at)
            yield Line(place, rules.position(state, None), entry)
            state = rules.play(state, event.move)


def _stands(events: list[p.RoomEvent]) -> list[p.Moved | p.Threw]:
    """The moves and throws of the line that was played in the end: what was taken back was
    never meant."""
    line: list[p.Moved | p.Threw] = []
    for event in events:
        if isinstance(event, p.Moved | p.Threw):
            line.append(event)
        elif isinstance(event, p.TakenBack):
            del line[-event.plies :]
    return line
