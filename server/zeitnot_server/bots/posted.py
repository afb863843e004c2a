"""What a node tells the others of its bots; pure.

It is bounded, whatever connects to the node: BOTS bots, PROCESSES processes of all of them, and
GIVEN games that these have been given.
"""

from collections.abc import Mapping, Sequence

import msgspec

import zeitnot_protocol as p

from .assignment import Process
from .homes import Loaded
from .versions import Claim

BOTS = 400
PROCESSES = 1_000
GIVEN = 5_000


class PostedProcess(msgspec.Struct, frozen=True, omit_defaults=True):
    """A process of a bot: see `assignment.Process`. `load`: the points of the games that it has."""

    plays: list[str]
    levels: int = 0
    capacity: int | None = msgspec.field(default=None, name="most_points")
    several_seats: bool = False
    unlimited: bool = msgspec.field(default=False, name="takes_all")
    load: int = 0


class PostedBot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bot that is connected to the node. `view`: its row, of its processes there; `address`: as
    it is counted; `given`: the numbers of the games that its processes there have been given;
    `claims`: see `versions`."""

    account: str
    view: p.BotView
    processes: list[PostedProcess]
    address: str = ""
    given: dict[str, int] = {}
    claims: list[Claim] = []


def bounded(bots: Sequence[PostedBot]) -> list[PostedBot]:
    """The first of these bots as far as the bounds allow. A bot loses the oldest of the games that
    it has been given; then another node may give them too, and who got it last plays."""
    kept, processes, given = list[PostedBot](), PROCESSES, GIVEN
    for bot in bots[:BOTS]:
        if len(bot.processes) > processes:
            continue
        newest = sorted(bot.given.items(), key=lambda game: game[1], reverse=True)[:given]
        kept.append(msgspec.structs.replace(bot, given=dict(newest)))
        processes -= len(bot.processes)
        given -= len(newest)
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
    )


def posted_process(process: Process, load: int) -> PostedProcess:
    """A process here, as it is told."""
    return PostedProcess(
        sorted(process.plays),
        process.levels,
        process.capacity,
        process.several_seats,
        process.unlimited,
        load,
    )


def changed_accounts(
    before: Mapping[str, Mapping[str, PostedBot]], now: Mapping[str, Mapping[str, PostedBot]]
) -> set[str]:
    """The accounts of the bots that have come, gone or changed; both by account and node."""
    return {each for each in before.keys() | now.keys() if before.get(each) != now.get(each)}
