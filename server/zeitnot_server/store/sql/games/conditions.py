"""Conditions on one game of a list, and on the row of an index by which it is found."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    LargeBinary,
    and_,
    exists,
    literal,
    not_,
    or_,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql.functions import FunctionElement

import zeitnot_protocol as p

from ....ratings.speeds import speed_of
from ....rooms.room import Phase
from ....rooms.text import tidy_name
from ...filters import GameFilter
from ..base.people_tables import OpeningRow
from ..base.tables import GameRow, SeatRow


class Operator(Enum):
    """The viewer of the commands beside the server."""

    OPERATOR = "operator"


OPERATOR = Operator.OPERATOR

Viewer = str | Operator | None
"""An account, the operator, or None: anybody."""


def account_of(viewer: Viewer) -> str | None:
    """The account, if the viewer is one."""
    return viewer if isinstance(viewer, str) else None


@dataclass(frozen=True, slots=True)
class Asked:
    """A list that a viewer asks for. `owner`: the account that must play, with `mine` or `person`;
    `opponent`: the account of the opponent, if the name belongs to one."""

    filter: GameFilter
    viewer: Viewer = None
    owner: str | None = None
    opponent: str | None = None

    @property
    def speed(self) -> str | None:
        """The class of the time controls asked for."""
        if self.filter.control is not None:
            return speed_of(self.filter.control)
        return self.filter.speed


# ── on the row of an index ─────────────────────────────────────────────────────────────────────


def of_seat(asked: Asked) -> Sequence[ColumnElement[bool]]:
    """Conditions on a seat of the owner, all on columns of `SEAT_INDEX` except the position. Which
    seat has won is no such column: it is checked by the rows of the games that the owner has won.
    """
    filter_ = asked.filter
    found = list[ColumnElement[bool]]()
    if filter_.game is not None:
        found.append(SeatRow.game_type == filter_.game)
    if asked.speed is not None and filter_.speed in (None, asked.speed):
        found.append(SeatRow.speed == asked.speed)
    if filter_.rated is not None:
        found.append(_is_rated(filter_.rated))
    found += _of_length(filter_, SeatRow.plies)
    if filter_.position_key is not None:
        found.append(_has_position(SeatRow.game, filter_.position_key))
    result = "win" if filter_.seat is not None else filter_.result
    if result is not None:
        is_only = not found and filter_.opponent is None  # then its own index is the best
        found.append((SeatRow.result if is_only else unindexed(SeatRow.result)) == result)
    return found


def _is_rated(rated: bool) -> ColumnElement[bool]:
    return SeatRow.rated.is_(rated)


def of_imported(asked: Asked) -> Sequence[ColumnElement[bool]]:
    """Conditions on an imported game of the asking account; the others are checked by its row."""
    return [unindexed(GameRow.game_type) == asked.filter.game] if asked.filter.game else []


def _of_length(filter_: GameFilter, plies: Any) -> Iterator[ColumnElement[bool]]:
    if filter_.min_moves is not None:
        yield plies >= filter_.min_moves
    if filter_.max_moves is not None:
        yield plies <= filter_.max_moves


def _has_position(game: Any, key: int) -> ColumnElement[bool]:
    """Whether the position with this key is among the first ones of a game."""
    place = Place(OpeningRow.keys, literal(key.to_bytes(8, "big"), LargeBinary()))
    return exists().where(OpeningRow.game == game, place % 8 == 1)


# ── on the row of a game ───────────────────────────────────────────────────────────────────────


def visible_to(viewer: Viewer) -> ColumnElement[bool]:
    """Games that the viewer may see: private ones are shown to their players once they have ended,
    and imported ones to the operator and the account that has imported them."""
    is_public = GameRow.private.is_not(True)  # uses no index: the games are found by their ids here
    if viewer is OPERATOR:
        return or_(is_public, GameRow.imported.is_not(None))
    if (account := account_of(viewer)) is None:
        return is_public
    own = exists().where(SeatRow.game == GameRow.id, unindexed(SeatRow.account) == account)
    is_finished = unindexed(GameRow.state) == Phase.FINISHED.value
    return or_(is_public, and_(is_finished, own), _imported_by(account))


def _imported_by(account: str) -> ColumnElement[bool]:
    return and_(unindexed(GameRow.maker) == account, GameRow.imported.is_not(None))


def of_game(asked: Asked) -> Iterator[ColumnElement[bool]]:
    """All conditions on a game, by its row and its seats."""
    filter_ = asked.filter
    yield from _of_kind(filter_)
    yield from _of_players(asked)
    yield from _of_any_seat(asked)
    if filter_.person is not None and asked.owner != account_of(asked.viewer):
        yield GameRow.private.is_not(True)


def _of_kind(filter_: GameFilter) -> Iterator[ColumnElement[bool]]:
    if filter_.game is not None:
        yield unindexed(GameRow.game_type) == filter_.game
    if filter_.imported is not None:
        is_played = GameRow.imported.is_(None)
        yield ~is_played if filter_.imported else is_played
    if filter_.state is not None:
        yield unindexed(GameRow.state) == filter_.state
    if filter_.reason is not None:
        yield unindexed(GameRow.reason) == filter_.reason
    if filter_.control is not None:
        yield unindexed(GameRow.control) == p.encode(filter_.control)
    if filter_.min_moves is not None or filter_.max_moves is not None:
        yield unindexed(GameRow.state) == Phase.FINISHED.value
        yield from _of_length(filter_, GameRow.plies_then)
    if filter_.position_key is not None:
        yield _has_position(GameRow.id, filter_.position_key)


def _of_players(asked: Asked) -> Iterator[ColumnElement[bool]]:
    filter_, owner = asked.filter, asked.owner
    player = None if filter_.player is None else _named(filter_.player)
    whose = player if owner is None else unindexed(SeatRow.account) == owner
    if whose is not None or filter_.result is not None:
        result = _result_conditions(filter_)
        is_whose = [] if whose is None else [whose]
        plays = exists().where(SeatRow.game == GameRow.id, *is_whose, *result)
        is_all = not filter_.mine or owner is None or _asks_result(filter_)
        yield plays if is_all else or_(plays, _imported_by(owner or ""))
    if owner is not None and player is not None:
        yield _plays_another(unindexed(SeatRow.account) != owner, player)
    if filter_.opponent is not None:
        yield _plays_opponent(asked)


def _plays_opponent(asked: Asked) -> ColumnElement[bool]:
    """Whether the opponent has another seat than the owner or the player."""
    named = _named(asked.filter.opponent or "")
    if asked.opponent is not None:
        named = unindexed(SeatRow.account) == asked.opponent
    if asked.owner is not None:
        return _plays_another(unindexed(SeatRow.account) != asked.owner, named)
    return _plays_another(not_(_named(asked.filter.player or "")), named)


def _plays_another(*is_whose: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(SeatRow.game == GameRow.id, *is_whose)


def _of_any_seat(asked: Asked) -> Iterator[ColumnElement[bool]]:
    """Conditions that all seats of a game have in common."""
    wanted = list[ColumnElement[bool]]()
    if asked.filter.speed is not None:
        wanted.append(unindexed(SeatRow.speed) == asked.filter.speed)
    if asked.filter.rated is not None:
        wanted.append(_is_rated(asked.filter.rated))
    if wanted:
        yield exists().where(SeatRow.game == GameRow.id, SeatRow.seat == 0, *wanted)


def _asks_result(filter_: GameFilter) -> bool:
    """Whether only games with a certain result of a player match."""
    return filter_.seat is not None or filter_.result is not None


def _named(player: str) -> ColumnElement[bool]:
    """Whether a seat of a game is of this player, by name or account."""
    named = unindexed(SeatRow.handle) == tidy_name(player).casefold()
    return or_(named, unindexed(SeatRow.account) == player)


def _result_conditions(filter_: GameFilter) -> Iterator[ColumnElement[bool]]:
    """Conditions on the result of a seat."""
    if filter_.seat is not None:
        yield and_(SeatRow.seat == filter_.seat, unindexed(SeatRow.result) == "win")
    elif filter_.result is not None:
        yield unindexed(SeatRow.result) == filter_.result


def unindexed(column: InstrumentedAttribute[Any]) -> ColumnElement[str]:
    """The column's value as an expression for which SQLite does not use an index, because the games
    are found by their ids."""
    return column + literal("")


class Place(FunctionElement[int]):
    """SQL: where the second text of bytes begins in the first, from 1; 0: nowhere."""

    inherit_cache = True
    name = "place"
    type = BigInteger()


@compiles(Place, "sqlite")
def _place_of_sqlite(element: Place, compiler: Any, **options: Any) -> str:
    return f"instr({compiler.process(element.clauses, **options)})"


@compiles(Place, "postgresql")
def _place_of_postgresql(element: Place, compiler: Any, **options: Any) -> str:
    within, sought = (compiler.process(each, **options) for each in element.clauses)
    return f"position({sought} IN {within})"
