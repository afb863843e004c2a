"""An account over HTTP: its public data, and a guest's own name."""

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p

from ...events.accounts import AccountRenamed
from ...game_server.game_server import GameServer
from ...hosting.room.answers import MESSAGES
from ...moderation.enforcement import said
from ...store import BadName, By
from ..http.bodies import json_answer, json_body
from ..http.identity import address, counted, enforcement_of, require
from ..http.problems import ProblemError, bad_name
from ..http.routing import endpoint
from ..limits.connection_limits import ConnectionLimits
from ..limits.reading import read


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


async def patch_session(request: Request) -> Response:
    """Another name for the guest that is signed in. Its open sockets keep the former one, and so do
    the games that it has joined: nobody's opponent changes during a game, and no log is
    rewritten."""
    limits: ConnectionLimits = request.app.state.connection_limits
    game_server: GameServer = request.app.state.game_server
    limits.spend(request.client and (request.client.host, request.client.port))
    account = (await require(request, game_server.store)).account
    body = await json_body(request, p.NewName)
    if mute := enforcement_of(request).sanction("mute", account, address(request)):
        raise ProblemError(403, "muted", said("You are muted", mute))
    if game_server.disk.low:
        raise ProblemError(507, "disk_low", MESSAGES["disk_low"])
    limits.rename(account)
    try:
        name = await game_server.store.accounts.rename_guest(
            By(account, counted(request)), body.name
        )
    except BadName as bad:
        limits.not_renamed(account)
        raise bad_name(bad) from None
    game_server.events.publish(AccountRenamed(account, name))
    return json_answer(p.Session(account=account, name=name))


ROUTES = [
    endpoint("GET", "/api/v1/accounts/{account}", read(get_account)),
    endpoint("PATCH", "/api/v1/session", patch_session, has_body=True),
]
