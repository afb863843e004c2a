"""Replaced secrets that are valid for a grace period: they can play, but not manage tokens."""

import asyncio
from pathlib import Path

import pytest

from zeitnot_server.store import Credential
from zeitnot_server.web.api.tokens import REPLACED

from ..security.local import running
from ..security.raw import WAIT_S, connected, request
from .running_server import Server
from .test_tokens import bot_of, is_valid, tokens_of


def test_a_former_secret_cannot_be_rotated(server: Server) -> None:
    """Otherwise every former secret could get another grace period."""
    ann = server.person()
    bot = bot_of(server, ann, "Chained_Bot")
    id = tokens_of(server, bot["token"])[0]["id"]
    server.http("POST", f"/api/v1/tokens/{id}/rotate?grace_s=3600", token=ann)
    former = next(row["id"] for row in tokens_of(server, ann) if row["kind"] == "former")
    path = f"/api/v1/tokens/{former}/rotate?grace_s=3600"
    status, problem, _ = server.http("POST", path, token=ann)
    assert (status, problem["code"]) == (404, "no_such_token")
    assert (
        problem["detail"]
        == "This secret was already replaced. Rotate the token with its current secret."
    )
    assert is_valid(server, bot["token"])


def test_a_former_secret_manages_no_tokens(server: Server) -> None:
    """A stolen token that its owner has rotated with a grace cannot take the bot over."""
    ann = server.person()
    bot = bot_of(server, ann, "Coveted_Bot")
    id = tokens_of(server, bot["token"])[0]["id"]
    newer = server.http("POST", f"/api/v1/tokens/{id}/rotate", {"grace_s": 600}, ann)[1]["token"]
    session_id = next(row["id"] for row in tokens_of(server, ann) if row["kind"] == "session")
    path = f"/api/v1/tokens/{session_id}/rotate"
    cookie = server.http("POST", path, {"grace_s": 600}, ann)[1]["token"]
    requests = [
        ("POST", f"tokens/{id}/rotate", {"grace_s": 0}),
        ("DELETE", f"tokens/{id}", None),
        ("POST", "tokens", {"bot": bot["account"]}),
    ]
    for former in (bot["token"], ann):
        for method, path, body in requests:
            status, problem, _ = server.http(method, f"/api/v1/{path}", body, former)
            assert (status, problem["code"]) == (401, "bad_token")
            assert problem["detail"] == REPLACED
    assert is_valid(server, newer)
    assert len(tokens_of(server, cookie)) == 4
    assert server.http("DELETE", "/api/v1/session", token=bot["token"])[0] == 204
    assert [is_valid(server, secret) for secret in (bot["token"], newer)] == [False, True]


@pytest.mark.parametrize("path", ["tokens", "tokens/{id}/rotate"])
async def test_a_token_rotated_before_the_body_arrives_manages_no_tokens(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request that is held back until after the rotation is refused like a later one."""
    async with running(tmp_path) as local:
        ann = await local.person()
        by_ann = {"authorization": f"Bearer {ann}"}
        id = (await local.get("/api/v1/tokens", **by_ann)).json["tokens"][0]["id"]
        bot = (await local.post("bots", {"name": "Awaited_Bot"}, ann)).json["account"]
        tokens, looked_up = local.game_server.store.tokens, asyncio.Event()
        credential = tokens.credential

        async def noted(token: str) -> Credential | None:
            result = await credential(token)
            looked_up.set()
            return result

        monkeypatch.setattr(tokens, "credential", noted)
        body = b"{}" if "rotate" in path else b'{"bot": "%s"}' % bot.encode()
        fields = by_ann | {"content_type": "application/json", "content_length": str(len(body))}
        async with connected(local.host) as connection:
            await connection.send(request(f"/api/v1/{path.format(id=id)}", "POST", **fields))
            async with asyncio.timeout(WAIT_S):
                await looked_up.wait()
            rotated = await local.post(f"tokens/{id}/rotate", {"grace_s": 600}, ann)
            assert rotated.status == 200
            answer = await connection.ask("", body)
        assert (answer.status, answer.json["code"]) == (401, "bad_token")
