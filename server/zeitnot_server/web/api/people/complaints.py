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
from .whom import Whom, account_of


async def post_complaints(request: Request) -> Response:
    """Stores a complaint about an account, with a copy of the lines of chat that it names."""
    game_server: GameServer = request.app.state.game_server
    limits: ConnectionLimits = request.app.state.connection_limits
    caller = await changing(request)
    body = await json_body(request, wire.NewComplaint)
    found = await account_of(request, Whom(body.person, body.game, body.seat, body.messages))
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
            text=printable(body.text, keep="\n"),
            game=body.game,
            messages=found.messages,
        ),
        game_server.clock.now().wall,
    )
    return json_answer(wire.ComplaintNumber(number=number), 201)


ROUTES = [endpoint("POST", "/api/v1/complaints", post_complaints, has_body=True)]
