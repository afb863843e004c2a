"""GET /api/v1/exports: all finished games that a search finds, in one file.

The file is streamed: one game after the other is read when its reader's turn comes, and charged
like the record of a single game.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p
from zeitnot_engines.formats.registry import FileFormat

from ...game_server.game_server import GameServer
from ...limits.quota_subject import QuotaSubject
from ...rooms.room import Phase
from ...store import BadFilter, Damaged, GameFilter, Games, RecordTurn, RulesChanged
from ..http.addresses import Peer
from ..http.identity import NOT_SIGNED_IN, identify
from ..http.problems import ProblemError
from ..http.routing import NODE, endpoint
from ..http.streamed import Streamed, in_turn
from ..limits.connection_limits import ConnectionLimits
from ..limits.reading import read
from .game_files import converted, read_record, requested_format
from .games import GAMES_A_READ
from .positions import with_position_key

LINES_TYPE = "application/x-ndjson"
GAMES_A_PAGE = 50
_NOT_OF_EXPORTS = ("state", "cursor", "limit")

Parts = AsyncGenerator[bytes, None]


async def export_games(request: Request) -> Response:
    """The finished games that a list with this query has, one after the other, the newest first.

    As JSON each game is a line. Games that cannot be read, cannot be written in this format, or
    are too long are left out. Raises ProblemError 400, 401, 429."""
    game_server: GameServer = request.app.state.game_server
    limits: ConnectionLimits = request.app.state.connection_limits
    peer: Peer = request.client and (request.client.host, request.client.port)
    actor = await identify(request, game_server.store)
    account = actor.account if actor else None
    form, filter_ = requested_format(request), _filter(request)
    if filter_.mine and account is None:
        raise ProblemError(401, "not_signed_in", NOT_SIGNED_IN)
    if form is not None and filter_.game not in form.games:
        games = " or ".join(f"game={game}" for game in form.games)
        raise ProblemError(400, "malformed", f"An export as {form.title} needs {games}.")
    suffix, kind = (form.name, form.content_type) if form else ("jsonl", LINES_TYPE)
    headers = {
        "content-disposition": f'attachment; filename="zeitnot-games.{suffix}"',
        "content-type": kind,
        "cache-control": "private, no-store",
    }
    sender = limits.sender(peer, account)
    turn = in_turn(game_server.registry.long_reads, sender)
    search = _Search(game_server.store.games, filter_, account, sender, turn)
    with contextlib.ExitStack() as stack:
        stack.enter_context(limits.stream(peer))
        try:
            first = await search.page(None)
        except BadFilter as bad:
            raise ProblemError(400, "bad_filter", str(bad)) from None
        return Streamed(search.files(first, form), stack.pop_all(), headers)


def _filter(request: Request) -> GameFilter:
    """The filter of the query. Raises ProblemError 400."""
    query = {k: v for k, v in request.query_params.items() if k not in (NODE, "format")}
    for name in _NOT_OF_EXPORTS:
        if name in query:
            raise ProblemError(
                400, "bad_filter", f"An export has all finished games, without {name}."
            )
    try:
        filter_ = with_position_key(GameFilter.read(query))
    except BadFilter as bad:
        raise ProblemError(400, "bad_filter", str(bad)) from None
    return replace(filter_, state=Phase.FINISHED.value, limit=GAMES_A_PAGE)


@dataclass(frozen=True, slots=True)
class _Search:
    """A list of games that is read page by page. `sender`: who is charged; `turn`: waits for it."""

    games: Games
    filter: GameFilter
    account: str | None
    sender: QuotaSubject
    turn: RecordTurn

    async def page(self, cursor: str | None) -> p.GamePage:
        """The games after this place. Each page is charged, because a rare search scans many rows
        for few games; the first one was charged as the request."""
        async with self.turn():
            page = await self.games.page(replace(self.filter, cursor=cursor), self.account)
        self.sender.charge_reads((cursor is not None) + len(page.games) // GAMES_A_READ)
        return page

    async def files(self, page: p.GamePage, form: FileFormat | None) -> Parts:
        """The games of this page and of all pages after it, in a format or (None) as JSON."""
        while True:
            for game in page.games:
                if (file := await self._file(game.id, form)) is not None:
                    yield file
            if page.cursor is None:
                return
            page = await self.page(page.cursor)

    async def _file(self, game: str, form: FileFormat | None) -> bytes | None:
        """One game; None if it cannot be read, is too long, or has no such form."""
        try:
            if (parts := await self.games.export_parts(game, self.turn)) is None:
                return None
            record = await read_record(parts, "too long")
            if form is None:
                return record + b"\n"
            return await asyncio.to_thread(converted, form, record)
        except (Damaged, RulesChanged, ProblemError):
            return None


ROUTES = [endpoint("GET", "/api/v1/exports", read(export_games), query=None)]
