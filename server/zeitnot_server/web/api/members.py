"""What admins and teachers do for others over HTTP: accounts for a class, reset codes, roles."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import cast, get_args

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p
from zeitnot_protocol import people as wire

from ...game_server.game_server import GameServer
from ...hosting.room.answers import MESSAGES
from ...store import AuditActor, BadName, LastAdmin, ListedPerson, NewCode, PeopleOf
from ..http.bodies import json_answer, json_body
from ..http.identity import check_may_write, counted_address, require_credential
from ..http.problems import ProblemError, bad_name
from ..http.routing import endpoint
from ..limits.connection_limits import ConnectionLimits
from ..limits.reading import read
from .sign_in import present_caller

ALL_ROLES: tuple[p.Role, ...] = ("player", "teacher", "organiser", "admin")
RESETS: dict[p.Role, tuple[p.Role, ...]] = {"teacher": ("player",), "admin": ALL_ROLES}
"""For whom each role may make reset codes: for people with these roles."""
MAX_LISTED = 100
MAX_NAME = 64  # in a cursor; a stored name is shorter


async def get_people(request: Request) -> Response:
    """The people whose accounts the caller has made; for admins also others."""
    store = _game_server(request).store
    caller = await require_credential(request, store)
    query = request.query_params
    whom, after, limit = _whom(query.get("of", "made")), _place(query.get("cursor")), _limit(query)
    if whom != "made" and caller.role != "admin":
        raise ProblemError(403, "not_permitted", "Only an admin sees the people of others.")
    found = await store.members.listed(whom, caller.actor.account, after, limit + 1)
    shown = found[:limit]
    last = shown[-1] if len(found) > limit else None
    cursor = None if last is None else f"{last.since} {last.name}"
    return json_answer(wire.ListedPeople(people=list(map(_listed, shown)), cursor=cursor))


def _whom(text: str) -> PeopleOf:
    if text not in get_args(PeopleOf):
        names = ", ".join(get_args(PeopleOf))
        raise ProblemError(400, "bad_filter", f"of must be one of {names}.")
    return cast(PeopleOf, text)


def _place(cursor: str | None) -> tuple[int, str] | None:
    """The last person of the page before. Raises ProblemError 400."""
    if cursor is None:
        return None
    since, _, name = cursor.partition(" ")
    if re.fullmatch("[0-9]{1,15}", since) is None or not 0 < len(name) <= MAX_NAME:
        raise ProblemError(400, "bad_filter", "This is not the cursor of a page.")
    return int(since), name


def _limit(query: Mapping[str, str]) -> int:
    text = query.get("limit", str(MAX_LISTED))
    if re.fullmatch("[0-9]{1,3}", text) is None or not 1 <= int(text) <= MAX_LISTED:
        raise ProblemError(400, "bad_filter", f"limit must be a number from 1 to {MAX_LISTED}.")
    return int(text)


def _listed(person: ListedPerson) -> wire.ListedPerson:
    """Without the time of day: a teacher need not know at what hour a pupil plays."""
    used = person.used_at
    day = None if used is None else datetime.fromtimestamp(used / 1000, UTC).date()
    return wire.ListedPerson(
        name=person.name,
        role=person.role,
        since=person.since,
        taken=person.taken,
        last_seen=None if day is None else day.isoformat(),
        code_until=person.code_until,
    )


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
        made = await game_server.store.members.create(by, body.names, body.days)
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
    endpoint("GET", "/api/v1/people", read(get_people), ("of", "cursor", "limit")),
    endpoint("POST", "/api/v1/people", post_people, has_body=True),
    endpoint("POST", "/api/v1/people/{name}/reset-code", post_reset_code),
    endpoint("PUT", "/api/v1/people/{name}/role", put_role, has_body=True),
]
