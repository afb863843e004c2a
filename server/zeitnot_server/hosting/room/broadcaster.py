"""What a room sends after each step: to players at once, to spectators in chunks, and to the feed;
and messages that are not events: presence, countdowns, and that play is halted."""

from collections.abc import Sequence
from typing import get_args

import zeitnot_protocol as p

from ...feed import Feed
from ...rooms.room import IN_PROGRESS, LogEntry, Now, Room
from ...rooms.summary import summary
from ...rooms.view import turn, view
from .answers import MESSAGES
from .audience import Audience
from .commit_state import CommitState
from .frames import Frames
from .send_queue import Viewer, excess_sockets, refuse

ASSIGNED_ELSEWHERE = "The game was given to another process of this bot, which plays on."

_EVENTS_WITH_CLOCKS = frozenset(
    kind for kind in get_args(p.RoomEvent) if kind is p.Threw or "clock" in kind.__struct_fields__
)
"""The events after which viewers are sent the clocks."""


class Broadcaster:
    """Sends the events and the state of one room."""

    def __init__(self, audience: Audience, feed: Feed) -> None:
        self._audience = audience
        self._feed = feed

    def welcome(self, seat: int | None, source: str | None, seen_at: int | None) -> str:
        """The first frame for a viewer with this seat. `source`: as in `Welcome`; `seen_at`: the
        time of the last event that the viewer already has (`Welcome.since_at`)."""
        room = self._audience.room
        return p.encode(
            p.Welcome(
                game=room.id,
                room=room.game_setup.view(),
                seq=room.seq,
                commitment=room.game_setup.commitment,
                you=seat,
                source=source,
                since_at=seen_at,
            )
        )

    def admit(self, viewer: Viewer, welcome: list[str], missed: list[str]) -> bool:
        """Sends a viewer what it has missed, and adds it; False if it has left meanwhile, or if a
        newer process of the same bot is here."""
        same_account = self._audience.viewers_of_account(viewer)
        if any(viewer.is_superseded_by(other) for other in same_account):
            self._close_superseded(viewer)
            return False
        for other in [other for other in same_account if other.is_superseded_by(viewer)]:
            self._close_superseded(other)
            self._audience.discard(other)
        viewer.sender.read(sum(map(len, missed)))
        viewer.send_queue.send_backlog([*welcome, *missed])
        if viewer.gone:
            return False
        for other in excess_sockets(self._audience.same_player(viewer), viewer):
            other.send_queue.close(p.POLICY_VIOLATION, "another socket of yours has come")
        self._audience.add(viewer)
        return True

    def _close_superseded(self, viewer: Viewer) -> None:
        """Closes a viewer whose game has been assigned to another process of its bot."""
        refusal = refuse("played_elsewhere", ASSIGNED_ELSEWHERE, game=self._audience.room.id)
        viewer.send(refusal)
        viewer.send_queue.close(p.POLICY_VIOLATION, "played elsewhere")

    def send_state(self, viewer: Viewer, state: CommitState, now: Now) -> None:
        """Sends a newcomer the clock, the legal moves if it is the mover, whether play is halted,
        and which ratings the game has changed at its end."""
        if state.halted and state.announced:
            viewer.send(self._read_only())
        viewer.send(self._clock(state, now))
        legal_moves = turn(self._audience.room, self._audience.seat(viewer))
        if legal_moves:
            viewer.send(legal_moves)
        if self._audience.ratings is not None:
            viewer.send(self._audience.ratings)

    def announce(
        self, entries: Sequence[LogEntry], rooms: Sequence[Room], state: CommitState, now: Now
    ) -> tuple[list[Viewer], list[str]]:
        """Sends players and feed the events that are on disk. `rooms`: the room after each. Returns
        the spectators, and the frames for them."""
        kinds = {type(entry.event) for entry in entries}
        clock = None if kinds.isdisjoint(_EVENTS_WITH_CLOCKS) else self._clock(state, now)
        frames = Frames(entries, rooms, clock)
        spectator_frames = self._audience.send_step(frames)
        if p.Seated in kinds:
            self._audience.send_presence()
        room = self._audience.room
        if self._feed.enabled and self._is_public:
            for event, room_then, _ in frames.shown:
                self._feed.event(room.id, view(event, room_then, None))
            self._feed.room_state(summary(room))
        return spectator_frames

    def announce_halt(self, state: CommitState, now: Now) -> None:
        """Sends all viewers that play is halted."""
        for viewer in self._audience.viewers:
            viewer.send(self._read_only())
            viewer.send(self._clock(state, now))

    def _clock(self, state: CommitState, now: Now) -> p.Clock:
        """The clocks at `now`, or when an interruption stopped them."""
        room = self._audience.room
        clock = room.clock
        if state.interruption and clock.since_ms is not None:
            clock = clock.pause(state.interruption.elapsed_ms)
        return p.Clock(game=room.game_setup.id, clock=clock.view(room.instant(now)))

    @property
    def _is_public(self) -> bool:
        """Whether the room is published on the feed. A link game is published once it has begun."""
        room = self._audience.room
        return room.game_setup.listed or room.phase in IN_PROGRESS or room.turn_at > 0

    def _read_only(self) -> p.Error:
        return refuse("read_only", MESSAGES["read_only"], game=self._audience.room.id)
