"""The viewers of one room, their seats, and what is sent to all of them.

Presence and engines' analysis are not events: they have no number, are not sent again, and are sent
to spectators in chunks.
"""

import asyncio
from collections import deque
from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any

import zeitnot_protocol as p

from ...events.bus import Events
from ...rooms.absence import Presence
from ...rooms.report import tidy_info
from ...rooms.room import IN_PROGRESS, Room
from ...rooms.view import visible_info
from .events import RoomChanged
from .frames import Frames
from .inbox import ClientCommand, Item, Subscribe
from .mailbox import Owner
from .send_queue import Viewer, owed_ms

SPECTATOR_COUNT_SECONDS = 0.25
FANOUT_CHUNK = 128  # viewers


class Audience:
    """The viewers of one room. `room`: its present value, set by its actor. `catching_up`: the
    viewers to which a long catch-up is being sent.

    Players are looked up by account, so that the work for them does not grow with the number of
    spectators.
    """

    def __init__(self, room: Room, events: Events, catching_up: Collection[Viewer]) -> None:
        self.room = room
        self.viewers: set[Viewer] = set()
        self._events = events
        self._change_fact = RoomChanged(room.id)
        self._catching_up = catching_up
        self._by_account: dict[str, list[Viewer]] = {}
        self.ratings: p.Ratings | None = None  # what a rated game that has ended has changed
        self._presence: p.Presence | None = None
        self._count_timer: asyncio.TimerHandle | None = None
        self._unsent: deque[tuple[list[Viewer], str]] = deque()
        self._sending: asyncio.Task[None] | None = None  # sends what is in `_unsent`
        self._indexed_seats: Any = None  # the room's seats when the two tables below were made
        self._first_seats: dict[str, int] = {}  # by account
        self._viewers_by_seat: list[list[Viewer]] | None = None  # the viewers of each seat

    def add(self, viewer: Viewer) -> None:
        """Adds a viewer that has joined."""
        if viewer not in self.viewers:
            self.viewers.add(viewer)
            if viewer.actor is not None:
                self._viewers_by_seat = None
                self._by_account.setdefault(viewer.actor.account, []).append(viewer)

    def discard(self, viewer: Viewer) -> None:
        """Removes a viewer that has left, if it had joined."""
        if viewer in self.viewers:
            self.viewers.discard(viewer)
            if viewer.actor is not None:
                self._viewers_by_seat = None
                same_account = self._by_account[viewer.actor.account]
                same_account.remove(viewer)
                if not same_account:
                    del self._by_account[viewer.actor.account]

    def close(self) -> list[Viewer]:
        """Removes all viewers and returns them; nothing more is sent."""
        if self._count_timer is not None:
            self._count_timer.cancel()
            self._count_timer = None
        self._unsent.clear()
        if self._sending is not None:
            self._sending.cancel()
        viewers = list(self.viewers)
        self.viewers.clear()
        self._by_account.clear()
        self._viewers_by_seat = None
        return viewers

    def viewers_at(self, seat: int) -> Sequence[Viewer]:
        """The viewers that have this seat, the oldest first."""
        return self._by_seat()[seat]

    def _by_seat(self) -> list[list[Viewer]]:
        """The viewers of each seat, recomputed when seats or viewers have changed."""
        if self._indexed_seats is not self.room.seats:
            self._index_seats()
        if self._viewers_by_seat is None:
            self._viewers_by_seat = [
                self._find_viewers_at(seat) for seat in range(len(self.room.seats))
            ]
        return self._viewers_by_seat

    def _find_viewers_at(self, seat: int) -> list[Viewer]:
        actor = self.room.seats[seat].actor
        same_account = self._by_account.get(actor.account, ()) if actor else ()
        return [viewer for viewer in same_account if self.seat(viewer) == seat]

    def same_player(self, viewer: Viewer) -> Sequence[Viewer]:
        """The viewers of the same account, for the same seat if a bot has several; the oldest
        first."""
        actor = viewer.actor
        same_account = self._by_account.get(actor.account, ()) if actor else ()
        return [
            other
            for other in same_account
            if actor and other.actor and other.actor.seat == actor.seat
        ]

    def viewers_of_account(self, viewer: Viewer) -> Sequence[Viewer]:
        """The viewers of the same account, on any seat; the oldest first."""
        return tuple(self._by_account.get(viewer.actor.account, ())) if viewer.actor else ()

    def merge(self, room: Room, guest: str, account: str) -> Room:
        """Takes the room in which an account has the place of a guest, and makes the guest's
        sockets the account's; returns the room. The account's own sockets, which have watched so
        far, have to reconnect, since their welcome had no seat."""
        self.room = room
        for viewer in self._by_account.get(account, ()):
            viewer.send_queue.abort()
        for viewer in [each for each in self._catching_up if each.account == guest]:
            viewer.merge(account)
        for viewer in self._by_account.pop(guest, []):
            viewer.merge(account)
            self._by_account.setdefault(account, []).append(viewer)
        self._viewers_by_seat = None
        return room

    def has_account(self, account: str) -> bool:
        """Whether a socket of this account is in the room."""
        return account in self._by_account

    def seat(self, viewer: Viewer) -> int | None:
        """The viewer's seat, None for a spectator; see `Room.seat_of`."""
        if viewer.actor is None:
            return None
        if viewer.actor.seat is not None:
            return self.room.seat_of(viewer.actor.account, viewer.actor.seat)
        if self._indexed_seats is not self.room.seats:
            self._index_seats()
        return self._first_seats.get(viewer.actor.account)

    def owner(self, item: Item) -> Owner:
        """The sender of an item of the room's queue."""
        if not isinstance(item, ClientCommand | Subscribe):
            return None
        viewer = item.viewer
        if (seat := self.seat(viewer)) is not None:
            return seat
        return viewer.actor.account if viewer.actor else f"socket {viewer.number}"

    def is_command_of(self, seat: int | None, item: Item) -> bool:
        """Whether an item of the room's queue is a command of this seat's player."""
        return isinstance(item, ClientCommand) and self.seat(item.viewer) == seat

    def _index_seats(self) -> None:
        """Rebuilds the tables after the seats have changed."""
        self._indexed_seats, self._viewers_by_seat, self._first_seats = self.room.seats, None, {}
        for index, seat in enumerate(self.room.seats):
            if seat.actor is not None:
                self._first_seats.setdefault(seat.actor.account, index)

    def online(self, seat: int) -> bool:
        """Whether a socket of this seat's player is in the room."""
        return bool(self._by_seat()[seat])

    def connected(self, seat: int) -> bool:
        """Whether a socket of this seat's player is connected, even if it is still catching up."""
        return self.online(seat) or seat in map(self.seat, self._catching_up)

    def presence(self, reconnecting: frozenset[int], halted: bool) -> Presence:
        """The presence of all players. `reconnecting`: the seats that were reconnecting before this
        call."""
        online = frozenset(seat for seat, viewers in enumerate(self._by_seat()) if viewers)
        if self._catching_up:
            online |= {seat for seat in map(self.seat, self._catching_up) if seat is not None}
        has_people = any(viewer.actor is None or not viewer.actor.bot for viewer in self.viewers)
        return Presence(online, has_people, reconnecting and reconnecting - online, halted)

    def publish_change(self) -> None:
        """Publishes that the room or its viewers have changed."""
        self._events.publish(self._change_fact)

    @property
    def spectators(self) -> int:
        """How many viewers have no seat."""
        return len(self.viewers) - sum(map(len, self._by_seat()))

    @property
    def origin(self) -> str:
        """The address of a connected player, as it is counted; empty if it is not counted."""
        players = chain.from_iterable(self._by_seat())
        return next((viewer.sender.origin or "" for viewer in players), "")

    def origins_of(self, account: str) -> set[str]:
        """The addresses from which this account is connected, as they are counted."""
        viewers = self._by_account.get(account, ())
        return {viewer.sender.origin for viewer in viewers if viewer.sender.origin}

    def owner_of(self, account: str) -> str:
        """The account that owns this one, if it is a connected bot with an owner; else itself."""
        viewers = self._by_account.get(account, ())
        return next((viewer.owner for viewer in viewers if viewer.owner), account)

    def movers(self) -> Sequence[Viewer]:
        """The connections of the seat to move, even if they are still catching up."""
        mover = self.room.clock.running
        if mover is None:
            return ()
        joined = self._by_seat()[mover]
        if not self._catching_up:
            return joined
        return [*joined, *(viewer for viewer in self._catching_up if self.seat(viewer) == mover)]

    def owed_ms(self) -> int:
        """The lag that the seat to move is owed."""
        return owed_ms(self.movers())

    def send_step(self, frames: Frames) -> tuple[list[Viewer], list[str]]:
        """Sends the players their frames of a step. Returns the spectators, and the frames for
        them."""
        by_seat = self._by_seat()
        seated = [
            (viewers, frames.for_seat(seat)) for seat, viewers in enumerate(by_seat) if viewers
        ]
        spectators = list(self.viewers.difference(*by_seat))
        spectator_frames = frames.for_seat(None) if spectators else []
        for viewers, seat_frames in seated:  # after all frames are made: no seat gets half a step
            for viewer in viewers:
                viewer.send_queue.put_all(seat_frames)
        return spectators, spectator_frames

    def send_presence(self, newcomer: Viewer | None = None) -> None:
        """Sends the presence to all viewers if it has changed, and to a newcomer in any case."""
        room = self.room
        seats = list(map(bool, self._by_seat()))
        presence = p.Presence(game=room.id, seats=seats, spectators=self.spectators)
        if self._presence and presence.seats == self._presence.seats:
            if presence != self._presence:
                self._spectators_changed()
            if newcomer:
                newcomer.send(presence)
            return
        self._presence = presence
        self.send_all(presence)
        self.publish_change()

    def send_all(self, message: p.Presence | p.Countdown | p.Ratings) -> None:
        """Sends a message to all viewers."""
        players = list(chain.from_iterable(self._by_seat()))
        self._send_in_order([*players, *self.viewers.difference(players)], p.encode(message))

    def relay(self, viewer: Viewer, info: p.Info, at_ms: int) -> None:
        """Relays a player's engine analysis to the other viewers, within the rate limit."""
        if self.room.phase in IN_PROGRESS and viewer.info_allowance.take(at_ms):
            self.send_analysis(viewer, info)

    def send_analysis(self, sender: Viewer, info: p.Info) -> None:
        """Sends each viewer the part of this engine's analysis that it may see."""
        room, engine_seat = self.room, self.seat(sender)
        if engine_seat is None:
            return
        info = tidy_info(info, room.game_setup.rules)
        info.seat = engine_seat
        groups: dict[int | None, list[Viewer]] = {}
        for viewer in self.viewers:
            if viewer is not sender:
                groups.setdefault(self.seat(viewer), []).append(viewer)
        for seat in sorted(groups, key=lambda seat: seat is None):  # players first
            if (visible := visible_info(info, room, seat)) is not None:
                self._send_in_order(groups[seat], p.encode(visible))

    def _send_in_order(self, viewers: list[Viewer], frame: str) -> None:
        """Sends a frame that is not an event: at once if the viewers are few and no earlier such
        frame is still being sent, else in chunks after the earlier ones."""
        if not self._unsent and len(viewers) <= FANOUT_CHUNK:
            for viewer in viewers:
                viewer.send_frame(frame)
            return
        self._unsent.append((viewers, frame))
        if len(self._unsent) == 1:
            self._sending = asyncio.get_running_loop().create_task(self._send_unsent())

    async def _send_unsent(self) -> None:
        while self._unsent:
            viewers, frame = self._unsent[0]
            await send_to_spectators(viewers, [frame])
            await asyncio.sleep(0)
            self._unsent.popleft()

    def _spectators_changed(self) -> None:
        """Sends the number of spectators a little later, once for many changes: otherwise the cost
        of an arriving crowd would grow with the square of its size."""
        if self._count_timer is None:
            loop = asyncio.get_running_loop()
            self._count_timer = loop.call_later(SPECTATOR_COUNT_SECONDS, self._send_spectator_count)

    def _send_spectator_count(self) -> None:
        self._count_timer = self._presence = None
        self.send_presence()


async def send_to_spectators(viewers: Sequence[Viewer], frames: list[str]) -> None:
    """Sends all frames to each viewer, and yields to the event loop between two chunks of viewers:
    thousands of spectators must not delay a move. Does not yield if one chunk is enough."""
    for start in range(0, len(viewers), FANOUT_CHUNK):
        if start:
            await asyncio.sleep(0)
        for viewer in viewers[start : start + FANOUT_CHUNK]:
            if not viewer.gone:
                viewer.send_queue.put_all(frames)
