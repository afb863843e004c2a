"""`zeitnot admin` lists and revokes tokens, and shows the audit log, in printable characters."""

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


async def test_a_lost_token_of_a_bot_is_replaced(server: Server, admin: Zeitnot) -> None:
    """The bot has no owner, like those created on the command line. Name or account select it."""
    _, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Lost_Bot"})
    async with lobby(server, bot["token"]) as lobby_socket:
        first = admin("new-token", "lost_bot")
        assert re.fullmatch(r"zn_[\w-]{43}\n", first.out)
        assert await close_of(lobby_socket) == (1008, "token revoked")
    second = admin("new-token", bot["account"]).out.strip()
    secrets = (bot["token"], first.out.strip(), second)
    answers = [server.http("GET", "/api/v1/tokens", token=secret)[0] for secret in secrets]
    assert answers == [401, 401, 200]
    listed = [admin("tokens", name).out for name in (bot["account"], "lost_bot")]
    assert len(listed[0].splitlines()) == 1
    assert listed[0] == listed[1]
    shown = admin("log").out
    assert "token_made" in shown
    assert not any(secret in shown for secret in secrets)


def test_only_a_bot_gets_a_new_token(server: Server, zeitnot: Zeitnot) -> None:
    token, account = create_guest(server, "Person")
    for name, sentence in (
        (account, "is not a bot"),
        ("Person", "There is no account"),
        ("Nobody", "There is no account"),
    ):
        result = zeitnot("admin", "new-token", name, "--db", str(server.db))
        assert (result.code, result.out) == (2, "")
        assert sentence in result.err
    assert server.http("GET", "/api/v1/tokens", token=token)[0] == 200


def test_control_characters_in_names_do_not_reach_the_terminal(
    admin: Zeitnot, server: Server
) -> None:
    """Older versions allowed them in names of tokens."""
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
    server.person()  # the newest row always stays
    with contextlib.closing(sqlite3.connect(server.db)) as connection:
        connection.execute("UPDATE audit SET at = 1 WHERE actor = ?", (created["account"],))
        connection.commit()
    assert admin("prune", "--older", "90d").out == "deleted 1 row older than 90d\n"
    assert admin("log", "--account", created["account"]).out == ""
    assert admin("log", "--limit", "1").out.split("\t")[2:4] == ["pruned", "audit"]


def test_every_act_is_in_the_audit_log() -> None:
    """The log can be filtered by every kind of act that is written to it."""
    written = set[str]()
    for file in (Path(__file__).parents[3] / "server/zeitnot_server").rglob("*.py"):
        text = file.read_text()
        written |= set(re.findall(r'audit\.add\([^"\n]*, "(\w+)"', text))
        noted = re.findall(r"\bnote\(([^)]*)", text)  # about a club; some have one of two acts
        written |= {act for each in noted for act in re.findall(r'"((?:club|ladder)_\w+)"', each)}
    written |= {act for acts in sanctions.ACTS.values() for act in acts} | {
        audit.Termination(scores, None).act for scores in (None, (1.0, 0.0))
    }
    assert written == set(audit.ACTS)


def test_control_characters_in_logs_are_replaced() -> None:
    output = logs._all_printable(None, "info", {"event": "odd", "said": "\x1b[2J", "n": 1})
    assert output == {"event": "odd", "said": "\ufffd[2J", "n": 1}
