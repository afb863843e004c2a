"""A commit as rows. The caller's thread prepares it, so that the writer only runs SQL with these
values (`batch`)."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import zeitnot_protocol as p

from ....ratings.speeds import speed_of
from ....rooms.room import Phase, Room, Seat
from ....rooms.value import Value
from ...end_effects.effect import Ended
from ...room_log import Commit
from . import log
from .end_effects import PendingEffect, pending_effects

_STATE_CHANGES = frozenset({p.Started, p.Paused, p.Resumed, p.Finished})
"""The events that change a game's state. Only they write its row and indices; a move writes only
the log (see `newest.Newest`)."""
_CHANGE_SEATS = (p.Seated, p.Finished)
_CHANGE_SEATS_OF_A_LINK = (p.Seated, p.Finished, p.Started)  # a start makes them public


class GameColumns(NamedTuple):
    """The columns of GameRow that change, with `id`. `maker` changes when a guest is merged."""

    id: str
    state: str
    plies: int
    position: str
    scores: str | None
    reason: str | None
    word: str | None
    finished_at: int | None
    private: bool
    maker: str | None


class NewGame(NamedTuple):
    """The columns of GameRow for a new game. An imported one is kept out of the book."""

    id: str
    game_type: str
    rules_version: int
    settings: str
    control: str
    commitment: str
    seed: bytes
    created_at: int
    listed: bool
    setup: str
    maker: str | None
    state: str
    plies: int
    position: str
    private: bool
    imported: str | None
    learned: bool
    forgotten: bool
    ladder: str | None


class SeatValues(NamedTuple):
    """A seat: the columns of SeatRow."""

    game: str
    seat: int
    account: str | None
    name: str | None
    handle: str | None
    bot: bool
    salt: str | None
    level: int | None
    invited_account: str | None
    invited_name: str | None
    invited_bot: bool
    result: str | None
    created_at: int
    private: bool
    version: str | None
    game_type: str
    speed: str | None
    rated: bool
    plies: int | None
    opponent: str
    kept: bool
    stand_in: str | None
    stand_in_name: str | None
    stand_in_level: int | None
    stand_in_version: str | None


class PreparedCommit(Value, frozen=True):
    """A commit as values: new games, their seats and changed ones, events, the game's row if its
    state has changed, and the effects of the game's end."""

    new_games: tuple[NewGame, ...]
    seats: tuple[SeatValues, ...]
    events: tuple[log.Columns, ...]
    game: GameColumns | None
    effects: tuple[PendingEffect, ...] = ()

    def rows(self) -> int:
        """How many rows it writes, for the bound on a transaction."""
        rows = len(self.events) + (self.game is not None)
        if not (self.new_games or self.seats or self.effects):  # a move, mostly
            return rows
        of_effects = sum(len(one.keys) * (2 if one.effect.appended else 1) for one in self.effects)
        return rows + len(self.new_games) + len(self.seats) + of_effects


def prepare(commit: Commit) -> PreparedCommit:
    """Turns a commit into values."""
    kinds = {type(entry.event) for entry in commit.entries}
    changing = _CHANGE_SEATS if commit.room.game_setup.listed else _CHANGE_SEATS_OF_A_LINK
    seated = commit.created if kinds.isdisjoint(changing) else (*commit.created, commit.room)
    return PreparedCommit(
        new_games=tuple(map(_new_game, commit.created)),
        seats=tuple(chain.from_iterable(map(seats, seated))),
        events=_events(commit),
        game=None if kinds.isdisjoint(_STATE_CHANGES) else game_columns(commit.room),
        effects=_effects(commit) if p.Finished in kinds else (),
    )


