"""The lines that a finished game adds to a book; pure.

A result says something about the opening if the rules ended the game, or if it was resigned or
agreed drawn late enough. A flag, a lost connection or an abort says nothing about it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import zeitnot_protocol as p

from ..rooms.setup import LEGACY_SETUP, first_state, started_state
from .entry import BookPosition, Entry, merged, played
from .rules import BookRules

MAX_PLIES = 40
"""How many plies of a game are indexed: later positions hardly ever recur."""

MIN_PLIES = 20
"""A resignation, an agreement or a repetition counts from this ply on: ten moves a side."""

_BY_RULES = frozenset({"rules", "move_limit", "dead"})
_BY_PLAYERS = frozenset(
    {"resign", "agreed", "repetition"}
)  # ends that two players can bring about together


@dataclass(frozen=True, slots=True)
class BookLine:
    """A move in a position, with the position as text for human readers."""

    book_position: BookPosition
    position: str
    entry: Entry

    def joined(self, other: "BookLine") -> "BookLine":
        """This line merged with another of the same move."""
        return replace(self, entry=merged(self.entry, other.entry))


def order(line: BookLine) -> tuple[int, int, float, str]:
    """The sort key of lines: by position, best weight first."""
    return (
        line.book_position.settings_key,
        line.book_position.key,
        -line.entry.weight,
        line.entry.move,
    )


def lines(
    rules: BookRules, events: Iterable[p.RoomEvent], setup: p.Setup = LEGACY_SETUP
) -> list[BookLine]:
    """The lines of one game, each once even if its position recurred.

    Empty for a game whose end says nothing about its moves, which a player has left, or which did
    not begin at the start position; and for games with hidden information, because a move depends
    on what its player could see. The events must be a complete game under these rules, with
    unredacted moves.
    """
    events_ = list(events)
    end = _end(events_)
    if end is None or rules.hidden is not None or _has_own_start(setup):
        return []
    if any(isinstance(event, p.Withdrew) for event in events_):
        return []
    plies = sum(isinstance(event, p.Moved) for event in _final_moves(events_))
    if not is_informative(end.reason, plies):
        return []
    return _lines(rules, events_, end, setup)


def opening_keys(
    rules: BookRules, events: Iterable[p.RoomEvent], setup: p.Setup = LEGACY_SETUP
) -> list[int]:
    """The keys of the positions before the first MAX_PLIES moves of a game and after the last of
    them, in order; empty for games with hidden information, and for those that a player has left.
    However the game ended, lists can find it by these positions. The events must be a complete
    game, as for `lines`."""
    events_ = list(events)
    if rules.hidden is not None or any(isinstance(event, p.Withdrew) for event in events_):
        return []
    state = _begun(rules, events_, setup)
    keys = [rules.key(state)] if rules.throw(state) is None else []
    for event in _final_moves(events_):
        if isinstance(event, p.Moved) and event.ply >= MAX_PLIES:
            break
        if isinstance(event, p.Threw):
            state = rules.chance(state, tuple(event.values))
        else:
            state = rules.play(state, event.move)
        keys.append(rules.key(state))
    return list(dict.fromkeys(keys))


def former_lines(rules: BookRules, events: Iterable[p.RoomEvent]) -> list[BookLine]:
    """The lines that versions before 0.2 added for a game, regardless of how it ended."""
    events_ = list(events)
    end = _end(events_)
    return (
        [] if end is None or rules.hidden is not None else _lines(rules, events_, end, LEGACY_SETUP)
    )


def _has_own_start(setup: p.Setup) -> bool:
    """Whether the game did not begin at the start position."""
    return setup.position is not None or bool(setup.moves)


def _end(events: list[p.RoomEvent]) -> p.Finished | None:
    """The final event, if it has a result."""
    end = next((event for event in events if isinstance(event, p.Finished)), None)
    return None if end is None or end.scores is None else end


def is_informative(reason: p.Reason, plies: int) -> bool:
    """Whether an end for this reason, after this many plies, says something about the moves."""
    return reason in _BY_RULES or (reason in _BY_PLAYERS and plies >= MIN_PLIES)


def line_at(rules: BookRules, state: Any, entry: Entry) -> BookLine:
    """The line of a move in this position."""
    book_position = BookPosition(rules.game, rules.settings_key, rules.key(state))
    return BookLine(book_position, rules.position(state, None), entry)


def _lines(
    rules: BookRules, events: list[p.RoomEvent], end: p.Finished, setup: p.Setup
) -> list[BookLine]:
    all_lines = _walk(rules, events, end, _begun(rules, events, setup))
    return list({(line.book_position, line.entry.move): line for line in all_lines}.values())


def _begun(rules: BookRules, events: list[p.RoomEvent], setup: p.Setup) -> Any:
    """The state in which the game began."""
    state = first_state(rules, setup)
    if started := next((event for event in events if isinstance(event, p.Started)), None):
        state = started_state(rules, setup, state, started.position)
    return state


def _walk(
    rules: BookRules, events: list[p.RoomEvent], end: p.Finished, state: Any
) -> Iterator[BookLine]:
    for event in _final_moves(events):
        if isinstance(event, p.Threw):
            state = rules.chance(state, tuple(event.values))
        else:
            if event.ply >= MAX_PLIES:
                return
            yield line_at(rules, state, played(event.move, end.scores or [], event.seat, end.at))
            state = rules.play(state, event.move)


def _final_moves(events: list[p.RoomEvent]) -> list[p.Moved | p.Threw]:
    """The moves and throws of the game that were not taken back."""
    line: list[p.Moved | p.Threw] = []
    for event in events:
        if isinstance(event, p.Moved | p.Threw):
            line.append(event)
        elif isinstance(event, p.TakenBack):
            del line[-event.plies :]
    return line
