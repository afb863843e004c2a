"""One client's side of one room, without I/O: frames in, events out, frames to send.

The owner tells a session when its connection is up or down, feeds it every frame, takes
`to_send()` after each call, and gives commands. The session keeps the room's state, asks after a
reconnect for what it has missed, drops what it already has, then sends unanswered commands again
with the same id; it yields `OutOfStep` when it needs a new connection, and `Relocated` when it
needs one elsewhere. From a server that has an older state it gets all events again (`Rewound`).
It has no clock and no randomness: instants come with the frames, random bytes from the function
given.

No command is sent before everything missed is known: a takeback may have led back to the ply of an
unanswered move, and the server could not tell that another position was meant. A command that means
something else by then is dropped (`Dropped`); all else is safe to send, even to a game that has
ended, and gets the first answer again. A newer server's message of a type unknown here is counted
in `skipped` and ignored; if it is an event, its number counts as received.
"""

from collections import Counter
from dataclasses import replace
from typing import Literal, Protocol, get_args

import msgspec

import zeitnot_protocol as p

from . import incoming
from .assignments import Assignments
from .exceptions import BadMessage
from .outdated import is_outdated
from .session_events import (
    Acked,
    CommitmentChanged,
    Disconnected,
    Dropped,
    Durable,
    EventReceived,
    Notice,
    OutOfStep,
    Rejected,
    Relocated,
    Rewound,
    SessionEvent,
    Synced,
    YourTurn,
)
from .state import RoomState, apply_welcome, fold, note

_EVENTS = get_args(p.RoomEvent)


class RandomBytes(Protocol):
    """`secrets.token_bytes`, or a test's own."""

    def __call__(self, nbytes: int, /) -> bytes: ...


