"""Complaints over HTTP: they wait for the operator (`zeitnot admin complaints`)."""

from starlette.requests import Request
from starlette.responses import Response

from zeitnot_client.printable import printable
from zeitnot_protocol import people as wire

from ....game_server.game_server import GameServer
from ....profiles.people_store import NewComplaint
from ...http.bodies import json_answer, json_body
from ...http.problems import ProblemError
from ...http.routing import endpoint
from ...limits.connection_limits import ConnectionLimits
from .relations import changing
from .whom import ONE_OF, Found, Whom, account_of


async def post_complaints(request: Request) -> Response:
    """Stores a complaint about an account, with a copy of the lines of chat that it names."""
    game_server = _game_server(request)
    limits: ConnectionLimits = request.app.state.connection_limits
    caller = await changing(request)
    body = await json_body(request, wire.NewComplaint)
    text = printable(body.text, keep="\n")
    if body.club is None:
        whom = Whom(body.person, body.game, body.seat, body.messages)
        found = await account_of(request, whom)
    else:
        found, copy = await _editor(request, body)
        text = f"{copy}\n{text}".strip()
    if found.account == caller.account:
        raise ProblemError(400, "malformed", "You cannot complain about yourself.")
    peer = request.client and (request.client.host, request.client.port)
    limits.complain(peer, caller.account)
    number = await game_server.store.people.complain(
        NewComplaint(
            account=caller.account,
            about=found.account,
            name=found.name,
            reason=body.reason,
            text=text,
            game=body.game,
            messages=found.messages,
        ),
        game_server.clock.now().wall,
    )
    return json_answer(wire.ComplaintNumber(number=number), 201)


async def _editor(request: Request, body: wire.NewComplaint) -> tuple[Found, str]:
    """The person who has changed a club's texts last, or if that is unknown, its leader for the
    longest time; and a copy of these texts, each line quoted. Raises ProblemError 400, 404."""
    if (body.person, body.game, body.seat) != (None, None, None) or body.messages:
        raise ProblemError(400, "malformed", ONE_OF)
    clubs = _game_server(request).store.clubs
    club = await clubs.club(body.club or "")
    if club is None:
        raise ProblemError(404, "no_such_club", "There is no club at this address.")
    (leader,) = (await clubs.members(club.id, 0, 1, with_invited=False)).members
    account = await clubs.last_editor(club.slug) or leader.account
    name, _ = (await _game_server(request).store.people.names([account])).get(account, ("", False))
    found = Found(account, name) if name else Found(leader.account, leader.name)
    texts = [club.name, club.news, club.description, *(each.name for each in club.presets)]
    lines = [line for text in texts for line in text.splitlines()]
    return found, "\n".join([f"club {club.slug}", *(f"> {line}" for line in lines)])


def _game_server(request: Request) -> GameServer:
    game_server: GameServer = request.app.state.game_server
    return game_server


ROUTES = [endpoint("POST", "/api/v1/complaints", post_complaints, has_body=True)]
