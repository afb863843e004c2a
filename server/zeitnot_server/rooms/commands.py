"""What a room can be told: the wire's commands as they are, and the server's own."""

from dataclasses import dataclass

from zeitnot_client import protocol as p

PlayerCommand = (
    p.Sit | p.Leave | p.Ready | p.Move | p.Resign | p.Draw | p.Abort | p.RematchWish | p.Chat
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


ServerCommand = Flag | Outage | Resume
Command = PlayerCommand | ServerCommand


@dataclass(frozen=True, slots=True)
class Fresh:
    """Randomness that a step may need, made by the shell: the id and seed of a next game."""

    game: str
    seed: bytes
