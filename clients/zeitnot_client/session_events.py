"""The events that a session returns, and that iterating over a room yields; the classes are in
`zeitnot_client.session_events`. Every command ends as `Acked` (stored), `Rejected` (refused) or
`Dropped` (not sent again). `Durable` stands for any command, such as `p.Move`."""

from dataclasses import dataclass

import zeitnot_protocol as p

Durable = (
    p.Sit
    | p.Leave
    | p.Ready
    | p.Move
    | p.Resign
    | p.Draw
    | p.Takeback
    | p.Adjourn
    | p.ResumeWish
    | p.Abort
    | p.Claim
    | p.RematchWish
    | p.NoRematch
)
"""A command that has an id and is answered once, however often it is sent."""


@dataclass(frozen=True, slots=True)
class EventReceived:
    """A numbered event, already applied to the state. `live`: false during the catch-up."""

    event: p.RoomEvent
    live: bool


@dataclass(frozen=True, slots=True)
class Synced:
    """All missed events have arrived, so the state is up to date."""


@dataclass(frozen=True, slots=True)
class YourTurn:
    """The server waits for your move: number `ply`, one of `legal`."""

    ply: int
    legal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Acked:
    """The server has carried out `command`, and has it on disk as event `ack.seq`."""

    command: Durable
    ack: p.Ack


@dataclass(frozen=True, slots=True)
class Rejected:
    """The server has refused `command`, and nothing has changed; `error` has a `code` and a
    sentence. `command` None: the error is not about an unanswered command."""

    command: Durable | None
    error: p.Error


@dataclass(frozen=True, slots=True)
class Dropped:
    """The session has dropped an unanswered `command` and does not send it again, because it was
    meant for a position before a takeback, for an older offer, or for a seat that is lost."""

    command: Durable


@dataclass(frozen=True, slots=True)
class Notice:
    """A message without a number: clocks, presence, a countdown, changed ratings, or an engine's
    analysis."""

    message: p.Clock | p.Presence | p.Countdown | p.Ratings | p.Info


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The connection is down; unanswered commands will be sent again."""


@dataclass(frozen=True, slots=True)
class Relocated:
    """Another node of the server has the room. A `Room` connects to that node itself, and nothing
    is lost. `url`: the node's address; None: a balancer routes by its name."""

    node: str
    url: str | None


@dataclass(frozen=True, slots=True)
class CommitmentChanged:
    """The server has sent a commitment that differs from the first, or a seed at the end that does
    not match it, so the throws of this game cannot be trusted. It comes once."""

    first: str
    now: str


@dataclass(frozen=True, slots=True)
class Rewound:
    """The server has fewer events of this game than it has sent, or different ones, because a
    backup was restored. The state is empty; all events come again from the first, not `live`."""


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """Events are missing, or the outcome of a command is unknown: open a new connection."""

    why: str


SessionEvent = (
    EventReceived
    | Synced
    | YourTurn
    | Acked
    | Rejected
    | Dropped
    | Notice
    | Disconnected
    | Relocated
    | CommitmentChanged
    | Rewound
    | OutOfStep
)