class Session:
    """See above. `game`: its id; `random_bytes`: as `secrets.token_bytes`; `seat`: the one of this
    session, of a bot with several; `assignments`: of a bot's process, for the hello. Every command
    returns its id; `Acked`, `Rejected` or `Dropped` answers it. `state`: a `RoomState`."""

    def __init__(
        self,
        game: str,
        random_bytes: RandomBytes,
        seat: int | None = None,
        assignments: Assignments | None = None,
    ) -> None:
        self.state = RoomState(game)
        self._random = random_bytes
        self._seat = seat
        self._assignments = assignments or Assignments()
        self._unanswered: dict[str, Durable] = {}
        self._sent: set[str] = set()  # ids of the unanswered commands that have been sent
        self._asked: set[type[Durable]] = set()
        self._outbox: list[p.RoomIn] = []
        self._up = False
        self._broken = False
        self._target = 0  # number of the last event before the welcome
        self._synced = False
        self.skipped: Counter[str] = Counter()  # messages of unknown types, by type
        self._seats_taken: dict[int, int] = {}  # number of a `seated` event -> seat
        self._seat_comes_with: int | None = None

    @property
    def game(self) -> str:
        """The game's id."""
        return self.state.game

    @property
    def synced(self) -> bool:
        """Whether the state is the room's present one, by what this connection has received."""
        return self._synced

    @property
    def settled(self) -> bool:
        """Whether every command has been answered."""
        return not self._unanswered

    def asked(self, kind: type[Durable]) -> bool:
        """Whether such a command was given and not refused."""
        return kind in self._asked

    def waiting_for(self, kind: type[Durable]) -> bool:
        """Whether a command of this kind has not been answered yet."""
        return any(isinstance(command, kind) for command in self._unanswered.values())

    # ── the connection ─────────────────────────────────────────────────────────────────────────

    def connected(self) -> None:
        """A new connection is open."""
        self._up, self._broken, self._synced = True, False, False
        hello = self._assignments.hello(self.game, self.state.seq, self._seat)
        chats = [m for m in self._outbox if isinstance(m, p.Chat)]
        self._outbox = [hello, *chats]

    def disconnected(self) -> list[SessionEvent]:
        """The connection is gone."""
        was_up, self._up, self._synced = self._up, False, False
        self._outbox = [m for m in self._outbox if isinstance(m, p.Chat)]
        return [Disconnected()] if was_up else []

    def to_send(self) -> list[str]:
        """The frames to send now, as text; each is given out once."""
        if not self._up or self._broken:
            return []
        frames = [p.encode(message) for message in self._outbox]
        self._outbox.clear()
        return frames

    def receive(self, frame: str | bytes, now_ms: int) -> list[SessionEvent]:
        """The events of a frame; `now_ms`: the client's clock. Raises BadMessage."""
        if self._broken:
            return []
        try:
            message = incoming.room.message(frame)
        except msgspec.DecodeError as error:
            raise BadMessage(f"The server sent an unreadable message: {error}") from error
        return self._handle(message, now_ms)

    # ── commands ───────────────────────────────────────────────────────────────────────────────

    def sit(self, seat: int | None = None) -> str:
        """Takes a seat; None: the one reserved, or else the first that is free."""
        return self._command(p.Sit(game=self.game, id=self._id(), seat=seat))

    def leave(self) -> str:
        """Leaves the seat, before the start."""
        return self._command(p.Leave(game=self.game, id=self._id()))

    def ready(self, salt: str | None = None) -> str:
        """Ready to start; a salt for the throws is made unless one is given."""
        salt = self._random(16).hex() if salt is None else salt
        return self._command(p.Ready(game=self.game, id=self._id(), salt=salt))

    def move(self, move: str, engine: p.EngineReport | None = None) -> str:
        """Plays a move, one of `state.legal`, at the state's ply."""
        ply = self.state.ply
        return self._command(
            p.Move(game=self.game, id=self._id(), ply=ply, move=move, engine=engine)
        )

    def resign(self) -> str:
        """Resigns."""
        return self._command(p.Resign(game=self.game, id=self._id()))

    def draw(self, action: Literal["offer", "accept", "decline"]) -> str:
        """Offers a draw or answers an offer."""
        return self._command(p.Draw(game=self.game, id=self._id(), action=action))

    def takeback(self, action: Literal["ask", "accept", "decline"]) -> str:
        """Offers to take back one's own last move, or answers such an offer."""
        return self._command(p.Takeback(game=self.game, id=self._id(), action=action))

    def adjourn(self, action: Literal["offer", "accept", "decline"]) -> str:
        """Offers an adjournment, or answers such an offer."""
        return self._command(p.Adjourn(game=self.game, id=self._id(), action=action))

    def resume(self) -> str:
        """Ready to resume an adjourned game."""
        return self._command(p.ResumeWish(game=self.game, id=self._id()))

    def abort(self) -> str:
        """Ends the game without a result, or, of one that waits, gives a seat up: see `Room`."""
        return self._command(p.Abort(game=self.game, id=self._id()))

    def claim(self) -> str:
        """Wins a game without a clock in which another has been to move for three days."""
        return self._command(p.Claim(game=self.game, id=self._id()))

    def rematch(self) -> str:
        """Asks for another game."""
        return self._command(p.RematchWish(game=self.game, id=self._id()))

    def chat(self, text: str) -> None:
        """A line of chat. Not durable: what is in flight when a connection breaks is lost."""
        self._outbox.append(p.Chat(game=self.game, text=text))

    def info(self, info: p.Info) -> None:
        """An engine's analysis; dropped while the connection is down or not synced."""
        if self._up and self._synced:
            self._outbox.append(info)

    def _id(self) -> str:
        return self._random(12).hex()

    def _command(self, command: Durable) -> str:
        self._unanswered[command.id] = command
        self._asked.add(type(command))
        if self._synced:
            self._sent.add(command.id)
            self._outbox.append(command)
        return command.id

    # ── messages ───────────────────────────────────────────────────────────────────────────────

    def _handle(self, message: p.RoomOut | incoming.Unknown, now_ms: int) -> list[SessionEvent]:
        match message:
            case incoming.Unknown():
                return self._skip(message)
            case p.Welcome():
                return self._welcome(message)
            case p.Ack():
                return self._ack(message)
            case p.Error():
                return self._error(message)
            case p.Turn():
                return self._turn(message, now_ms)
            case p.Clock() | p.Presence() | p.Countdown() | p.Info():
                self.state = note(self.state, message, now_ms)
                return [Notice(message)]
            case p.Relocated(node=node, url=url):
                self._up = False  # what is sent on this connection is lost
                return [Relocated(node, url)]
            case _ if isinstance(message, _EVENTS):
                return self._event(message, now_ms)
        raise AssertionError(f"no rule for {type(message).__name__}")

    def _welcome(self, message: p.Welcome) -> list[SessionEvent]:
        if message.seq < self.state.seq:
            return self._start_anew("The server knows less of this game than we do.")
        if message.since_at is not None and message.since_at != self.state.at:
            return self._start_anew("The server knows another past of this game than we do.")
        self._target = message.seq
        other_commitment = self.state.other_commitment
        self.state = apply_welcome(self.state, message)
        return [
            *self._drop_seat_commands(message),
            *self._check_commitment(other_commitment),
            *self._sync(),
        ]

    def _drop_seat_commands(self, message: p.Welcome) -> list[SessionEvent]:
        """Without a seat this client may have been stood up: a `sit` or `ready` that it has sent
        was carried out before, or never will be."""
        if message.you is not None:
            return []
        dropped = [
            command
            for command in self._unanswered.values()
            if command.id in self._sent and isinstance(command, p.Sit | p.Ready)
        ]
        for command in dropped:
            del self._unanswered[command.id]
        self._asked -= {p.Sit, p.Ready} - {type(c) for c in self._unanswered.values()}
        return [Dropped(command) for command in dropped]

    def _start_anew(self, reason: str) -> list[SessionEvent]:
        """Forgets all but the commitment, which does not depend on the events."""
        old_state = self.state
        self.state = RoomState(
            old_state.game,
            commitment=old_state.commitment,
            other_commitment=old_state.other_commitment,
        )
        dropped = list(self._unanswered.values())
        self._unanswered.clear()
        self._asked.clear()
        self._seats_taken.clear()
        self._seat_comes_with = None
        given_up = [Dropped(command) for command in dropped]
        return [Rewound(), *given_up, *self._out_of_step(reason)]

    def _check_commitment(self, earlier: str | None) -> list[SessionEvent]:
        """Reports a commitment other than the first. `earlier`: the other one known before."""
        commitment = self.state.other_commitment
        if commitment is None or earlier is not None:
            return []
        return [CommitmentChanged(self.state.commitment, commitment)]

    def _sync(self) -> list[SessionEvent]:
        if self._synced or self.state.seq < self._target:
            return []
        self._synced = True
        self._sent = set(self._unanswered)
        self._outbox += self._unanswered.values()
        return [Synced()]

    def _skip(self, message: incoming.Unknown) -> list[SessionEvent]:
        incoming.count(self.skipped, message)
        if not message.numbered or message.seq is None or message.seq <= self.state.seq:
            return []
        if message.seq > self.state.seq + 1:
            return self._gap(message.seq)
        self.state = replace(self.state, seq=message.seq, at=message.at or 0)
        return self._sync()

    def _gap(self, seq: int) -> list[SessionEvent]:
        return self._out_of_step(f"Event {seq} came after {self.state.seq}.")

    def _event(self, event: p.RoomEvent, now_ms: int) -> list[SessionEvent]:
        if event.seq <= self.state.seq:
            return []
        if event.seq > self.state.seq + 1:
            return self._gap(event.seq)
        live, other_commitment = self._synced, self.state.other_commitment
        self.state = fold(self.state, event, now_ms)
        if isinstance(event, p.Seated):
            self._note_seat(event, live)
        if isinstance(event, p.Resumed) and live:
            self._outbox += [c for c in self._unanswered.values() if isinstance(c, p.Move)]
        consequences = [
            *self._give_up(event, live),
            *self._check_commitment(other_commitment),
            *self._sync(),
        ]
        return [EventReceived(event, live), *consequences]

    def _give_up(self, event: p.RoomEvent, live: bool) -> list[SessionEvent]:
        """Forgets the commands that mean something else after this event. An offer may be this
        client's own, already stored; if a live offer crosses with it, the server decides."""
        if isinstance(event, p.Offered) and (live or event.seat == self.state.you):
            return []
        dropped = [c for c in self._unanswered.values() if is_outdated(c, event)]
        for command in dropped:
            del self._unanswered[command.id]
        return [Dropped(command) for command in dropped]

    def _turn(self, message: p.Turn, now_ms: int) -> list[SessionEvent]:
        """Yields the turn unless a move for it has already been sent."""
        if message.ply != self.state.ply or not self.state.my_turn:
            return []
        self.state = note(self.state, message, now_ms)
        if any(isinstance(c, p.Move) and c.ply == message.ply for c in self._unanswered.values()):
            return []
        return [YourTurn(message.ply, tuple(message.legal))]

    def _ack(self, ack: p.Ack) -> list[SessionEvent]:
        command = self._unanswered.pop(ack.id, None)
        if command is None:
            return []
        if isinstance(command, p.Sit):
            self._seat_comes_with = ack.seq
            self._sit_down()
        return [Acked(command, ack)]

    def _error(self, error: p.Error) -> list[SessionEvent]:
        command = self._unanswered.get(error.id or "")
        if command is not None and error.code in p.SEND_AGAIN:
            return self._out_of_step(error.message)
        if isinstance(command, p.Move) and error.state == "paused":
            return []  # it is sent again when the game goes on
        if command is not None:
            del self._unanswered[command.id]
            self._asked.discard(type(command))
        return [Rejected(command, error)]

    def _note_seat(self, event: p.Seated, live: bool) -> None:
        """Events before the welcome are already reflected in its `you`."""
        self._seats_taken[event.seq] = event.seat
        if live and event.seat == self.state.you and event.seat_view.player is None:
            self.state = replace(self.state, you=None)
            self._asked -= {p.Sit, p.Ready}
        self._sit_down()

    def _sit_down(self) -> None:
        """The answer names the event, the event names the seat; either may come first."""
        if self._seat_comes_with in self._seats_taken:
            self.state = replace(self.state, you=self._seats_taken[self._seat_comes_with])
            self._seat_comes_with = None

    def _out_of_step(self, reason: str) -> list[SessionEvent]:
        self._broken = True
        return [OutOfStep(reason)]
