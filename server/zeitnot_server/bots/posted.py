"""What a node posts to the others about its bots; pure.

Its size is bounded: MAX_BOTS bots, MAX_PROCESSES processes of all of them, and MAX_ASSIGNED games
that are assigned to these.
"""

from collections.abc import Mapping, Sequence

import msgspec

import zeitnot_protocol as p

from .assignment import Process
from .homes import Loaded
from .versions import VersionClaim

MAX_BOTS = 400
MAX_PROCESSES = 1_000
MAX_ASSIGNED = 5_000


class PostedProcess(msgspec.Struct, frozen=True, omit_defaults=True):
    """A process of a bot: see `assignment.Process`. `load`: in points."""

    plays: list[str]
    levels: int = 0
    capacity: int | None = msgspec.field(default=None, name="most_points")
    several_seats: bool = False
    unlimited: bool = msgspec.field(default=False, name="takes_all")
    load: int = 0
    takes: list[p.Takes] = []


class PostedBot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bot that is connected to the node. `view`: its row, merged from its processes there;
    `address`: the one that it counts for; `assigned`: the numbers of the games that are assigned to
    its processes there; `claims`: see `versions`."""

    account: str
    view: p.BotView
    processes: list[PostedProcess]
    address: str = ""
    assigned: dict[str, int] = msgspec.field(default_factory=dict, name="given")
    claims: list[VersionClaim] = []


def truncated(bots: Sequence[PostedBot]) -> list[PostedBot]:
    """The first of these bots, as far as the bounds allow. The oldest assignments of a bot are left
    out; then another node may assign those games too, and the process with the later assignment
    plays."""
    kept, processes_left, assigned_left = list[PostedBot](), MAX_PROCESSES, MAX_ASSIGNED
    for bot in bots[:MAX_BOTS]:
        if len(bot.processes) > processes_left:
            continue
        newest = sorted(bot.assigned.items(), key=lambda game: game[1], reverse=True)[
            :assigned_left
        ]
        kept.append(msgspec.structs.replace(bot, assigned=dict(newest)))
        processes_left -= len(bot.processes)
        assigned_left -= len(newest)
    return kept


def processes_of(bot: PostedBot) -> list[Loaded]:
    """The bot's processes at its node, with their loads."""
    return [(_process(each), each.load) for each in bot.processes]


def _process(posted: PostedProcess) -> Process:
    return Process(
        frozenset(posted.plays),
        posted.levels,
        posted.capacity,
        posted.several_seats,
        posted.unlimited,
        tuple(posted.takes),
    )


def posted_process(process: Process, load: int) -> PostedProcess:
    """A process of this node, as it is posted."""
    return PostedProcess(
        sorted(process.plays),
        process.levels,
        process.capacity,
        process.several_seats,
        process.unlimited,
        load,
        list(process.takes),
    )


def changed_accounts(
    before: Mapping[str, Mapping[str, PostedBot]], now: Mapping[str, Mapping[str, PostedBot]]
) -> set[str]:
    """The accounts of the bots that have connected, disconnected or changed. `before`, `now`: by
    account and node."""
    return {each for each in before.keys() | now.keys() if before.get(each) != now.get(each)}
