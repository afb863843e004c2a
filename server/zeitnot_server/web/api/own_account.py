"""The caller's account over HTTP: its data as a file, and its end."""

import contextlib

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p

from ...accounts.account_file import documents
from ...game_server.game_server import GameServer
from ...moderation.enforcement import DELETED
from ...profiles.people_store import BLOCK, FOLLOW
from ...store import AuditActor, GameFilter, LastAdmin, Store
from ...store.admin import AccountDetails
from ..http.addresses import Peer
from ..http.bodies import json_body
from ..http.identity import CREDENTIAL, counted_address, require_credential
from ..http.problems import ProblemError
from ..http.routing import endpoint
from ..http.session_cookie import delete_cookies
from ..http.streamed import Streamed, in_turn
from ..limits.connection_limits import ConnectionLimits
from ..limits.reading import read
from .account_file import account_file, rating_history
from .exports import GAMES_A_PAGE, Search
from .sign_in import checking_password, close_sockets, present_caller


async def export_account(request: Request) -> Response:
    """A ZIP file with the account and what it has done (`accounts.account_file`)."""
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
        about, first = await _details(game_server.store, account), await search.page(None)
        history = rating_history(game_server.store.ratings, about, search)
        file = account_file(documents(about), history, search, first)
        return Streamed(file, stack.pop_all(), headers)


async def _details(store: Store, account: str) -> AccountDetails:
    """What is stored of an account besides games and the history of its ratings."""
    row = await store.accounts.find(account)
    if row is None:
        raise AssertionError("the account of a valid token")
    related = [await store.people.related(account, kind) for kind in (FOLLOW, BLOCK)]
    follows, blocks = [await _names(store, accounts) for accounts in related]
    return AccountDetails(
        row,
        await store.accounts.stats_of(account),
        await store.tokens.of_account(account),
        await store.members.bots_of(account),
        await store.ratings.of_account(account),
        follows,
        blocks,
        await store.people.complaints_of(account),
        await store.passkeys.of_account(account),
        await store.clubs.own(account),
    )


async def _names(store: Store, accounts: list[str]) -> list[str]:
    names = await store.people.names(accounts)
    return [names[account][0] for account in accounts if account in names]


async def delete_account(request: Request) -> Response:
    """Deletes the caller's account, whose password is in the body."""
    body = await json_body(request, p.AccountEnd)
    caller = await present_caller(request)
    game_server = _game_server(request)
    by = AuditActor(caller.actor.account, counted_address(request))
    try:
        async with checking_password(request, caller.actor.name):
            ended = await game_server.accounts.service.delete(by, body.password)
    except LastAdmin as last:
        raise ProblemError(409, "last_admin", str(last)) from None
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
