"""What admins and teachers do for others over HTTP: accounts for a class, reset codes, roles."""

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p

from ...game_server.game_server import GameServer
from ...hosting.room.answers import MESSAGES
from ...store import AuditActor, BadName, LastAdmin, NewCode
from ..http.bodies import json_answer, json_body
from ..http.identity import check_may_write, counted_address
from ..http.problems import ProblemError, bad_name
from ..http.routing import endpoint
from ..limits.connection_limits import ConnectionLimits
from .sign_in import present_caller

ALL_ROLES: tuple[p.Role, ...] = ("player", "teacher", "organiser", "admin")
RESETS: dict[p.Role, tuple[p.Role, ...]] = {"teacher": ("player",), "admin": ALL_ROLES}
"""For whom each role may make reset codes: for people with these roles."""


async def post_people(request: Request) -> Response:
    """Makes accounts with these names, each with a reset code; all of them or none."""
    body = await json_body(request, p.NewPeople)
    caller = await present_caller(request)
    game_server = _game_server(request)
    check_may_write(request, caller.actor.account)
    if game_server.disk.low:
        raise ProblemError(507, "disk_low", MESSAGES["disk_low"])
    limits: ConnectionLimits = request.app.state.connection_limits
    for _ in body.names:
        limits.spend(None, caller.actor.account)
    by = AuditActor(caller.actor.account, counted_address(request))
    try:
        made = await game_server.store.members.create(by, body.names)
    except BadName as bad:
        raise bad_name(bad) from None
    return json_answer(p.MadePeople(people=list(map(_view, made))), 201)


async def post_reset_code(request: Request) -> Response:
    """Makes a code with which a person sets a new password; the person's former one ends."""
    caller = await present_caller(request)
    by, name = AuditActor(caller.actor.account, counted_address(request)), _name(request)
    roles = RESETS[caller.role]
    made = await _game_server(request).store.codes.make_reset(by, name, roles)
    if made is None:
        whom = "person" if len(roles) > 1 else "player"
        raise ProblemError(404, "no_such_account", f"No {whom} keeps this name.")
    return json_answer(_view(made), 201)


async def put_role(request: Request) -> Response:
    """Gives a person another role."""
    body = await json_body(request, p.NewRole)
    caller = await present_caller(request)
    by = AuditActor(caller.actor.account, counted_address(request))
    try:
        person = await _game_server(request).store.members.set_role(by, _name(request), body.role)
    except LastAdmin as last:
        raise ProblemError(409, "last_admin", str(last)) from None
    if person is None:
        raise ProblemError(404, "no_such_account", "No person keeps this name.")
    return Response(status_code=204)


def _view(made: NewCode) -> p.ResetCode:
    return p.ResetCode(name=made.name, code=made.code, expires_at=made.expires_at)


def _name(request: Request) -> str:
    name: str = request.path_params["name"]
    return name


def _game_server(request: Request) -> GameServer:
    game_server: GameServer = request.app.state.game_server
    return game_server


ROUTES = [
    endpoint("POST", "/api/v1/people", post_people, has_body=True),
    endpoint("POST", "/api/v1/people/{name}/reset-code", post_reset_code),
    endpoint("PUT", "/api/v1/people/{name}/role", put_role, has_body=True),
]
