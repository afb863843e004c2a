"""Accounts over HTTP: public data, and renaming of guests."""

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p

from ...events.accounts import AccountRenamed
from ...game_server.game_server import GameServer
from ...hosting.room.answers import MESSAGES
from ...store import AuditActor, BadName
from ..http.bodies import json_answer, json_body
from ..http.identity import check_may_write, counted_address, require_actor
from ..http.problems import ProblemError, bad_name
from ..http.routing import endpoint
from ..limits.connection_limits import ConnectionLimits
from ..limits.reading import read


async def get_account(request: Request) -> Response:
    """An account's name, and how its games have ended."""
    game_server: GameServer = request.app.state.game_server
    account = await game_server.store.accounts.find(request.path_params["account"])
    if account is None:
        raise ProblemError(404, "no_such_account", "There is no such account.")
    stats = await game_server.store.accounts.stats_of(account.id)
    view = p.AccountView(
        account=account.id,
        name=account.name,
        bot=bool(account.bot),
        kept=account.kept_at is not None,
        games=stats.games,
        dice_games=stats.dice_games,
        aborted_after_throw=stats.aborted_after_throw,
    )
    return json_answer(view)


async def patch_session(request: Request) -> Response:
    """Renames the guest who is signed in. Open sockets and joined games keep the former name, so
    that an opponent's name does not change during a game and no log is rewritten."""
    limits: ConnectionLimits = request.app.state.connection_limits
    game_server: GameServer = request.app.state.game_server
    limits.spend(request.client and (request.client.host, request.client.port))
    account = (await require_actor(request, game_server.store)).account
    body = await json_body(request, p.NewName)
    check_may_write(request, account)
    if game_server.disk.low:
        raise ProblemError(507, "disk_low", MESSAGES["disk_low"])
    limits.rename(account)
    try:
        name = await game_server.store.accounts.rename_guest(
            AuditActor(account, counted_address(request)), body.name
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
