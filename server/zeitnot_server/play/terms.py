"""What goes into a hosted room and what it needs of the house around it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from ..rooms.commands import Command, Fresh, PlayerCommand
from ..rooms.room import Actor, Refusal, Room, Row, Step
from ..store import Commit
from .outbox import Viewer
from .tally import Tally

if TYPE_CHECKING:
    from .host import Host


class Log(Protocol):
    """What a host needs of the store."""

    async def commit(self, commit: Commit) -> None: ...

    async def rows(self, game_id: str, since: int) -> list[Row]: ...


@dataclass(frozen=True, slots=True)
class Told:
    """A player's command, stamped as its frame arrived."""

    viewer: Viewer
    command: PlayerCommand
    at_ms: int


@dataclass(frozen=True, slots=True)
class Joined:
    """A viewer has said hello and has all events up to `since`."""

    viewer: Viewer
    since: int


@dataclass(frozen=True, slots=True)
class Own:
    """The server's own command."""

    command: Command


@dataclass(frozen=True, slots=True)
class GoOn:
    """Play stands still; perhaps it can go on now."""


Item = Told | Joined | Own | GoOn


@dataclass(frozen=True, slots=True)
class Hooks:
    """What the house does when something happens in a room; none of them may block or raise.

    `at_work`: the room whose rules are about to work; None: they have come back. `tally` counts.
    `disk_low`: whether the disk's last space is for the games that are on (`disk`). `admit`: a step
    of a room, or a refusal of it in its place. `judge`: why this viewer may not have done what the
    rules allow and what leads to this room; None: it may. `source`: what somebody is told of where
    a game comes from (`Welcome.source`).
    """

    fresh: Callable[[], Fresh]
    changed: Callable[["Host"], None]
    created: Callable[[Room], None]
    finished: Callable[[Room], None]
    at_work: Callable[[Room | None], None] = lambda room: None
    tally: Tally = field(default_factory=Tally)
    disk_low: Callable[[], bool] = lambda: False
    admit: Callable[[Room, Step], Step] = lambda room, done: done
    judge: Callable[[Room, PlayerCommand, Viewer], Refusal | None] = lambda room, told, viewer: None
    source: Callable[[str, Actor | None], str | None] = lambda game, actor: None
