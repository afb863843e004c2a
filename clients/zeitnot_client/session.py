"""The client's side of one room, without I/O: frames in, events out, frames to send.

The owner tells a session when its connection is up or down, passes it every frame, sends the frames
of `to_send()` after each call, and calls the commands. The session keeps the room's state. After a
reconnect it asks for missed events, ignores those that it has, and then sends unanswered commands
again with the same id. It returns `OutOfStep` when it needs a new connection, `Relocated` when that
connection must go to another node, and `Rewound` when the server has an older state and sends all
events again. It has no clock and no randomness: instants come with the frames, and random bytes
from a function.

Commands are sent only after all missed events have arrived: a takeback may have led back to the ply
of an unanswered move, and the server could not know that the move was meant for another position.
Commands that have become outdated are dropped (`Dropped`). All others are safe to send, even after
the end of the game, because a repeated id gets its first answer. Messages of unknown types, from a
newer server, are counted in `skipped` and otherwise ignored; if one is an event, its number counts
as received.
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
from .state import RoomState, apply_notice, apply_welcome, fold

_EVENTS = get_args(p.RoomEvent)


class RandomBytes(Protocol):
    """`secrets.token_bytes`, or a replacement for tests."""

    def __call__(self, nbytes: int, /) -> bytes: ...


class Session:
    """The client's side of one room; see the module. Every command returns its id, and ends with
    `Acked`, `Rejected` or `Dropped`. `game`: the game's id; `random_bytes`: such as
    `secrets.token_bytes`; `seat`: this session's seat, for a bot with several; `assignments`: of a
    bot's process, for the hello. `state`: a `RoomState`."""

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
        self._is_connected = False
        self._must_reconnect = False
        self._catch_up_seq = 0  # number of the last event before the welcome
        self._synced = False
        self.skipped: Counter[str] = Counter()  # messages of unknown types, by type
        self._seats_taken: dict[int, int] = {}  # number of a `seated` event -> seat
        self._seat_event_seq: int | None = None

    @property
    def game(self) -> str:
        """The game's id."""
        return self.state.game

    @property
    def synced(self) -> bool:
        """Whether the state is up to date, as far as this connection can tell."""
        return self._synced

    @property
    def settled(self) -> bool:
        """Whether all commands have been answered."""
        return not self._unanswered

    def asked(self, kind: type[Durable]) -> bool:
        """Whether a command of this kind was given and not refused."""
        return kind in self._asked

    def waiting_for(self, kind: type[Durable]) -> bool:
        """Whether a command of this kind is still unanswered."""
        return any(isinstance(command, kind) for command in self._unanswered.values())

    # ── the connection ─────────────────────────────────────────────────────────────────────────

    def connected(self) -> None:
        """Call it when a new connection is open."""
        self._is_connected, self._must_reconnect, self._synced = True, False, False
        hello = self._assignments.hello(self.game, self.state.seq, self._seat)
        chats = [m for m in self._outbox if isinstance(m, p.Chat)]
        self._outbox = [hello, *chats]

    def disconnected(self) -> list[SessionEvent]:
        """Call it when the connection is lost."""
        was_up, self._is_connected, self._synced = self._is_connected, False, False
        self._outbox = [m for m in self._outbox if isinstance(m, p.Chat)]
        return [Disconnected()] if was_up else []

    def to_send(self) -> list[str]:
        """Returns the frames to send now, as text; each is returned once."""
        if not self._is_connected or self._must_reconnect:
            return []
        frames = [p.encode(message) for message in self._outbox]
        self._outbox.clear()
        return frames

    def receive(self, frame: str | bytes, now_ms: int) -> list[SessionEvent]:
        """Processes a frame and returns its events. `now_ms`: the client's clock. Raises
        BadMessage."""
        if self._must_reconnect:
            return []
        try:
            message = incoming.room.message(frame)
        except msgspec.DecodeError as error:
            raise BadMessage(f"The server sent an unreadable message: {error}") from error
        return self._handle(message, now_ms)

    # ── commands ───────────────────────────────────────────────────────────────────────────────

    def sit(self, seat: int | None = None) -> str:
        """Takes a seat. None: the one reserved for you, otherwise the first free one."""
        return self._command(p.Sit(game=self.game, id=self._id(), seat=seat))

    def leave(self) -> str:
        """Gives up the seat, before the start."""
        return self._command(p.Leave(game=self.game, id=self._id()))

    def ready(self, salt: str | None = None) -> str:
        """Marks your seat as ready to start. `salt`: for the throws; None: a random one."""
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
        """Offers a draw, or answers another seat's offer."""
        return self._command(p.Draw(game=self.game, id=self._id(), action=action))

    def takeback(self, action: Literal["ask", "accept", "decline"]) -> str:
        """Asks to take back your last move, or answers such a request."""
        return self._command(p.Takeback(game=self.game, id=self._id(), action=action))

    def adjourn(self, action: Literal["offer", "accept", "decline"]) -> str:
        """Offers an adjournment, or answers such an offer."""
        return self._command(p.Adjourn(game=self.game, id=self._id(), action=action))

    def resume(self) -> str:
        """Says that you are ready to resume an adjourned game."""
        return self._command(p.ResumeWish(game=self.game, id=self._id()))

    def abort(self) -> str:
        """Ends the game without a result, or gives up a seat before the start: see `Room`."""
        return self._command(p.Abort(game=self.game, id=self._id()))

    def claim(self) -> str:
        """Claims a win in a game without a clock, after an opponent has not moved for three
        days."""
        return self._command(p.Claim(game=self.game, id=self._id()))

    def rematch(self) -> str:
        """Asks for a rematch."""
        return self._command(p.RematchWish(game=self.game, id=self._id()))

    def drop_rematch(self) -> str:
        """Withdraws your request for a rematch, or declines that of others."""
        return self._command(p.NoRematch(game=self.game, id=self._id()))

    def chat(self, text: str) -> None:
        """Sends a line of chat. It is not durable: it may be lost with the connection."""
        self._outbox.append(p.Chat(game=self.game, text=text))

    def info(self, info: p.Info) -> None:
        """Sends an engine's analysis, unless the connection is down or not synced."""
        if self._is_connected and self._synced:
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
            case p.Clock() | p.Presence() | p.Countdown() | p.Ratings() | p.Info():
                self.state = apply_notice(self.state, message, now_ms)
                return [Notice(message)]
            case p.Relocated(node=node, url=url):
                self._is_connected = False  # what is sent on this connection is lost
                return [Relocated(node, url)]
            case _ if isinstance(message, _EVENTS):
                return self._event(message, now_ms)
        raise AssertionError(f"no rule for {type(message).__name__}")

    def _welcome(self, message: p.Welcome) -> list[SessionEvent]:
        if message.seq < self.state.seq:
            return self._rewind("The server has fewer events of this game than we have.")
        if message.since_at is not None and message.since_at != self.state.at:
            return self._rewind("The server has other events of this game than we have.")
        self._catch_up_seq = message.seq
        other_commitment = self.state.other_commitment
        self.state = apply_welcome(self.state, message)
        return [
            *self._drop_seat_commands(message),
            *self._check_commitment(other_commitment),
            *self._sync(),
        ]

    def _drop_seat_commands(self, message: p.Welcome) -> list[SessionEvent]:
        """If the client has no seat, drops `sit` and `ready` commands that it has already sent: the
        client may have lost its seat after they were carried out."""
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

    def _rewind(self, reason: str) -> list[SessionEvent]:
        """Drops everything but the commitment, which does not depend on the events."""
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
        self._seat_event_seq = None
        drops = [Dropped(command) for command in dropped]
        return [Rewound(), *drops, *self._out_of_step(reason)]

    def _check_commitment(self, earlier: str | None) -> list[SessionEvent]:
        """Reports, once, a commitment that differs from the first. `earlier`: the differing one
        that was known before this message."""
        commitment = self.state.other_commitment
        if commitment is None or earlier is not None:
            return []
        return [CommitmentChanged(self.state.commitment, commitment)]

    def _sync(self) -> list[SessionEvent]:
        if self._synced or self.state.seq < self._catch_up_seq:
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
        if isinstance(event, p.Vacated) and live and event.seat == self.state.you:
            self.state = replace(self.state, you=None)
        if isinstance(event, p.Resumed) and live:
            self._outbox += [c for c in self._unanswered.values() if isinstance(c, p.Move)]
        consequences = [
            *self._drop_outdated(event, live),
            *self._check_commitment(other_commitment),
            *self._sync(),
        ]
        return [EventReceived(event, live), *consequences]

    def _drop_outdated(self, event: p.RoomEvent, live: bool) -> list[SessionEvent]:
        """Drops the commands that are outdated after this event. An offer in the catch-up may be
        this client's own; if a live offer crosses with a command, the server decides."""
        if isinstance(event, p.Offered) and (live or event.seat == self.state.you):
            return []
        dropped = [c for c in self._unanswered.values() if is_outdated(c, event)]
        for command in dropped:
            del self._unanswered[command.id]
        return [Dropped(command) for command in dropped]

    def _turn(self, message: p.Turn, now_ms: int) -> list[SessionEvent]:
        """Returns the turn unless a move for it was given already."""
        if message.ply != self.state.ply or not self.state.my_turn:
            return []
        self.state = apply_notice(self.state, message, now_ms)
        if any(isinstance(c, p.Move) and c.ply == message.ply for c in self._unanswered.values()):
            return []
        return [YourTurn(message.ply, tuple(message.legal))]

    def _ack(self, ack: p.Ack) -> list[SessionEvent]:
        command = self._unanswered.pop(ack.id, None)
        if command is None:
            return []
        if isinstance(command, p.Sit):
            self._seat_event_seq = ack.seq
            self._resolve_seat()
        return [Acked(command, ack)]

    def _error(self, error: p.Error) -> list[SessionEvent]:
        command = self._unanswered.get(error.id or "")
        if command is not None and error.code in p.SEND_AGAIN:
            return self._out_of_step(error.message)
        if isinstance(command, p.Move) and error.state == "paused":
            return []  # it is sent again when the game is resumed
        if command is not None:
            del self._unanswered[command.id]
            self._asked.discard(type(command))
        return [Rejected(command, error)]

    def _note_seat(self, event: p.Seated, live: bool) -> None:
        """Notes who has which seat. The welcome's `you` already includes the events before it."""
        self._seats_taken[event.seq] = event.seat
        if live and event.seat == self.state.you and event.seat_view.player is None:
            self.state = replace(self.state, you=None)
            self._asked -= {p.Sit, p.Ready}
        self._resolve_seat()

    def _resolve_seat(self) -> None:
        """Sets your seat. The answer to `sit` has the event's number, and the event has the seat;
        either may come first."""
        if self._seat_event_seq in self._seats_taken:
            self.state = replace(self.state, you=self._seats_taken[self._seat_event_seq])
            self._seat_event_seq = None

    def _out_of_step(self, reason: str) -> list[SessionEvent]:
        self._must_reconnect = True
        return [OutOfStep(reason)]
