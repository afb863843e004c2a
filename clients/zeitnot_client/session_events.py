"""What a session, and iterating over a room, yields: values of these classes, which are in
`zeitnot_client.session_events`. Every command ends as one of `Acked` (stored), `Rejected` (refused)
and `Dropped` (withdrawn); `Durable` stands for any command, as `p.Move`."""

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
)
"""A command that has an id and is answered once, however often it is sent."""


@dataclass(frozen=True, slots=True)
class EventReceived:
    """A numbered event, already applied to the state; `live` false: it is part of the catch-up."""

    event: p.RoomEvent
    live: bool


@dataclass(frozen=True, slots=True)
class Synced:
    """Everything missed has arrived: the state is the room's present one."""


@dataclass(frozen=True, slots=True)
class YourTurn:
    """The server waits for a move: number `ply`, one of `legal`."""

    ply: int
    legal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Acked:
    """The server has carried `command` out: it is on its disk as event `ack.seq`."""

    command: Durable
    ack: p.Ack


@dataclass(frozen=True, slots=True)
class Rejected:
    """The server has refused `command`, and nothing has changed; `error` has its `code` and a
    sentence. None: it concerns no command that waits for an answer."""

    command: Durable | None
    error: p.Error


@dataclass(frozen=True, slots=True)
class Dropped:
    """The session has withdrawn `command`, which had no answer, and does not send it again: it was
    meant for a position before a takeback, for an older offer, or for a seat that is lost."""

    command: Durable


@dataclass(frozen=True, slots=True)
class Notice:
    """What the server tells without a number, and does not store: clocks, presence, countdowns, an
    engine's analysis."""

    message: p.Clock | p.Presence | p.Countdown | p.Info


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The connection is down; what was not answered will be sent again."""


@dataclass(frozen=True, slots=True)
class Relocated:
    """Another node of the server has the room; a `Room` connects to that one by itself, and nothing
    is lost. `url`: the node's own address, None: a balancer routes by its name."""

    node: str
    url: str | None


@dataclass(frozen=True, slots=True)
class CommitmentChanged:
    """The server has sent another commitment for this game than the first, or at the end a seed
    that does not match it: its throws cannot be trusted. Yielded once."""

    first: str
    now: str


@dataclass(frozen=True, slots=True)
class Rewound:
    """The server has fewer events of this game than it has sent, or different ones: a backup has
    been restored. The state is void; all events come again, from the first, not `live`."""


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """Events are missing or an outcome is unknown: close this connection and open a new one."""

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
