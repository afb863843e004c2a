"""The status of each request for each role: see `test_access`."""

from typing import Any

# anonymous: no account. stranger: an account that has not sent hello to the room. spectator: an
# account that has. player: seat 0 of the game, whose turn it is. bot: a registered bot, not seated.
ROLES = ("anonymous", "stranger", "spectator", "player", "bot", "admin")


def row(*outcomes: Any) -> dict[str, Any]:
    """The outcome for each role, in the order of ROLES. A single outcome applies to all roles."""
    return dict(zip(ROLES, outcomes if len(outcomes) > 1 else outcomes * len(ROLES), strict=True))


NEW_GAME = {
    "game_type": "tictactoe",
    "control": {"kind": "sudden_death", "base_ms": 300_000},
    "seats": [{"kind": "me"}, {"kind": "open"}],
}
FAULT = {"game": "anothers", "ply": 0, "kind": "crash", "position": "x"}
PASSWORD = {"name": "Ann", "password": "short"}
CHANGE = {"current": "short", "password": "short"}
ANYBODY = row(200)
SIGNED_IN = row(401, 204, 204, 204, 204, 204)
READS_OWN = row(401, 200, 200, 200, 200, 200)
WRITES_OWN = row(401, 204, 204, 204, 204, 204)
OF_A_BOT = row(401, 204, 204, 204, 400, 204)  # the bot itself is refused
COMPLAINT = {"person": "Access_Bot", "reason": "other"}
# There is no such club, and a kept account would be another role.
NO_CLUB, GUESTS = row(404), row(401, 409, 409, 409, 409, 409)
LADDER = "/api/v1/clubs/{slug}/ladders/{game}"
CLUBS: dict[tuple[str, str], tuple[dict[str, Any] | None, dict[str, int]]] = {
    ("GET", "/api/v1/clubs"): (None, ANYBODY),
    ("GET", "/api/v1/own-clubs"): (None, READS_OWN),
    ("GET", "/api/v1/clubs/{slug}"): (None, NO_CLUB),
    ("GET", "/api/v1/clubs/{slug}/members"): (None, NO_CLUB),
    ("GET", "/api/v1/clubs/{slug}/ratings"): (None, NO_CLUB),
    ("GET", "/api/v1/clubs/{slug}/code"): (None, row(401, 404, 404, 404, 404, 404)),
    ("GET", LADDER): (None, NO_CLUB),
    ("POST", "/api/v1/clubs"): ({"name": "Club"}, GUESTS),
    ("PATCH", "/api/v1/clubs/{slug}"): ({"news": "x"}, GUESTS),
    ("DELETE", "/api/v1/clubs/{slug}"): (None, GUESTS),
    ("POST", "/api/v1/clubs/{slug}/members"): (None, GUESTS),
    ("PUT", "/api/v1/clubs/{slug}/members/{name}"): (None, GUESTS),
    ("DELETE", "/api/v1/clubs/{slug}/members/{name}"): (None, GUESTS),
    ("POST", "/api/v1/clubs/{slug}/code"): (None, GUESTS),
    ("DELETE", "/api/v1/clubs/{slug}/code"): (None, GUESTS),
    ("PUT", LADDER): ({"control": {"kind": "unlimited"}}, GUESTS),
    ("DELETE", LADDER): (None, GUESTS),
    ("POST", f"{LADDER}/places"): (None, GUESTS),
    ("DELETE", f"{LADDER}/places/{{name}}"): (None, GUESTS),
    ("POST", f"{LADDER}/challenges"): ({"name": "Ann"}, GUESTS),
    ("PUT", f"{LADDER}/challenges/{{number}}"): ({"answer": "accept"}, GUESTS),
}
HTTP: dict[tuple[str, str], tuple[dict[str, Any] | None, dict[str, int]]] = {
    ("POST", "/api/v1/session"): ({"name": "Ann"}, row(201)),
    ("POST", "/api/v1/bots"): ({"name": "*"}, row(201)),
    ("DELETE", "/api/v1/session"): (None, SIGNED_IN),
    # A kept account would be another role: the passwords are too short.
    ("POST", "/api/v1/account"): (PASSWORD, row(401, 409, 409, 409, 409, 409)),
    ("PUT", "/api/v1/account/password"): (CHANGE, row(401, 409, 409, 409, 409, 409)),
    ("POST", "/api/v1/sign-in"): (PASSWORD, row(403)),
    ("POST", "/api/v1/account/reset"): ({**PASSWORD, "code": "x"}, row(403)),
    ("POST", "/api/v1/account/link"): ({"code": "x"}, row(403)),
    ("GET", "/api/v1/passkeys"): (None, ANYBODY),
    ("POST", "/api/v1/passkey-options"): ({"password": "x"}, row(401, 409, 409, 409, 409, 409)),
    ("POST", "/api/v1/passkeys"): ({"credential": {}}, row(401, 409, 409, 409, 409, 409)),
    ("PATCH", "/api/v1/passkeys/{id}"): ({"name": "x"}, row(401, 409, 409, 409, 409, 409)),
    ("DELETE", "/api/v1/passkeys/{id}"): (None, row(401, 409, 409, 409, 409, 409)),
    # The requests are to an address, where there are no passkeys.
    ("POST", "/api/v1/sign-in/options"): (None, row(409)),
    ("POST", "/api/v1/sign-in/passkey"): ({"credential": {}}, row(409)),
    ("GET", "/api/v1/account/export"): (None, row(401, 200, 200, 200, 200, 200)),
    ("DELETE", "/api/v1/account"): ({"password": "x"}, row(401, 409, 409, 409, 409, 409)),
    ("GET", "/api/v1/people"): (None, row(401, 403, 403, 403, 403, 403)),
    ("POST", "/api/v1/people"): ({"names": ["Ana"]}, row(401, 403, 403, 403, 403, 403)),
    ("POST", "/api/v1/people/{name}/reset-code"): (None, row(401, 403, 403, 403, 403, 403)),
    ("PUT", "/api/v1/people/{name}/role"): (
        {"role": "player"},
        row(401, 403, 403, 403, 403, 403),
    ),
    ("DELETE", "/api/v1/sessions"): (None, SIGNED_IN),
    ("PATCH", "/api/v1/session"): ({"name": "Ann"}, row(401, 200, 200, 200, 409, 200)),
    ("GET", "/api/v1/tokens"): (None, row(401, 200, 200, 200, 200, 200)),
    # The bot and the token belong to another account than that of the caller.
    ("POST", "/api/v1/tokens"): ({"bot": "0123456789abcdef"}, row(401, 404, 404, 404, 404, 404)),
    ("GET", "/api/v1/bots/{name}"): (None, ANYBODY),
    # Access_Bot is the caller in the role of a bot.
    ("GET", "/api/v1/bots/{name}/faults"): (None, row(401, 404, 404, 404, 200, 404)),
    ("GET", "/api/v1/bots/{name}/losses"): (None, row(401, 404, 404, 404, 200, 404)),
    ("POST", "/api/v1/faults"): (FAULT, row(401, 403, 403, 403, 404, 403)),
    ("POST", "/api/v1/tickets"): (None, row(401, 201, 201, 201, 201, 201)),
    ("POST", "/api/v1/tokens/{id}/rotate"): (None, row(401, 404, 404, 404, 404, 404)),
    ("DELETE", "/api/v1/tokens/{id}"): (None, row(401, 404, 404, 404, 404, 404)),
    ("GET", "/api/v1/accounts/{account}"): (None, ANYBODY),
    ("POST", "/api/v1/games"): (NEW_GAME, row(401, 201, 201, 201, 201, 201)),
    ("POST", "/api/v1/imports"): ({"text": "1. e4"}, row(401, 201, 201, 201, 201, 201)),
    ("GET", "/api/v1/games"): (None, ANYBODY),
    ("GET", "/api/v1/games/{id}"): (None, ANYBODY),
    ("GET", "/api/v1/games/{id}/export"): (None, ANYBODY),
    ("GET", "/api/v1/games/{id}/values"): (None, row(409)),
    ("GET", "/api/v1/exports"): (None, ANYBODY),
    ("GET", "/api/v1/books"): (None, ANYBODY),
    ("GET", "/api/v1/books/{scope}/{game}"): (None, ANYBODY),
    ("GET", "/api/v1/catalogue"): (None, ANYBODY),
    ("GET", "/api/v1/ratings"): (None, row(400)),
    ("GET", "/api/v1/people/{name}"): (None, ANYBODY),
    ("GET", "/api/v1/people/{name}/against/{other}"): (None, row(404)),
    ("GET", "/api/v1/people/{name}/ratings"): (None, row(400)),
    ("GET", "/api/v1/following"): (None, READS_OWN),
    ("PUT", "/api/v1/following/{name}"): (None, OF_A_BOT),
    ("DELETE", "/api/v1/following/{name}"): (None, WRITES_OWN),
    ("GET", "/api/v1/blocked"): (None, READS_OWN),
    ("POST", "/api/v1/blocked"): ({"person": "Access_Bot"}, OF_A_BOT),
    ("DELETE", "/api/v1/blocked/{name}"): (None, row(401, 204, 204, 204, 404, 204)),
    ("GET", "/api/v1/presence"): (None, READS_OWN),
    ("PUT", "/api/v1/presence"): ({"shown": True}, READS_OWN),
    ("POST", "/api/v1/complaints"): (COMPLAINT, row(401, 201, 201, 201, 400, 201)),
    **CLUBS,
    ("GET", "/healthz"): (None, ANYBODY),
    ("GET", "/readyz"): (None, ANYBODY),
    ("GET", "/metrics"): (None, ANYBODY),
    ("GET", "/version"): (None, ANYBODY),
    ("GET", "/favicon.svg"): (None, ANYBODY),
    ("GET", "/openapi.yaml"): (None, ANYBODY),
    ("GET", "/asyncapi.yaml"): (None, ANYBODY),
    ("GET", "/assets"): (None, row(404)),
    ("GET", "/{path:path}"): (None, ANYBODY),
}
