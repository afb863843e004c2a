"""The caller's account over HTTP: its data as a file, and its end."""

import contextlib

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p

from ...accounts.account_file import documents
from ...accounts.hashing import TooManyHashes
from ...accounts.service import NoPassword, WrongPassword
from ...game_server.game_server import GameServer
from ...moderation.enforcement import DELETED
from ...store import AuditActor, GameFilter, LastAdmin, Store
from ..http.addresses import Peer
from ..http.bodies import json_body
from ..http.identity import CREDENTIAL, counted_address, require_credential
from ..http.problems import ProblemError
from ..http.routing import endpoint
from ..http.session_cookie import delete_cookies
from ..http.streamed import Streamed, in_turn
from ..limits.connection_limits import ConnectionLimits
from ..limits.reading import read
from .account_file import account_file
from .exports import GAMES_A_PAGE, Search
from .sign_in import NO_PASSWORD, close_sockets, count_sign_in, password_problem, present_caller


async def export_account(request: Request) -> Response:
    """A ZIP file with the account, its sessions and bots, and its finished games."""
    request.scope.pop(CREDENTIAL, None)
    game_server = _game_server(request)
    caller = await require_credential(request, game_server.store, banned_too=True)
    limits: ConnectionLimits = request.app.state.connection_limits
    peer: Peer = request.client and (request.client.host, request.client.port)
    account = caller.actor.account
    sender = limits.sender(peer, account)
    turn = in_turn(game_server.registry.long_reads, sender)
    filter_ = GameFilter(mine=True, imported=False, state="finished", limit=GAMES_A_PAGE)
    search = Search(game_server.store.games, filter_, account, sender, turn)
    headers = {
        "content-disposition": 'attachment; filename="zeitnot-account.zip"',
        "content-type": "application/zip",
        "cache-control": "private, no-store",
    }
    with contextlib.ExitStack() as stack:
        stack.enter_context(limits.exporting(account))
        stack.enter_context(limits.stream(peer))
        about, first = await _documents(game_server.store, account), await search.page(None)
        return Streamed(account_file(about, search, first), stack.pop_all(), headers)


async def _documents(store: Store, account: str) -> dict[str, bytes]:
    """What is stored of an account besides games."""
    row = await store.accounts.find(account)
    if row is None:
        raise AssertionError("the account of a valid token")
    stats = await store.accounts.stats_of(account)
    tokens = await store.tokens.of_account(account)
    bots, ratings = await store.members.bots_of(account), await store.ratings.of_account(account)
    clubs = await store.clubs.own(account)
    return documents(row, stats, tokens, bots, ratings, clubs)


async def delete_account(request: Request) -> Response:
    """Deletes the caller's account, whose password is in the body."""
    body = await json_body(request, p.AccountEnd)
    caller = await present_caller(request)
    game_server = _game_server(request)
    by = AuditActor(caller.actor.account, counted_address(request))
    refund = await count_sign_in(request, caller.actor.name)
    try:
        ended = await game_server.accounts.service.delete(by, body.password)
    except NoPassword:
        refund()
        raise ProblemError(403, "wrong_password", NO_PASSWORD) from None
    except WrongPassword:
        raise ProblemError(403, "wrong_password", "This is not your present password.") from None
    except LastAdmin as last:
        refund()
        raise ProblemError(409, "last_admin", str(last)) from None
    except TooManyHashes as many:
        refund()
        raise password_problem(many) from None
    refund()
    close_sockets(request, ended, DELETED, p.POLICY_VIOLATION)
    response = Response(status_code=204)
    delete_cookies(response, request)
    return response


def _game_server(request: Request) -> GameServer:
    game_server: GameServer = request.app.state.game_server
    return game_server


ROUTES = [
    endpoint("GET", "/api/v1/account/export", read(export_account)),
    endpoint("DELETE", "/api/v1/account", delete_account, has_body=True),
]
