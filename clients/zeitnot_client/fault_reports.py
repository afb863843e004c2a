"""Reports what a bot's engine did wrong to the server, for the part of the bot's page that only its
owner sees.

The reports are sent in the background: no move waits for them, and if one cannot be sent, the bot's
log still has it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import zeitnot_protocol as p

from .exceptions import Refused, ZeitnotError
from .excerpts import cut_off, last_lines
from .state import RoomState

MAX_WAITING = 8
"""How many reports may be on their way; more are dropped."""
MAX_DETAIL = 2_000  # characters, as in NewFault
MAX_LINE = 500  # characters of the first line
UNKNOWN_PATH = ("not_found", "method_not_allowed")
"""The refusals of a server that is older than these reports."""
logger = logging.getLogger("zeitnot.bot")


def shortened(detail: str) -> str:
    """A text of at most MAX_DETAIL characters: the first line, which says what has happened, and as
    many whole lines of the end as there is room for."""
    if len(detail) <= MAX_DETAIL:
        return detail
    first, *lines = detail.splitlines()
    kept = [cut_off(first, MAX_LINE), "…"]
    return "\n".join([*kept, *last_lines(lines, MAX_DETAIL - sum(map(len, kept)) - len(kept))])


class FaultReports:
    """The reports of one client. `post` sends one; `version` returns that of the bot's program."""

    def __init__(
        self, post: Callable[[p.NewFault], Awaitable[None]], version: Callable[[], str] = str
    ) -> None:
        self._post, self._version = post, version
        self._tasks = set[asyncio.Task[None]]()
        self._are_known = True

    def send(self, state: RoomState, kind: p.FaultKind, detail: str, command: str = "") -> None:
        """Sends a report in the position of `state`. `detail`: what happened, for example the last
        lines of the engine's error output; `command`: how to reproduce it."""
        if not (self._are_known and state.position) or len(self._tasks) >= MAX_WAITING:
            return
        fault = p.NewFault(
            game=state.game,
            ply=state.ply,
            kind=kind,
            position=state.position,
            detail=shortened(detail),
            command=command,
            version=self._version(),
        )
        task = asyncio.create_task(self._send(fault))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, fault: p.NewFault) -> None:
        try:
            await self._post(fault)
        except ZeitnotError as failed:
            if isinstance(failed, Refused) and failed.code in UNKNOWN_PATH:
                self._are_known = False
            logger.debug("game %s: fault not reported: %s", fault.game, failed)

    async def close(self) -> None:
        """Waits until all reports have been sent, or cannot be."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
