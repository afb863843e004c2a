"""Tickets over HTTP: what a page asks for before it opens a socket."""

import math

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p

from ...game_server.game_server import GameServer
from ...store import TooManyTickets
from ..http.bodies import json_answer
from ..http.identity import require_credential
from ..http.problems import ProblemError
from ..http.routing import endpoint
from ..limits.connection_limits import ConnectionLimits


async def post_tickets(request: Request) -> Response:
    """Makes a ticket for the caller's token. It is shown only once. Stored even while the disk is
    low, because a player may need it to come back to a running game."""
    limits: ConnectionLimits = request.app.state.connection_limits
    game_server: GameServer = request.app.state.game_server
    peer = request.client and (request.client.host, request.client.port)
    limits.spend(peer)
    caller = await require_credential(request, game_server.store)
    limits.spend(None, caller.actor.account)
    try:
        ticket = await game_server.store.tickets.make(caller, limits.ticket_limits)
    except TooManyTickets as many:
        wait_s = math.ceil(many.wait_ms / 1000)
        if many.own:
            raise ProblemError(429, "too_many_requests", str(many), wait_s) from None
        raise ProblemError(503, "busy", str(many), wait_s) from None
    return json_answer(p.Ticket(ticket=ticket.value, expires_at=ticket.expires_at), 201)


ROUTES = [endpoint("POST", "/api/v1/tickets", post_tickets)]
