"""Planted faults in the checks of connections and requests."""

from ..fault import SERVER, WEB, Fault

DOOR = (
    Fault(
        "unbounded-outbox",
        "queues frames without limit for a client that does not read",
        f"{SERVER}/hosting/room/send_queue.py",
        "        return waiting - self._backlog_frames < MAX_QUEUED_FRAMES"
        " and size <= MAX_QUEUED_BYTES\n",
        "        return True\n",
        ("tests/server/test_send_queue.py",),
    ),
    Fault(
        "settings-unchecked",
        "creates a game with an invalid time control",
        f"{SERVER}/lobby/new_games.py",
        "        check(request.control)\n",
        "        pass\n",
        ("tests/server/test_http.py::test_invalid_games_are_refused",),
    ),
    Fault(
        "origin-unchecked",
        "accepts requests from pages of other origins",
        f"{WEB}/sockets/handshake.py",
        "    check_origin(socket)\n",
        "",
        ("tests/security/test_identity.py::test_look_alike_origins_are_refused",),
    ),
    Fault(
        "token-unchecked",
        "treats a wrong token as not signed in instead of refusing it",
        f"{WEB}/http/identity.py",
        '    if result is None and "authorization" in connection.headers:\n',
        "    if False:\n",
        ("tests/security/test_identity.py::test_malformed_authorization_headers_are_refused",),
    ),
    Fault(
        "spectator-acts",
        "accepts commands from a client that is not signed in",
        f"{WEB}/sockets/frames.py",
        "        if not self._signed_in:\n",
        "        if False:\n",
        ("tests/security/test_frames.py", "tests/security/test_access.py"),
    ),
)
