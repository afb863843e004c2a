"""What a room sends after each step: to players at once, to spectators in chunks, and to the feed;
and messages that are no events: presence, countdowns, that play is halted."""

from collections.abc import Sequence
from typing import get_args

import zeitnot_protocol as p

from ...feed import Feed
from ...rooms.room import IN_PROGRESS, LogEntry, Now, Room
from ...rooms.summary import summary
from ...rooms.view import turn, view
from .answers import SENTENCES
from .audience import Audience
from .commit_state import CommitState
from .frames import Frames
from .send_queue import Viewer, excess_sockets, refuse

PLAYED_ELSEWHERE = "The game was given to another process of this bot, which plays on."

_SHOW_CLOCKS = frozenset(
    kind for kind in get_args(p.RoomEvent) if kind is p.Threw or "clock" in kind.__struct_fields__
)
"""The events after which viewers are sent the clocks."""


class Broadcaster:
    """Sends the events and the state of one room."""

    def __init__(self, audience: Audience, feed: Feed) -> None:
        self._audience = audience
        self._feed = feed

    def welcome(self, seat: int | None, source: str | None, since_at: int | None) -> str:
        """The first frame for a viewer with this seat; `source` and `since_at` as in `Welcome`."""
        room = self._audience.room
        return p.encode(
            p.Welcome(
                game=room.id,
                room=room.game_setup.view(),
                seq=room.seq,
                commitment=room.game_setup.commitment,
                you=seat,
                source=source,
                since_at=since_at,
            )
        )

    def greet(self, viewer: Viewer, welcome: list[str], missed: list[str]) -> bool:
        """Sends a viewer what it has missed, and adds it; False if it has left meanwhile, or if a
        newer process of the same bot is here."""
        own = self._audience.of_account(viewer)
        if any(viewer.gives_way_to(other) for other in own):
            self._send_away(viewer)
            return False
        for other in [other for other in own if other.gives_way_to(viewer)]:
            self._send_away(other)
            self._audience.discard(other)
        viewer.sender.read(sum(map(len, missed)))
        viewer.send_queue.greet([*welcome, *missed])
        if viewer.gone:
            return False
        for other in excess_sockets(self._audience.beside(viewer), viewer):
            other.send_queue.dismiss(p.POLICY_VIOLATION, "another socket of yours has come")
        self._audience.add(viewer)
        return True

    def _send_away(self, viewer: Viewer) -> None:
        """Another process of this bot has been given the game."""
        refusal = refuse("played_elsewhere", PLAYED_ELSEWHERE, game=self._audience.room.id)
        viewer.send(refusal)
        viewer.send_queue.dismiss(p.POLICY_VIOLATION, "played elsewhere")

    def tell_state(self, viewer: Viewer, state: CommitState, now: Now) -> None:
        """Sends a newcomer the clock, the legal moves if it is the mover, and whether play is
        halted."""
        if state.halted and state.announced:
            viewer.send(self._read_only())
        viewer.send(self._clock(state, now))
        legal_moves = turn(self._audience.room, self._audience.seat(viewer))
        if legal_moves:
            viewer.send(legal_moves)

    def announce(
        self, entries: Sequence[LogEntry], rooms: Sequence[Room], state: CommitState, now: Now
    ) -> tuple[list[Viewer], list[str]]:
        """Sends players and feed the events that are on disk. `rooms`: the room after each. Returns
        the spectators, and the frames for them."""
        kinds = {type(entry.event) for entry in entries}
        clock = None if kinds.isdisjoint(_SHOW_CLOCKS) else self._clock(state, now)
        frames = Frames(entries, rooms, clock)
        of_spectators = self._audience.tell(frames)
        if p.Seated in kinds:
            self._audience.tell_presence()
        room = self._audience.room
        if self._feed.listens and self._public:
            for event, room_then, _ in frames.shown:
                self._feed.event(room.id, view(event, room_then, None))
            self._feed.room_state(summary(room))
        return of_spectators

    def announce_halt(self, state: CommitState, now: Now) -> None:
        """Sends all viewers that play is halted."""
        for viewer in self._audience.viewers:
            viewer.send(self._read_only())
            viewer.send(self._clock(state, now))

    def _clock(self, state: CommitState, now: Now) -> p.Clock:
        """The clocks at `now`; if an interruption has stopped the clock, as they were then."""
        room = self._audience.room
        clock = room.clock
        if state.interruption and clock.since_ms is not None:
            clock = clock.pause(state.interruption.elapsed_ms)
        return p.Clock(game=room.game_setup.id, clock=clock.view(room.instant(now)))

    @property
    def _public(self) -> bool:
        """Whether the room is published on the feed: a link game only if it has begun."""
        room = self._audience.room
        return room.game_setup.listed or room.phase in IN_PROGRESS or room.turn_at > 0

    def _read_only(self) -> p.Error:
        return refuse("read_only", SENTENCES["read_only"], game=self._audience.room.id)
