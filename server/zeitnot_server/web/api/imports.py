"""POST /api/v1/imports: games and positions of other programs.

Games are read in a thread, one import after the other, and stored in one transaction.
"""

import asyncio
import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p
from zeitnot_engines.formats.source import Source

from ...game_server.game_server import GameServer
from ...hosting.native import rules_for
from ...hosting.room.answers import MESSAGES
from ...imports import reading
from ...imports.record import Identity
from ...moderation.enforcement import describe_sanction
from ..http.bodies import json_answer, json_body
from ..http.identity import address, check_origin, enforcement_of, require_actor
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
        if mute := enforcement_of(request).sanction("mute", actor.account, address(request)):
            raise ProblemError(403, "muted", describe_sanction("You are muted", mute))
        limits.begin(peer, actor.account)
        async with _one_at_a_time:
            found = await asyncio.to_thread(
                reading.read,
                Source.of_bytes(text, SOURCE),
                body.game_type,
                _identities(game_server, actor.account),
                rules_for,
                time.monotonic,
            )
    if found.records:
        await game_server.store.log.add(found.commits)
        limits.sender(peer, actor.account).stored(found.charged_events)
    return json_answer(found.answer(), 201 if found.records else 200)


def _identities(game_server: GameServer, account: str) -> Callable[[], Identity]:
    registry = game_server.registry
    at = registry.now().wall

    def identity() -> Identity:
        ids = registry.new_game_ids()
        return Identity(ids.game, ids.seed, at, account)

    return identity


ROUTES = [endpoint("POST", "/api/v1/imports", post_imports, has_body=True)]
