"""A room without sockets: the server's pure core, and peers whose frames can be lost."""

from collections.abc import Callable, Sequence

import zeitnot_protocol as p
from zeitnot_client.session import Session
from zeitnot_client.session_events import SessionEvent
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.commands import (
    AdjournAfterCrash,
    Command,
    DeclineInvitation,
    NewGameIds,
    Outage,
    Resume,
)
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, LogEntry, Now, Phase, Room
from zeitnot_server.rooms.rules import Rules
from zeitnot_server.rooms.setup import LEGACY_SETUP
from zeitnot_server.rooms.steps.step import step
from zeitnot_server.rooms.view import history, turn

GAME = "game0"
ANN, BOB, CYD = Actor("a", "Ann"), Actor("b", "Bob"), Actor("c", "Cyd")
DAN, EVE, FAY = Actor("d", "Dan"), Actor("e", "Eve"), Actor("f", "Fay")
LONG_CONTROL = p.Control(kind="sudden_death", base_ms=10_000_000)


class Peer:
    """One connection to the room."""

    def __init__(self, room: "FakeRoom", actor: Actor | None) -> None:
        self.room = room
        self.actor = actor
        self.frames: list[str] = []  # in flight to the client
        self.greeted = False
        self.on_put: Callable[[], None] = lambda: None

    def put(self, message: p.RoomOut) -> None:
        """Queues a frame from the server."""
        self.frames.append(p.encode(message))
        self.on_put()

    def send(self, frame: str) -> None:
        """Delivers a frame from the client to the room."""
        self.room.take(self, p.decode_room_in(frame))


class FakeRoom:
    """A room that answers like the server: events first, then clock and turn, then the ack."""

    def __init__(
        self,
        game_type: str = "tictactoe",
        *,
        game: str = GAME,
        control: p.Control = LONG_CONTROL,
        seats: Sequence[Actor | None] = (),
        level: int | None = None,
        setup: p.Setup = LEGACY_SETUP,
        rules: Rules | None = None,
    ) -> None:
        rules = rules or rules_for(game_type, {})
        players = seats or (None,) * rules.seats
        invited = tuple(s and Invitation(s.account, s.name, s.bot, level) for s in players)
        seed = bytes(range(32))
        game_setup = GameSetup(
            game, rules, rules.settings, control, seed, 1_000, invited, setup=setup
        )
        self.room = Room.new(game_setup)
        self.log: list[LogEntry] = []
        self.peers: list[Peer] = []
        self.ms = 0
        self.next_game: str | None = None
        self.infos: list[p.Info] = []
        self.refuse_next: p.Error | None = None
        self.source: str | None = None
        self.sends_since_at = True  # older servers do not
        self.on_event: Callable[[p.RoomEvent], None] = lambda _: None

    def join(self, actor: Actor | None) -> Peer:
        """Adds a connection."""
        peer = Peer(self, actor)
        self.peers.append(peer)
        return peer

    def leave(self, peer: Peer) -> None:
        """Removes a connection."""
        if peer in self.peers:
            self.peers.remove(peer)
            self._send_presence()

    def take(self, peer: Peer, message: p.RoomIn) -> None:
        """Receives a message from a client."""
        if isinstance(message, p.Hello):
            self._greet(peer, message.since)
        elif isinstance(message, p.Info):
            self.infos.append(message)
            self._relay(peer, message)
        elif self.refuse_next is not None:
            refusal, self.refuse_next = self.refuse_next, None
            refusal.id = getattr(message, "id", None)
            peer.put(refusal)
        else:
            self._step(message, peer)

    def outage(self, elapsed_ms: int = 0) -> None:
        """Simulates an outage of the server."""
        self._step(Outage(elapsed_ms), None)

    def adjourn_after_crash(self) -> None:
        """Adjourns the room, as after a position that crashed the server."""
        self._step(AdjournAfterCrash(0), None)

    def resume(self) -> None:
        """Resumes the room; the clocks run again."""
        self._step(Resume(), None)

    def decline(self, command: DeclineInvitation) -> None:
        """Declines an invitation, as the lobby does."""
        self._step(command, None)

    def events(self) -> list[p.RoomEvent]:
        """All events of the room."""
        return [entry.event for entry in self.log]

    def texts(self) -> list[str]:
        """All lines of chat."""
        return [event.text for event in self.events() if isinstance(event, p.Said)]

    def _greet(self, peer: Peer, since: int) -> None:
        game_setup, seat = self.room.game_setup, self._seat(peer)
        peer.put(
            p.Welcome(
                game=self.room.id,
                room=game_setup.view(),
                seq=self.room.seq,
                commitment=game_setup.commitment,
                you=seat,
                source=self.source,
                since_at=self._at(since) if self.sends_since_at else None,
            )
        )
        for event in self._seen(peer, since):
            peer.put(event)
        peer.greeted = True
        self._send_state(peer)
        self._send_presence()
        if self.room.phase is Phase.PAUSED and seat is not None and seat == self.room.turn:
            self.resume()

    def _seen(self, peer: Peer, since: int) -> list[p.RoomEvent]:
        """The events after this number that the viewer may see; engine reports are not hidden."""
        if self.room.game_setup.rules.hidden is None:
            return [entry.event for entry in self.log[since:]]
        return history(self.log, self.room, self._seat(peer), since)

    def _at(self, number: int) -> int | None:
        return self.log[number - 1].event.at if 0 < number <= len(self.log) else None

    def pass_time(self) -> None:
        """Lets each command come slightly later than the one before."""
        self.ms += 10

    def _step(self, command: Command, peer: Peer | None) -> None:
        self.pass_time()
        now = Now(1, self.ms, 1_000_000 + self.ms)
        new_ids = NewGameIds("game1", bytes(32)) if isinstance(command, p.RematchWish) else None
        result = step(self.room, command, peer.actor if peer else None, now, new_ids)
        self.room = result.room
        self.log += result.entries
        if result.next_game:
            self.next_game = result.next_game.id
        for entry in result.entries:
            self.on_event(entry.event)
        seen_before = self.room.seq - len(result.entries)
        for other in self._greeted():
            for event in self._seen(other, seen_before):
                other.put(event)
        if any(isinstance(entry.event, p.Seated) for entry in result.entries):
            self._send_presence()
        if any(
            hasattr(entry.event, "clock") or isinstance(entry.event, p.Threw)
            for entry in result.entries
        ):
            for other in self._greeted():
                self._send_state(other)
        command_id = getattr(command, "id", None)
        if peer and result.refusal:
            state = self.room.phase.value if result.refusal.code == "wrong_state" else None
            peer.put(
                p.Error(
                    code=result.refusal.code,
                    message=result.refusal.message,
                    game=self.room.id,
                    id=command_id,
                    state=state,
                )
            )
        elif peer and result.answer and command_id:
            peer.put(p.Ack(game=self.room.id, id=command_id, seq=result.answer.seq))

    def _relay(self, peer: Peer, info: p.Info) -> None:
        info.seat = self._seat(peer)
        for other in self._greeted():
            if other is not peer:
                other.put(info)

    def _greeted(self) -> list[Peer]:
        return [peer for peer in self.peers if peer.greeted]

    def _send_state(self, peer: Peer) -> None:
        peer.put(p.Clock(game=self.room.id, clock=self.room.clock.view(self.ms)))
        if yours := turn(self.room, self._seat(peer)):
            peer.put(yours)

    def _send_presence(self) -> None:
        present = {self._seat(peer) for peer in self.peers}
        seats = [seat in present for seat in range(len(self.room.seats))]
        for peer in self._greeted():
            peer.put(p.Presence(game=self.room.id, seats=seats, spectators=0))

    def _seat(self, peer: Peer) -> int | None:
        return self.room.seat_of(peer.actor.account) if peer.actor else None


