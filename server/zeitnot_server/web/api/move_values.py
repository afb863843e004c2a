"""The exact values of the moves in a finished game."""

import asyncio
import re
from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p
from zeitnot_engines.exact_games import has_exact_values
from zeitnot_engines.games import History

from ...game_server.game_server import GameServer
from ...hosting.native import rules_for
from ...limits.quota_subject import QuotaSubject
from ..http.bodies import json_answer
from ..http.identity import identify
from ..http.problems import ProblemError
from ..http.routing import endpoint
from ..http.streamed import in_turn
from ..limits.connection_limits import ConnectionLimits
from ..limits.reading import read
from .game_files import read_record
from .solving import QueueFull, Solving

RETRY_AFTER_S = 5
PLY = re.compile("[0-9]{1,6}")
FOREVER = {"cache-control": "public, max-age=31536000, immutable", "vary": "Accept-Encoding"}
AN_HOUR = {"cache-control": "public, max-age=3600", "vary": "Accept-Encoding"}

_export: p.Decoder[p.Export] = p.Decoder(p.Export)


async def get_values(request: Request) -> Response:
    """The value of each move in one position. Raises ProblemError 400, 404, 409, 429, 503."""
    requested = _ply(request)
    limits: ConnectionLimits = request.app.state.connection_limits
    peer = request.client and (request.client.host, request.client.port)
    actor = await identify(request, request.app.state.game_server.store)
    account = actor.account if actor else None
    sender = limits.sender(peer, account)
    with limits.stream(peer):
        export, positions = await asyncio.to_thread(_read, await _record(request, sender))
        if not positions:
            raise ProblemError(400, "malformed", "This game ended before it began.")
        last = len(positions) - 1
        ply = last if requested is None else requested
        if ply > last:
            raise ProblemError(400, "malformed", f"There is no ply {ply}; the last is {last}.")
        state = rules_for(export.game_type, export.settings).parse(positions[ply])
        return await _answer(request, ply, state, sender, account)


def _ply(request: Request) -> int | None:
    text = request.query_params.get("ply")
    if text is not None and not PLY.fullmatch(text):
        raise ProblemError(400, "malformed", "`ply` must be a number of moves played: 0, 1, …")
    return None if text is None else int(text)


async def _record(request: Request, sender: QuotaSubject) -> bytes:
    """The export of a game that has ended. The values of a game in progress are secret. Raises
    ProblemError."""
    game_server: GameServer = request.app.state.game_server
    games, game = game_server.store.games, request.path_params["id"]
    ended = await games.has_ended(game)
    parts = await games.export_parts(game, in_turn(game_server.registry.long_reads, sender))
    if parts is None:
        raise ProblemError(404, "no_such_game", "There is no such game.")
    if not ended:
        await parts.aclose()
        raise ProblemError(409, "wrong_state", "The values are available when the game has ended.")
    return await read_record(parts, "This game is too long to be solved.")


def _read(record: bytes) -> tuple[p.Export, list[str]]:
    """The export, and the position after each move that was not taken back, including the throws
    after it. Raises ProblemError 400 for a game without a solver."""
    export = _export.decode(record)
    if not has_exact_values(export.game_type):
        sentence = f"Positions of {export.game_type} cannot be solved here."
        raise ProblemError(400, "malformed", sentence)
    positions = list[str]()
    for event in export.events:
        match event:
            case p.Started() | p.Moved():
                positions.append(event.position)
            case p.Threw():
                positions[-1] = event.position
            case p.TakenBack():
                del positions[len(positions) - event.plies :]
    return export, positions


async def _answer(
    request: Request, ply: int, state: History, sender: QuotaSubject, account: str | None
) -> Response:
    solving: Solving = request.app.state.solving
    try:
        found = [] if state.result else await solving.values(state, sender, account)
    except QueueFull:
        sentence = "Too many positions are waiting to be solved. Try again later."
        raise ProblemError(503, "busy", sentence, RETRY_AFTER_S) from None
    moves = [p.MoveValue(**asdict(one)) for one in found]
    response = json_answer(p.MoveValues(ply=ply, position=state.text, moves=moves, turn=state.turn))
    if all(move.value is not None for move in moves):
        response.headers.update(FOREVER)
    elif all(move.probability is not None for move in moves):
        response.headers.update(AN_HOUR)  # one of many equilibria, and found within a limit
    return response


ROUTES = [endpoint("GET", "/api/v1/games/{id}/values", read(get_values), ("ply",))]
