"""The games that the lobby lists: open games in which a player waits, and games in progress.

Rooms report every change, most of which are moves; the list changes only when a game begins or
ends, or a player takes or leaves a seat. The newest games are listed, but no player's second game
before every other player's first: a player who creates a hundred games must not hide the rest. The
places for open games are also shared out by address, because one address may have dozens of guest
accounts.
"""

import heapq
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

import zeitnot_protocol as p

from ..hosting.room.room_actor import RoomActor
from ..limits.sharing import fair, shared_out
from ..limits.table import STANDARD
from ..nodes.remote import NO_PEERS, RemoteState
from ..nodes.state import Position, PostedRoom
from ..rooms.room import IN_PROGRESS, Now, Phase, Room
from ..rooms.summary import game_turn, summary

MAX_LISTED = STANDARD.listed_games
MAX_CONSIDERED = 20 * MAX_LISTED  # of the newest games in progress
MAX_UNLOADED = 1000


class _LastReport(NamedTuple):
    """The state of a room when it last reported a change."""

    phase: Phase
    seats: Any
    has_waiting_player: bool


class Listing:
    """The games that may be listed. `changed` is called at every move, so it must be fast."""

    def __init__(self) -> None:
        self._last_reports: dict[str, _LastReport] = {}  # of the rooms in memory
        self._open: dict[str, RoomActor] = {}
        self._running: dict[str, RoomActor] = {}
        # in progress, with rooms that are not in memory
        self._unloaded: dict[str, p.GameSummary] = {}

    def changed(self, room_actor: RoomActor) -> bool:
        """Notes a change of a room; returns whether more than its position has changed."""
        room = room_actor.room
        id = room.game_setup.id
        previous, is_waiting = self._last_reports.get(id), has_waiting_player(room_actor)
        if (
            previous
            and previous.seats is room.seats
            and previous.phase is room.phase
            and previous.has_waiting_player is is_waiting
        ):
            return False
        now = _LastReport(room.phase, room.seats, is_waiting)
        self._last_reports[id] = now
        self._unloaded.pop(id, None)
        _keep(self._open, room_actor, now.has_waiting_player)
        _keep(self._running, room_actor, room.phase in IN_PROGRESS)
        return True

    def note_unloaded(self, room: Room) -> None:
        """Notes that this room has left memory."""
        for games in (self._last_reports, self._open, self._running):
            games.pop(room.id, None)
        self.add_unloaded(summary(room))

    def add_unloaded(self, game: p.GameSummary) -> None:
        """Adds a game whose room is not in memory; the newest thousand or two are kept."""
        self._unloaded.pop(game.id, None)
        if game.id not in self._last_reports and game.state in _IN_PROGRESS:
            self._unloaded[game.id] = game
        if len(self._unloaded) > 2 * MAX_UNLOADED:
            newest = heapq.nlargest(MAX_UNLOADED, self._unloaded.values(), key=_created_at)
            self._unloaded = {game.id: game for game in newest}

    def forget_unloaded(self, game: str) -> None:
        """Removes a game, whose room is not in memory, because it is no longer in progress."""
        self._unloaded.pop(game, None)

    def posted(self) -> list[PostedRoom]:
        """The open games of rooms in memory in which a player waits, the newest first."""
        newest = heapq.nlargest(len(self._open), self._open.values(), key=_room_created)
        return [
            PostedRoom(
                summary(room_actor.room), _first_player_of(room_actor), _address_of(room_actor)
            )
            for room_actor in shared_out(newest, (_first_player_of, _address_of), MAX_LISTED)
        ]

    def open(self, remote: RemoteState = NO_PEERS) -> list[p.GameSummary]:
        """The games with a free seat in which a player waits, the newest first. Each node chooses
        from what all have posted, so that all show the same."""
        rows, remote_rows = self.posted(), [each for each in remote.open if self._is_open(each)]
        if remote_rows:
            rows = sorted([*rows, *remote_rows], key=_posted_created, reverse=True)
            rows = shared_out(rows, (_posted_creator, _posted_address), MAX_LISTED)
        return [row.game for row in rows]

    def _is_open(self, posted: PostedRoom) -> bool:
        """Whether what another node has posted of this game is the newest that is known."""
        return posted.game.id not in self._last_reports and posted.game.id not in self._unloaded

    def running(self, remote: RemoteState = NO_PEERS) -> list[p.GameSummary]:
        """The games in progress, the newest first."""
        games: list[RoomActor | p.GameSummary] = [*self._running.values(), *self._unloaded.values()]
        newest = heapq.nlargest(MAX_CONSIDERED, games, key=_created)
        chosen = fair(newest, _player, MAX_LISTED)
        return [
            remote.as_posted(game) if isinstance(game, p.GameSummary) else summary(game.room)
            for game in chosen
        ]

    def positions(self, games: Iterable[str], now: Now) -> list[Position]:
        """The positions of these games, without those whose rooms are not in memory."""
        positions = list[Position]()
        for game in games:
            if (room_actor := self._running.get(game)) is not None:
                absences_end_at = room_actor.deadlines.absences_end_at(room_actor.room)
                turn = game_turn(room_actor.room, now, absences_end_at)
                positions.append(Position(**msgspec.structs.asdict(turn)))
        return positions


_IN_PROGRESS = tuple(phase.value for phase in IN_PROGRESS)


def has_waiting_player(room_actor: RoomActor) -> bool:
    """Whether a player in this room waits for another to take a free seat that is not reserved."""
    room = room_actor.room
    if room.phase is not Phase.OPEN or not room.game_setup.listed:
        return False
    free = any(seat.actor is None and seat.invited is None for seat in room.seats)
    return free and any(map(room_actor.audience.connected, range(len(room.seats))))


def _room_created(room_actor: RoomActor) -> tuple[int, str]:
    return room_actor.room.game_setup.created_at, room_actor.room.id


def _created(game: RoomActor | p.GameSummary) -> tuple[int, str]:
    return (game.created_at, game.id) if isinstance(game, p.GameSummary) else _room_created(game)


def _posted_created(posted: PostedRoom) -> tuple[int, str]:
    return posted.game.created_at, posted.game.id


def _posted_creator(posted: PostedRoom) -> str:
    return posted.creator


def _posted_address(posted: PostedRoom) -> str:
    return posted.address


def _first_player_of(room_actor: RoomActor) -> str:
    return next(
        (seat.actor.account for seat in room_actor.room.seats if seat.actor), room_actor.room.id
    )


def _address_of(room_actor: RoomActor) -> str:
    return room_actor.audience.origin


def _player(game: RoomActor | p.GameSummary) -> str:
    """The name of the first player, by which the places for games in progress are shared out."""
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
