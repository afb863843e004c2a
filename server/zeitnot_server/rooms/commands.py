"""The commands of a room: messages from clients, and commands that only the server gives."""

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
    | p.NoRematch
    | p.Chat
)


@dataclass(frozen=True, slots=True)
class Flag:
    """The flag timer has fired; has no effect unless a flag has fallen."""


@dataclass(frozen=True, slots=True)
class Outage:
    """The server was down. The turn had lasted `elapsed_ms` at its last heartbeat."""

    elapsed_ms: int


@dataclass(frozen=True, slots=True)
class Resume:
    """A paused turn goes on: its player is connected again, or has had enough time to reconnect."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """The countdown of the absent `seat` is over, and an opponent has waited."""

    seat: int


@dataclass(frozen=True, slots=True)
class AllLeft:
    """There was no event for a long time, no human player has been connected since, and no running
    clock could end the game."""


@dataclass(frozen=True, slots=True)
class LapseResume:
    """The open `resume` of an adjourned game lapses: `seat`, which has sent it or agreed to it, is
    absent while another seat sends one."""

    seat: int


@dataclass(frozen=True, slots=True)
class Expire:
    """The game has not begun, and no person has been in its room for a long time."""


@dataclass(frozen=True, slots=True)
class Unseat:
    """This account loses this seat in a game that has not begun, because it has been absent for too
    long; or, with `since`, because it has had the seat since then (Unix ms) and is not ready."""

    account: str
    seat: int
    since: int | None = None


@dataclass(frozen=True, slots=True)
class AcceptInvitation:
    """The bot with this account takes the seats that are reserved for it, without a connection.
    `version`: of its program, if it has named one."""

    account: str
    version: str | None = None


@dataclass(frozen=True, slots=True)
class DeclineInvitation:
    """This account does not take the seats that are reserved for it, which are then open to all.
    `reason`, `text`: as in `Declined`; reason None: it has not answered."""

    account: str
    reason: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class NewVersion:
    """Another version of the bot on this seat plays on (None: it has not said which)."""

    seat: int
    version: str | None


@dataclass(frozen=True, slots=True)
class AdjournAfterCrash:
    """The position has crashed the server more than once: adjourned until the players resume.

    `elapsed_ms`: as in Outage.
    """

    elapsed_ms: int


@dataclass(frozen=True, slots=True)
class Cancel:
    """The operator ends the game."""

    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """The operator decides a game that has begun. `scores`: one a seat, as in `adjudication`."""

    scores: tuple[float, ...]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Preempt:
    """The game has waited long for the opponent of `bot` (a name), and ends so that another player
    can play this bot, all of whose slots are taken."""

    bot: str


@dataclass(frozen=True, slots=True)
class RemoveBanned:
    """This account, which plays here or has a reserved seat, has been banned or deleted."""

    account: str


SystemCommand = (
    Flag
    | Outage
    | Resume
    | Abandon
    | AllLeft
    | LapseResume
    | Expire
    | Unseat
    | AcceptInvitation
    | DeclineInvitation
    | NewVersion
    | AdjournAfterCrash
    | Cancel
    | Adjudicate
    | Preempt
    | RemoveBanned
)
Command = PlayerCommand | SystemCommand


@dataclass(frozen=True, slots=True)
class NewGameIds:
    """Random values for a rematch, passed in: the id and the seed of the next game."""

    game: str
    seed: bytes
