"""Leaderboards over HTTP."""

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p
from zeitnot_engines.games import NAMES

from ....game_server.game_server import GameServer
from ....limits.long_reads import LongReads
from ....ratings.rating_store import Leader
from ....ratings.speeds import SPEEDS
from ....ratings.updating import as_of
from ....store import BadFilter
from ....store.filters import whole_number, yes_or_no
from ...http.bodies import json_answer
from ...http.problems import ProblemError
from ...http.routing import endpoint
from ...limits.connection_limits import ConnectionLimits
from ...limits.reading import read

DEFAULT_PLAYERS, MAX_PLAYERS = 50, 200


async def get_ratings(request: Request) -> Response:
    """The best players of a game in one speed class. Raises ProblemError 400, 429."""
    query = request.query_params
    game, speed = game_and_speed(request)
    try:
        bots = yes_or_no("bots", query["bots"]) if "bots" in query else None
        limit = whole_number("limit", query.get("limit", str(DEFAULT_PLAYERS)))
    except BadFilter as bad:
        raise ProblemError(400, "bad_filter", f"{bad}") from None
    if not 1 <= limit <= MAX_PLAYERS:
        raise ProblemError(400, "bad_filter", f"limit must be a number from 1 to {MAX_PLAYERS}.")
    limits: ConnectionLimits = request.app.state.connection_limits
    turns: LongReads = request.app.state.list_turns
    game_server: GameServer = request.app.state.game_server
    now = game_server.clock.now().wall
    peer = request.client and (request.client.host, request.client.port)
    async with turns.chunk([limits.sender(peer, None)]):
        leaders = await game_server.store.ratings.leaders(game, speed, limit, now, bots)
    players = [_player(leader, now) for leader in leaders]
    return json_answer(p.Leaderboard(game_type=game, speed=speed, players=players))


def game_and_speed(request: Request) -> tuple[str, str]:
    """The game and the speed class in a query. Raises ProblemError 400."""
    game, speed = request.query_params.get("game", ""), request.query_params.get("speed", "")
    if game not in NAMES:
        raise ProblemError(400, "bad_filter", f"game must be one of {', '.join(NAMES)}.")
    if speed not in SPEEDS:
        raise ProblemError(400, "bad_filter", f"speed must be one of {', '.join(SPEEDS)}.")
    return game, speed


def _player(leader: Leader, now: int) -> p.RankedPlayer:
    rating = as_of(leader.rating, now)
    return p.RankedPlayer(
        name=leader.name,
        bot=leader.bot,
        rating=round(rating.rating),
        deviation=round(rating.deviation),
        games=rating.games,
    )


ROUTES = [endpoint("GET", "/api/v1/ratings", read(get_ratings), ("game", "speed", "bots", "limit"))]
