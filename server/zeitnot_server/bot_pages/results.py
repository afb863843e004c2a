"""A bot's results by version, opponent and clock."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

import zeitnot_protocol as p

from .page_store import Result

MAX_ROWS = 20
"""How many versions, opponents or clocks a page lists."""

Row = TypeVar("Row", p.BotVersion, p.BotOpponent, p.BotClock)


def versions(results: Sequence[Result]) -> list[p.BotVersion]:
    """By version, the one that played last first."""
    rows = dict[str | None, p.BotVersion]()
    for each in results:
        first = p.BotVersion(
            version=each.version, first_at=each.created_at, last_at=each.created_at
        )
        row = rows.setdefault(each.version, first)
        row.first_at = min(row.first_at, each.created_at)
        row.last_at = max(row.last_at, each.created_at)
        _count(row, each)
    return sorted(rows.values(), key=lambda row: -row.last_at)[:MAX_ROWS]


def opponents(results: Sequence[Result]) -> list[p.BotOpponent]:
    """By opponent, the most frequent first. In games of several opponents, a result counts against
    each of them. `results`: newest first."""
    rows = dict[str, p.BotOpponent]()
    for each in results:
        for other in {one.account: one for one in each.opponents}.values():
            first = p.BotOpponent(name=other.name, bot=other.bot, last_at=each.created_at)
            _count(rows.setdefault(other.account, first), each)
    return _most_frequent(rows.values())


def clocks(results: Sequence[Result]) -> list[p.BotClock]:
    """By game and time control, the most frequent first."""
    rows = dict[tuple[str, bytes], p.BotClock]()
    for each in results:
        key = (each.game_type, msgspec.json.encode(each.control))
        row = rows.setdefault(key, p.BotClock(game_type=each.game_type, control=each.control))
        _count(row, each)
    return _most_frequent(rows.values())


def _count(row: p.BotVersion | p.BotOpponent | p.BotClock, result: Result) -> None:
    row.wins += result.result == "win"
    row.draws += result.result == "draw"
    row.losses += result.result == "loss"


def _most_frequent(rows: Iterable[Row]) -> list[Row]:
    """The rows with the most games; of as many, the first."""
    return sorted(rows, key=lambda row: -(row.wins + row.draws + row.losses))[:MAX_ROWS]
