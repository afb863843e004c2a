"""The page of a bot over HTTP: in public its results and times; for its owner its faults, and where
its engine erred."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p
from zeitnot_client.printable import printable
from zeitnot_engines.games import NAMES

from ...game_server.game_server import GameServer
from ...hosting.native import rules_for
from ...hosting.room.answers import MESSAGES
from ...rooms.room import Phase
from ...store import Credential
from ..http.bodies import json_answer, json_body
from ..http.identity import NOT_SIGNED_IN, credential, require_actor
from ..http.problems import ProblemError
from ..http.routing import endpoint
from ..limits.connection_limits import ConnectionLimits
from ..limits.reading import read
from .grader import Grader
from .page_cache import PageCache

GRADED = 20
"""How many compared games are listed."""

_settings: p.Decoder[p.Settings] = p.Decoder(p.Settings)


def _game_server(request: Request) -> GameServer:
    game_server: GameServer = request.app.state.game_server
    return game_server


async def _account(request: Request) -> str:
    """The account of the bot in the path. Raises ProblemError 404."""
    name = request.path_params["name"]
    account = await _game_server(request).store.bot_pages.bot_named(name)
    if account is None:
        raise ProblemError(404, "no_such_bot", "There is no such bot.")
    return account


async def _owns(request: Request, caller: Credential | None, bot: str) -> bool:
    """Whether the caller is this bot or its owner."""
    if caller is None:
        return False
    owner = await _game_server(request).store.accounts.owner_of(bot)
    return caller.actor.account in (bot, owner)


async def _own_bot(request: Request) -> str:
    """The account of the bot in the path, for itself and its owner. Raises ProblemError 401,
    404."""
    caller = await credential(request, _game_server(request).store)
    if caller is None:
        raise ProblemError(401, "not_signed_in", NOT_SIGNED_IN)
    account = await _account(request)
    if not await _owns(request, caller, account):
        raise ProblemError(404, "no_such_bot", "You do not own such a bot.")
    return account


async def get_bot(request: Request) -> Response:
    """The public page of a bot, which may be offline."""
    pages: PageCache = request.app.state.bot_pages
    game_server = _game_server(request)
    account = await _account(request)
    caller = await credential(request, game_server.store)
    page = await pages.page(account)
    online = game_server.bots.online.find(page.name)
    owned = await _owns(request, caller, account)
    row = online[0] if online is not None else None
    return json_answer(msgspec.structs.replace(page, online=row, owned=owned))


async def get_faults(request: Request) -> Response:
    """The faults that a bot has reported; those in games that hide something once they are over,
    because they show what the opponents must not see."""
    account = await _own_bot(request)
    game_server = _game_server(request)
    faults = await game_server.store.bot_pages.faults(account)
    hiding = {each.game for each in faults if _hides(each.game_type)}
    rows = await game_server.store.games.by_id(hiding) if hiding else []
    over = {row.summary.id for row in rows if row.summary.state == Phase.FINISHED.value}
    shown = [each for each in faults if each.game not in hiding or each.game in over]
    return json_answer(p.Faults(faults=shown))


def _hides(game_type: str) -> bool:
    return game_type in NAMES and rules_for(game_type, {}).hidden is not None


async def get_losses(request: Request) -> Response:
    """The moves of a bot that lost most; has more of its games compared."""
    account = await _own_bot(request)
    grader: Grader = request.app.state.grader
    pages = _game_server(request).store.bot_pages
    waiting = await grader.request(account)
    costliest = [
        p.CostlyMove(**{**each._asdict(), "settings": _settings.decode(each.settings)})
        for each in await pages.costliest(account)
    ]
    games = [p.GradedGame(**each._asdict()) for each in await pages.graded(account, GRADED)]
    return json_answer(p.Losses(costliest=costliest, games=games, waiting=waiting))


async def post_faults(request: Request) -> Response:
    """Stores a fault that a bot reports of its engine, for its owner."""
    limits: ConnectionLimits = request.app.state.connection_limits
    game_server = _game_server(request)
    limits.spend(request.client and (request.client.host, request.client.port))
    actor = await require_actor(request, game_server.store)
    limits.spend(None, actor.account)
    fault = await json_body(request, p.NewFault)
    if not actor.bot:
        raise ProblemError(403, "not_for_you", "Only a bot reports faults of its engine.")
    if game_server.disk.low:
        raise ProblemError(507, "disk_low", MESSAGES["disk_low"])
    shown = msgspec.structs.replace(
        fault, detail=printable(fault.detail, keep="\n\t"), command=printable(fault.command)
    )
    at = game_server.clock.now().wall
    if not await game_server.store.bot_pages.add_fault(actor.account, shown, at):
        raise ProblemError(404, "no_such_game", "You have no seat in such a game.")
    return Response(status_code=204)


ROUTES = [
    endpoint("GET", "/api/v1/bots/{name}", read(get_bot)),
    endpoint("GET", "/api/v1/bots/{name}/faults", read(get_faults)),
    endpoint("GET", "/api/v1/bots/{name}/losses", read(get_losses)),
    endpoint("POST", "/api/v1/faults", post_faults, has_body=True),
]
