"""What a room can be told: the wire's commands as they are, and the server's own."""

from dataclasses import dataclass

import zeitnot_protocol as p

PlayerCommand = (
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
    | p.Chat
)


@dataclass(frozen=True, slots=True)
class Flag:
    """The flag timer has fired; nothing happens unless a flag has really fallen."""


@dataclass(frozen=True, slots=True)
class Outage:
    """The server was away. The turn had lasted `elapsed_ms` when it was last seen alive."""

    elapsed_ms: int


@dataclass(frozen=True, slots=True)
class Resume:
    """The seat to move is back, or its time to come back is over."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """`seat` has been away for as long as was announced, while somebody waited."""

    seat: int


@dataclass(frozen=True, slots=True)
class AllLeft:
    """Nothing has happened for long, no person who plays has been there since, and no clock runs
    that could end it."""


@dataclass(frozen=True, slots=True)
class Lapse:
    """The wish to go on with an adjourned game that stands lapses: `seat`, which has made it or
    agreed to it, is away while another wishes it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Expire:
    """The room is open, and nobody has been in it for long."""


@dataclass(frozen=True, slots=True)
class StandUp:
    """This account sits in a game that has not begun, and has been away for so long that its seat
    is for somebody else. `since`: or it has sat there since then (Unix ms) and is not ready."""

    account: str
    since: int | None = None


@dataclass(frozen=True, slots=True)
class AdjournAfterCrash:
    """The position has crashed the server more than once: adjourned until the players go on.

    `elapsed_ms`: as in Outage.
    """

    elapsed_ms: int


@dataclass(frozen=True, slots=True)
class Cancel:
    """The operator ends the game, and what he says to it."""

    reason: str | None = None


@dataclass(frozen=True, slots=True)
class GiveWay:
    """Others want this bot (its name), which is full, and the game has waited long for somebody
    else than it."""

    bot: str


@dataclass(frozen=True, slots=True)
class Banish:
    """This account, which plays here or is awaited, has been banned and will not come back."""

    account: str


SystemCommand = (
    Flag
    | Outage
    | Resume
    | Abandon
    | AllLeft
    | Lapse
    | Expire
    | StandUp
    | AdjournAfterCrash
    | Cancel
    | GiveWay
    | Banish
)
Command = PlayerCommand | SystemCommand


@dataclass(frozen=True, slots=True)
class NewGameIds:
    """Randomness that a step may need, made by the shell: the id and seed of a next game."""

    game: str
    seed: bytes
