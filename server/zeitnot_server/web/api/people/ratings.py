"""Leaderboards over HTTP."""

import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p
from zeitnot_engines.games import NAMES

from ....game_server.game_server import GameServer
from ....limits.long_reads import LongReads
from ....limits.table import STANDARD
from ....ratings.rating_store import MAX_LEADERS, Leader
from ....ratings.speeds import SPEEDS
from ....ratings.updating import as_of
from ....store import BadFilter
from ....store.filters import yes_or_no
from ...http.bodies import json_answer
from ...http.problems import ProblemError
from ...http.queries import number_in_query
from ...http.routing import endpoint
from ...limits.reading import read
from ...limits.timed_cache import TimedCache

DEFAULT_PLAYERS, MAX_PLAYERS = 50, MAX_LEADERS
SECONDS = 10.0
CACHED = 3 * len(NAMES) * len(SPEEDS)  # every leaderboard: all players, bots, people

Key = tuple[str, str, bool | None]


class Leaderboards:
    """The leaderboards, each read once in SECONDS at most, however many look."""

    def __init__(
        self,
        game_server: GameServer,
        list_turns: LongReads,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._game_server, self._list_turns = game_server, list_turns
        waiting = STANDARD.profiles_waiting
        self._leaderboards = TimedCache(self._read, SECONDS, CACHED, waiting, now_s)

    async def players(self, game: str, speed: str, bots: bool | None) -> list[p.RankedPlayer]:
        """The best MAX_PLAYERS. Raises ProblemError 503; StoreError."""
        return await self._leaderboards.get((game, speed, bots))

    async def _read(self, key: Key) -> list[p.RankedPlayer]:
        game, speed, bots = key
        now = self._game_server.clock.now().wall
        async with self._list_turns.chunk([]):
            leaders = await self._game_server.store.ratings.leaders(
                game, speed, MAX_PLAYERS, now, bots
            )
        return [_player(leader, now) for leader in leaders]


async def get_ratings(request: Request) -> Response:
    """The best players of a game in one speed class. Raises ProblemError 400, 503."""
    query = request.query_params
    game, speed = game_and_speed(request)
    try:
        bots = yes_or_no("bots", query["bots"]) if "bots" in query else None
    except BadFilter as bad:
        raise ProblemError(400, "bad_filter", f"{bad}") from None
    limit = number_in_query(request, "limit", DEFAULT_PLAYERS, MAX_PLAYERS)
    leaderboards: Leaderboards = request.app.state.leaderboards
    players = await leaderboards.players(game, speed, bots)
    return json_answer(p.Leaderboard(game_type=game, speed=speed, players=players[:limit]))


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