class FakeConnection:
    """A session and its connection to a room. `pump` delivers frames; a cut loses those in flight
    in both directions."""

    def __init__(self, room: FakeRoom, actor: Actor | None, session: Session) -> None:
        self.room = room
        self.actor = actor
        self.session = session
        self.peer: Peer | None = None
        self.session_events: list[SessionEvent] = []
        self.on_session_event: Callable[[SessionEvent], None] = lambda _: None

    def connect(self) -> None:
        """Opens a connection; `pump` delivers the waiting frames."""
        self.peer = self.room.join(self.actor)
        self.session.connected()

    def cut(self) -> None:
        """Closes the connection; all frames on it are lost."""
        if self.peer:
            self.room.leave(self.peer)
            self.peer = None
            self._receive_session_events(self.session.disconnected())

    def send(self) -> int:
        """Delivers the session's frames to the room; returns their number."""
        frames = self.session.to_send()
        for frame in frames:
            if self.peer:
                self.peer.send(frame)
        return len(frames)

    def receive(self, max_frames: int = 10**9) -> int:
        """Delivers up to `max_frames` frames to the session; returns their number."""
        frames = self.peer.frames[:max_frames] if self.peer else []
        if self.peer:
            del self.peer.frames[: len(frames)]
        for frame in frames:
            self._receive_session_events(self.session.receive(frame, now_ms=self.room.ms))
        return len(frames)

    def pump(self) -> None:
        """Delivers frames in both directions until none is left."""
        while self.send() + self.receive():
            pass

    def _receive_session_events(self, session_events: list[SessionEvent]) -> None:
        for session_event in session_events:
            self.session_events.append(session_event)
            self.on_session_event(session_event)


def session(seed: int = 1, game: str = GAME) -> Session:
    """A session whose random bytes come from a counter."""
    state = [seed * 1_000_003]

    def random_bytes(nbytes: int, /) -> bytes:
        state[0] += 1
        return state[0].to_bytes(nbytes, "big")

    return Session(game, random_bytes)
