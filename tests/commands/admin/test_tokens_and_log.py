"""`zeitnot admin` lists and revokes tokens, and shows what was done, in printable words."""

import contextlib
import re
import sqlite3
from pathlib import Path

from zeitnot_server import logs
from zeitnot_server.store import audit, sanctions

from ...server.running_server import Server
from ..conftest import Zeitnot
from .guests import close_of, create_guest, lobby

# ── tokens ─────────────────────────────────────────────────────────────────────────────────────


async def test_tokens_are_listed_and_revoked(server: Server, admin: Zeitnot) -> None:
    token, account = create_guest(server, "Loser")
    id = admin("tokens", account).out.split("\t")[0]
    async with lobby(server, token) as lobby_socket:
        assert admin("revoke", id).out == f"revoked {id}\n"
        assert await close_of(lobby_socket) == (1008, "token revoked")
    assert server.http("GET", "/api/v1/tokens", token=token)[0] == 401
    assert admin("tokens", account).out == ""


async def test_all_tokens_of_an_account_are_revoked(server: Server, admin: Zeitnot) -> None:
    token, account = create_guest(server, "Loser")
    async with lobby(server, token) as lobby_socket:
        assert admin("revoke", "--account", account).out == f"revoked 1 of {account}\n"
        assert await close_of(lobby_socket) == (1008, "token revoked")


def test_control_characters_in_names_do_not_reach_the_terminal(
    admin: Zeitnot, server: Server
) -> None:
    """As tokens could be named before, and were kept."""
    _, account = create_guest(server, "Tia")
    with contextlib.closing(sqlite3.connect(server.db)) as connection, connection:
        name = "x\x1b[2J\x1b]0;pwned\x07\n\tFAKE ROW\u202e"
        connection.execute("UPDATE token SET name = ? WHERE account = ?", (name, account))
    out = admin("tokens", account).out
    assert "FAKE ROW" in out
    assert len(out.splitlines()) == 1
    assert not set(out) & set("\x1b\x07\u202e")


# ── the log ────────────────────────────────────────────────────────────────────────────────────


def test_the_audit_log_shows_addresses_and_is_pruned(server: Server, admin: Zeitnot) -> None:
    headers = {"x-forwarded-for": "2001:db8:7:8:9::1"}
    _, created, _ = server.http("POST", "/api/v1/session", {}, headers=headers)
    (row,) = admin("log", "--account", created["account"]).out.splitlines()
    assert row.split("\t")[1:5] == [
        created["account"],
        "session_made",
        f"account {created['account']}",
        "2001:db8:7:8::",
    ]
    server.person()  # the newest row stays in any case
    with contextlib.closing(sqlite3.connect(server.db)) as connection:
        connection.execute("UPDATE audit SET at = 1 WHERE actor = ?", (created["account"],))
        connection.commit()
    assert admin("prune", "--older", "90d").out == "dropped 1 rows older than 90d\n"
    assert admin("log", "--account", created["account"]).out == ""
    assert admin("log", "--limit", "1").out.split("\t")[2:4] == ["pruned", "audit"]


def test_every_act_is_in_the_audit_log() -> None:
    """What the log may be asked for is what is written into it."""
    written = set[str]()
    for file in (Path(__file__).parents[3] / "server/zeitnot_server").rglob("*.py"):
        written |= set(re.findall(r'audit\.add\([^"\n]*, "(\w+)"', file.read_text()))
    written |= {act for acts in sanctions.ACTS.values() for act in acts} | {"game_ended"}
    assert written == set(audit.ACTS)


def test_logs_are_printable() -> None:
    output = logs._all_printable(None, "info", {"event": "odd", "said": "\x1b[2J", "n": 1})
    assert output == {"event": "odd", "said": "\ufffd[2J", "n": 1}