def _new_game(room: Room) -> NewGame:
    game_setup = room.game_setup
    facts = game_setup.facts
    return NewGame(
        id=game_setup.id,
        game_type=game_setup.rules.game,
        rules_version=game_setup.rules.version,
        settings=p.encode(game_setup.settings),
        control=p.encode(game_setup.control),
        commitment=game_setup.commitment,
        seed=game_setup.seed,
        created_at=game_setup.created_at,
        listed=game_setup.listed,
        setup=p.encode(game_setup.setup),
        maker=game_setup.creator,
        state=room.phase.value,
        plies=room.ply,
        position=room.position(None),
        private=room.private,
        imported=None if facts is None else p.encode(facts),
        learned=facts is not None,
        forgotten=facts is not None,
        ladder=game_setup.ladder,
    )


def _events(commit: Commit) -> tuple[log.Columns, ...]:
    """The rows of the log. The last one has what lists show of the game from now on."""
    if not commit.entries:
        return ()
    *others, last = commit.entries
    room = commit.room
    return (
        *map(log.to_columns, others),
        log.to_columns(last, room.ply, room.position(None)),
    )


def game_columns(room: Room) -> GameColumns:
    """The columns of the game's row that may change."""
    end = room.finished if room.phase is Phase.FINISHED else None
    return GameColumns(
        id=room.id,
        state=room.phase.value,
        plies=room.ply,
        position=room.position(None),
        scores=p.encode(end.scores) if end and end.scores is not None else None,
        reason=end.reason if end else None,
        word=end.word if end else None,
        finished_at=end.at if end else None,
        private=room.private,
        maker=room.game_setup.creator,
    )


def seats(room: Room) -> list[SeatValues]:
    """The rows of the game's seats."""
    game_setup = room.game_setup
    shared: dict[str, Any] = {  # computed once, because some of it takes several calls
        "game": game_setup.id,
        "created_at": game_setup.created_at,
        "private": room.private,
        "game_type": game_setup.rules.game,
        "speed": speed_of(game_setup.control),
        "rated": game_setup.setup.rated,
        "plies": room.ply if room.phase is Phase.FINISHED else None,
    }
    scores = room.finished.scores if room.finished else None
    is_hidden = room.leaves_no_trace  # no list finds it by a player
    return [
        _seat(room.seats, index, is_hidden, _result(index, scores), shared)
        for index in range(len(room.seats))
    ]


def _seat(
    all_seats: Sequence[Seat],
    index: int,
    is_hidden: bool,
    result: str | None,
    shared: Mapping[str, Any],
) -> SeatValues:
    seat = all_seats[index]
    actor, invited = None if is_hidden else seat.left or seat.actor, seat.invited
    stand_in = seat.actor if seat.left else None
    opponent = all_seats[1 - index].actor if len(all_seats) == 2 else None
    return SeatValues(
        **shared,
        seat=index,
        account=actor.account if actor else None,
        name=actor.name if actor else None,
        handle=actor.name.casefold() if actor else None,
        bot=actor.bot if actor else False,
        salt=seat.salt,
        level=invited.level if invited else None,
        invited_account=invited.account if invited else None,
        invited_name=invited.name if invited else None,
        invited_bot=invited.bot if invited else False,
        result=result and "loss" if seat.left else result,
        version=actor.version if actor else None,
        opponent=opponent.account if actor and opponent else "",
        kept=actor.kept if actor else False,
        stand_in=stand_in.account if stand_in else None,
        stand_in_name=stand_in.name if stand_in else None,
        stand_in_level=seat.level,
        stand_in_version=stand_in.version if stand_in else None,
    )


def _result(seat: int, scores: list[float] | None) -> str | None:
    """The result of a seat. Win: no seat scored more, and some scored less; draw: all scored the
    same; None: no result."""
    if scores is None:
        return None
    if min(scores) == max(scores):
        return "draw"
    return "win" if scores[seat] == max(scores) else "loss"


def _effects(commit: Commit) -> tuple[PendingEffect, ...]:
    """The effects of the game's end, which is part of this commit; none if it was imported."""
    if commit.room.game_setup.facts is not None:
        return ()
    end = next(entry for entry in commit.entries if isinstance(entry.event, p.Finished))
    return pending_effects(Ended(commit.room, end))
