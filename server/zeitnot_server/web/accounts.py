"""The public data of an account, over HTTP."""

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p

from ..play.game_server import GameServer
from .bodies import json_answer
from .problems import ProblemError
from .reading import read
from .routing import endpoint


async def get_account(request: Request) -> Response:
    """Its name, and how its games have ended."""
    game_server: GameServer = request.app.state.game_server
    account = await game_server.store.accounts.find(request.path_params["account"])
    if account is None:
        raise ProblemError(404, "no_such_account", "There is no such account.")
    stats = await game_server.store.accounts.stats_of(account.id)
    view = p.AccountView(
        account=account.id,
        name=account.name,
        bot=bool(account.bot),
        games=stats.games,
        dice_games=stats.dice_games,
        aborted_after_throw=stats.aborted_after_throw,
    )
    return json_answer(view)


ROUTES = [endpoint("GET", "/api/v1/accounts/{account}", read(get_account))]
