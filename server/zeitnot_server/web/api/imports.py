"""POST /api/v1/imports: games and positions of other programs.

Games are read in a thread, one import after the other, and stored in one transaction.
"""

import asyncio
import secrets
import time

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p
from zeitnot_engines.formats.source import Source

from ...game_server.game_server import GameServer
from ...hosting.native import rules_for
from ...hosting.room.answers import MESSAGES
from ...imports import reading
from ...imports.record import Origin
from ...store import Games
from ..http.bodies import json_answer, json_body
from ..http.identity import check_may_write, check_origin, require_actor
from ..http.problems import ProblemError
from ..http.routing import endpoint
from ..limits.connection_limits import ConnectionLimits

_MAX_BODY_BYTES = 2 * p.MAX_IMPORT_BYTES  # as JSON, which escapes line ends and quotes
SOURCE = "text"
"""The name of the text in problems and notes."""

_one_at_a_time = asyncio.Semaphore(1)


async def post_imports(request: Request) -> Response:
    """Imports games or a position; only the caller's own list shows them."""
    check_origin(request)
    limits: ConnectionLimits = request.app.state.connection_limits
    game_server: GameServer = request.app.state.game_server
    peer = request.client and (request.client.host, request.client.port)
    limits.spend(peer)
    actor = await require_actor(request, game_server.store)
    limits.spend(None, actor.account)
    if game_server.disk.low:
        raise ProblemError(507, "disk_low", MESSAGES["disk_low"])
    with limits.importing(peer):
        body = await json_body(request, p.NewImport, _MAX_BODY_BYTES)
        text = body.text.encode("utf-8", "replace")
        if len(text) > p.MAX_IMPORT_BYTES:
            raise ProblemError(
                413, "too_large", f"The text is longer than {p.MAX_IMPORT_BYTES} bytes."
            )
        check_may_write(request, actor.account)
        limits.count_new_game(peer, actor.account)
        at = game_server.registry.now().wall
        async with _one_at_a_time:
            found = await asyncio.to_thread(
                reading.read,
                Source.of_bytes(text, SOURCE),
                body.game_type,
                lambda: Origin(secrets.token_bytes(32), at, actor.account),
                rules_for,
                time.monotonic,
            )
            new = await _without_stored(game_server.store.games, found)
            if new.records:
                await game_server.store.log.add(new.commits)
                limits.sender(peer, actor.account).stored(new.charged_events)
    return json_answer(found.answer(), 201 if new.records else 200)


async def _without_stored(games: Games, found: reading.Read) -> reading.Read:
    """Those of these games that are new. The ids of the others are those of the stored ones, so the
    answer leads there."""
    is_stored = [await games.has_ended(record.imported.id) for record in found.records]
    if any(is_stored):
        found.notes.append(f"{SOURCE}: {_stored_before(sum(is_stored))}")
    return reading.Read(
        [one for one, stored in zip(found.records, is_stored, strict=True) if not stored]
    )


def _stored_before(count: int) -> str:
    return "one game was imported before" if count == 1 else f"{count} games were imported before"


ROUTES = [endpoint("POST", "/api/v1/imports", post_imports, has_body=True)]
