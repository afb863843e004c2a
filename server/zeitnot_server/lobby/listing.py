"""Which games the lobby lists: open games in which somebody waits, and games in progress.

Rooms report every change, most of which are moves; the list changes only when a game begins or
ends, or somebody takes or leaves a seat. The newest are listed, but no player's second game before
everybody else's first: somebody who makes a hundred games must not hide the rest. Open games are
shared out by address as well, since one address may have dozens of guest accounts.
"""

import heapq
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

import zeitnot_protocol as p

from ..hosting.room.room_actor import RoomActor
from ..limits.sharing import fair, shared_out
from ..limits.table import STANDARD
from ..nodes.remote import NOWHERE, RemoteState
from ..nodes.state import Position, PostedRoom
from ..rooms.room import IN_PROGRESS, Now, Phase, Room
from ..rooms.summary import game_turn, summary

LISTED = STANDARD.listed_games
CONSIDERED = 20 * LISTED  # of the newest games in progress
UNLOADED = 1000


class _LastReport(NamedTuple):
    """What a room was like when it last reported a change."""

    phase: Phase
    seats: Any
    waits: bool


class Listing:
    """The games that may be listed. `changed` is called at every move, so it must be fast."""

    def __init__(self) -> None:
        self._seen: dict[str, _LastReport] = {}  # of the rooms in memory
        self._open: dict[str, RoomActor] = {}
        self._running: dict[str, RoomActor] = {}
        self._unloaded: dict[
            str, p.GameSummary
        ] = {}  # in progress, with rooms that are not in memory

    def changed(self, room_actor: RoomActor) -> bool:
        """Returns whether more than a room's position has changed."""
        room = room_actor.room
        id = room.game_setup.id
        previous, waiting = self._seen.get(id), waits(room_actor)
        if (
            previous
            and previous.seats is room.seats
            and previous.phase is room.phase
            and previous.waits is waiting
        ):
            return False
        now = _LastReport(room.phase, room.seats, waiting)
        self._seen[id] = now
        self._unloaded.pop(id, None)
        _keep(self._open, room_actor, now.waits)
        _keep(self._running, room_actor, room.phase in IN_PROGRESS)
        return True

    def gone(self, room: Room) -> None:
        """This room has left memory."""
        for games in (self._seen, self._open, self._running):
            games.pop(room.id, None)
        self.add_unloaded(summary(room))

    def add_unloaded(self, game: p.GameSummary) -> None:
        """Adds a game whose room is not in memory; the newest thousand or two are kept."""
        self._unloaded.pop(game.id, None)
        if game.id not in self._seen and game.state in _IN_PROGRESS:
            self._unloaded[game.id] = game
        if len(self._unloaded) > 2 * UNLOADED:
            newest = heapq.nlargest(UNLOADED, self._unloaded.values(), key=_created_at)
            self._unloaded = {game.id: game for game in newest}

    def forget_unloaded(self, game: str) -> None:
        """This game, whose room is not in memory, is not in progress any more."""
        self._unloaded.pop(game, None)

    def posted(self) -> list[PostedRoom]:
        """The open games of rooms in memory in which a player waits, the newest first."""
        newest = heapq.nlargest(len(self._open), self._open.values(), key=_room_age)
        return [
            PostedRoom(summary(room_actor.room), _maker_of(room_actor), _address_of(room_actor))
            for room_actor in shared_out(newest, (_maker_of, _address_of), LISTED)
        ]

    def open(self, remote: RemoteState = NOWHERE) -> list[p.GameSummary]:
        """The games with a free seat in which a player waits, the newest first. Each node chooses
        from what all have posted, so that all show the same."""
        rows, others = self.posted(), [each for each in remote.open if self._is_open(each)]
        if others:
            rows = sorted([*rows, *others], key=_posted_age, reverse=True)
            rows = shared_out(rows, (_posted_maker, _posted_address), LISTED)
        return [row.game for row in rows]

    def _is_open(self, posted: PostedRoom) -> bool:
        """Whether nothing newer is known of this game than what another node has posted."""
        return posted.game.id not in self._seen and posted.game.id not in self._unloaded

    def running(self, remote: RemoteState = NOWHERE) -> list[p.GameSummary]:
        """The games in progress, the newest first."""
        games: list[RoomActor | p.GameSummary] = [*self._running.values(), *self._unloaded.values()]
        newest = heapq.nlargest(CONSIDERED, games, key=_age)
        chosen = fair(newest, _player, LISTED)
        return [
            remote.as_posted(game) if isinstance(game, p.GameSummary) else summary(game.room)
            for game in chosen
        ]

    def positions(self, games: Iterable[str], now: Now) -> list[Position]:
        """How far those of these games in progress are whose rooms are in memory."""
        positions = list[Position]()
        for game in games:
            if (room_actor := self._running.get(game)) is not None:
                absences_end_at = room_actor.waits.absences_end_at(room_actor.room)
                turn = game_turn(room_actor.room, now, absences_end_at)
                positions.append(Position(**msgspec.structs.asdict(turn)))
        return positions


_IN_PROGRESS = tuple(phase.value for phase in IN_PROGRESS)


def waits(room_actor: RoomActor) -> bool:
    """Whether a player in this room waits for somebody to take a free seat that is not reserved."""
    room = room_actor.room
    if room.phase is not Phase.OPEN or not room.game_setup.listed:
        return False
    free = any(seat.actor is None and seat.invited is None for seat in room.seats)
    return free and any(map(room_actor.audience.connected, range(len(room.seats))))


def _room_age(room_actor: RoomActor) -> tuple[int, str]:
    return room_actor.room.game_setup.created_at, room_actor.room.id


def _age(game: RoomActor | p.GameSummary) -> tuple[int, str]:
    return (game.created_at, game.id) if isinstance(game, p.GameSummary) else _room_age(game)


def _posted_age(posted: PostedRoom) -> tuple[int, str]:
    return posted.game.created_at, posted.game.id


def _posted_maker(posted: PostedRoom) -> str:
    return posted.maker


def _posted_address(posted: PostedRoom) -> str:
    return posted.address


def _maker_of(room_actor: RoomActor) -> str:
    return next(
        (seat.actor.account for seat in room_actor.room.seats if seat.actor), room_actor.room.id
    )


def _address_of(room_actor: RoomActor) -> str:
    return room_actor.audience.origin


def _player(game: RoomActor | p.GameSummary) -> str:
    """The name of its first player, by which games in progress are shared out."""
    if isinstance(game, p.GameSummary):
        return next((seat.player.name for seat in game.seats if seat.player), game.id)
    room = game.room
    return next((seat.actor.name for seat in room.seats if seat.actor), room.id)


def _created_at(game: p.GameSummary) -> int:
    return game.created_at


def _keep(games: dict[str, RoomActor], room_actor: RoomActor, listed: bool) -> None:
    if listed:
        games[room_actor.room.id] = room_actor
    else:
        games.pop(room_actor.room.id, None)
