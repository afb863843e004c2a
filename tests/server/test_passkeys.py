"""Passkeys on the wire: add, list, rename and remove them, sign in, and what is refused."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from zeitnot_server.accounts.account_file import documents
from zeitnot_server.limits.rates import Rate
from zeitnot_server.store import AuditActor, Sanction
from zeitnot_server.store.audit import OPERATOR
from zeitnot_server.store.sql.base.now import wall_ms
from zeitnot_server.store.sql.people import passkeys as sql_passkeys
from zeitnot_server.store.sql.people import sanctions
from zeitnot_server.store.tokens import CHALLENGE_MS, MAX_PASSKEYS
from zeitnot_server.web.api.own_account import _details

from ..accounts.authenticator import Authenticator, Json
from ..security.local import Local, running
from ..security.raw import Answer, token_of

PASSWORD = "correct horse"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
ORIGIN = "http://localhost"
HTTPS = {"host": "club.example", "x_forwarded_proto": "https", "x_forwarded_for": "192.0.2.7"}


@asynccontextmanager
async def server(folder: Path, **limits: Any) -> AsyncIterator[Local]:
    async with running(folder, **limits) as local:
        yield local


async def keep(local: Local, name: str = "Ann") -> str:
    """A session of a new kept account."""
    body = {"name": name, "password": PASSWORD}
    answer = await local.post("account", body, await local.person())
    assert answer.status == 201, answer.body
    return token_of(answer.headers["set-cookie"])


async def begin(local: Local, token: str, password: str = PASSWORD, **headers: str) -> Answer:
    return await local.post("passkey-options", {"password": password}, token, **headers)


async def answer(local: Local, token: str, credential: Json, **body: Any) -> Answer:
    body["credential"] = credential
    return await local.post("passkeys", body, token, user_agent=FIREFOX)


async def add(local: Local, token: str, phone: Authenticator | None = None, **body: Any) -> Answer:
    options = (await begin(local, token)).json["options"]
    return await answer(local, token, (phone or Authenticator()).make(options), **body)


async def challenge(local: Local, **headers: str) -> tuple[Json, str]:
    """The options of a sign-in, and the browser's cookie."""
    begun = await local.post("sign-in/options", {}, **headers)
    assert begun.status == 200, begun.body
    match = re.match(r"(?:__Host-)?zeitnot_passkey=[\w-]{43}", begun.headers["set-cookie"])
    assert match
    return begun.json["options"], match[0]


async def sign_in(
    local: Local, phone: Authenticator, token: str | None = None, **body: Any
) -> Answer:
    options, cookie = await challenge(local)
    body["credential"] = phone.sign(options)
    return await local.post("sign-in/passkey", body, token, cookie=cookie)


async def listed(local: Local, token: str) -> list[Json]:
    result = await local.get("/api/v1/passkeys", authorization=f"Bearer {token}")
    passkeys: list[Json] = result.json["passkeys"]
    return passkeys


def code(refused: Answer) -> tuple[int, str]:
    return refused.status, refused.json["code"]


async def test_a_passkey_signs_in_on_another_device(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        ann, phone = await keep(local), Authenticator()
        made = await add(local, ann, phone)
        assert made.status == 201
        assert made.json | {"id": "", "created_at": 0} == {
            **{"id": "", "created_at": 0, "name": "Firefox on Linux", "origin": ORIGIN}
        }
        assert await listed(local, ann) == [made.json]
        session = await sign_in(local, phone)
        assert (session.status, session.json["name"], session.json["kept"]) == (200, "Ann", True)
        new = token_of(session.headers["set-cookie"])
        assert new != ann
        (used,) = await listed(local, new)
        assert used["last_used_at"] >= used["created_at"]
        for name, status in (("Blue", 200), ("", 400), ("x" * 61, 400), ("a\nb", 409)):
            path = f"passkeys/{used['id']}"
            renamed = await local.send("PATCH", path, {"name": name}, new)
            assert renamed.status == status
        assert [each["name"] for each in await listed(local, new)] == ["Blue"]
        assert (await local.send("DELETE", f"passkeys/{used['id']}", {}, new)).status == 204
        assert code(await local.send("DELETE", f"passkeys/{used['id']}", {}, new)) == (
            *(404, "no_such_passkey"),
        )
        assert code(await sign_in(local, phone)) == (403, "wrong_passkey")


async def test_a_guest_is_merged_and_its_session_ends(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        ann, phone = await keep(local), Authenticator()
        await add(local, ann, phone)
        guest, apart = await local.person(), await local.person()
        game = await local.game(guest)
        session = await sign_in(local, phone, guest)
        assert session.json["merged"]["games"] == 1
        assert code(await local.post("session", {}, guest)) == (401, "bad_token")
        room_actor = await local.game_server.registry.get(game)
        assert room_actor is not None
        assert room_actor.room.is_player(session.json["account"])
        assert "merged" not in (await sign_in(local, phone, apart, merge=False)).json
        assert (await local.post("session", {}, apart)).status == 200


async def test_a_challenge_is_answered_once_by_its_browser_and_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(tmp_path) as local:
        ann, phone = await keep(local), Authenticator()
        await add(local, ann, phone)
        options, cookie = await challenge(local)
        _, others = await challenge(local)
        body = {"credential": phone.sign(options)}
        for headers in ({}, {"cookie": others}, {"cookie": "zeitnot_passkey=short"}):
            refused = await local.post("sign-in/passkey", body, **headers)
            assert code(refused) == (403, "wrong_passkey")
        assert (await local.post("sign-in/passkey", body, cookie=cookie)).status == 200
        again = await local.post("sign-in/passkey", body, cookie=cookie)
        assert code(again) == (403, "wrong_passkey")
        _, same = await challenge(local, cookie=cookie)  # another tab of this browser
        assert same == cookie
        late, _ = await challenge(local, cookie=cookie)
        at = local.game_server.clock.now().wall + CHALLENGE_MS + 60_000
        monkeypatch.setattr(sql_passkeys, "wall_ms", lambda: at)
        body = {"credential": phone.sign(late)}
        refused = await local.post("sign-in/passkey", body, cookie=cookie)
        assert code(refused) == (403, "wrong_passkey")


async def test_adding_is_bound_to_one_session_and_used_up(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        ann, bob = await keep(local), await keep(local, "Bob")
        body = {"name": "Ann", "password": PASSWORD}
        elsewhere = token_of((await local.post("sign-in", body)).headers["set-cookie"])
        credential = Authenticator().make((await begin(local, ann)).json["options"])
        for token in (bob, elsewhere):
            assert code(await answer(local, token, credential)) == (403, "wrong_passkey")
        assert (await answer(local, ann, credential)).status == 201
        assert code(await answer(local, ann, credential)) == (403, "wrong_passkey")
        options, _ = await challenge(local)
        phone = Authenticator()
        for_sign_in = {"rp": {"id": "localhost"}, "user": {"id": "dQ"}, **options}
        refused = await answer(local, ann, phone.make(for_sign_in))
        assert code(refused) == (403, "wrong_passkey")


async def test_only_the_password_lets_the_owner_add_one(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        ann, guest = await keep(local), await local.person()
        bot = (await local.post("bots", {"name": "Deep_Red"})).json["token"]
        assert code(await begin(local, ann, "wrong horse")) == (403, "wrong_password")
        for token in (guest, bot):
            assert code(await begin(local, token)) == (409, "not_kept")
        assert code(await local.post("passkey-options", {"password": "x"})) == (
            *(401, "not_signed_in"),
        )
        body = {"scopes": ["read"]}
        reader = (await local.post("tokens", body, ann)).json["token"]
        assert code(await begin(local, reader)) == (403, "no_scope")
        assert await listed(local, reader) == []
        foreign = await begin(local, ann, origin="http://evil.example")
        assert code(foreign) == (403, "wrong_origin")
        foreign = await local.post("sign-in/options", {}, origin="http://evil.example")
        assert code(foreign) == (403, "wrong_origin")


async def test_another_accounts_credential_is_neither_added_nor_changed(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        ann, bob, phone = await keep(local), await keep(local, "Bob"), Authenticator()
        made = (await add(local, ann, phone)).json
        assert code(await add(local, bob, phone)) == (403, "wrong_passkey")
        for method, body in (("PATCH", {"name": "Mine"}), ("DELETE", {})):
            refused = await local.send(method, f"passkeys/{made['id']}", body, bob)
            assert code(refused) == (404, "no_such_passkey")
        stranger = Authenticator(user=phone.user)
        stranger.id = phone.id
        assert code(await sign_in(local, stranger)) == (403, "wrong_passkey")
        stranger.id = b"unknown"
        unknown = await sign_in(local, stranger)
        assert unknown.body == (await sign_in(local, Authenticator())).body
        assert await listed(local, bob) == []


@pytest.mark.parametrize(
    "lie",
    [
        {"origin": "http://localhost:1"},
        {"origin": "https://localhost"},
        {"rp_id": "evil.example"},
        {"flags": 1},
        {"client_data": {"type": "webauthn.other"}},
    ],
    ids=["port", "scheme", "site", "not verified", "type"],
)
async def test_a_lie_neither_adds_nor_signs_in(tmp_path: Path, lie: dict[str, Any]) -> None:
    async with server(tmp_path) as local:
        ann, phone = await keep(local), Authenticator()
        await add(local, ann, phone)
        assert code(await add(local, ann, Authenticator(**lie))) == (403, "wrong_passkey")
        for name, value in lie.items():
            setattr(phone, name, value)
        assert code(await sign_in(local, phone)) == (403, "wrong_passkey")
        assert len(await listed(local, ann)) == 1


async def test_a_copy_is_refused_by_its_count_and_noted(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        ann, phone = await keep(local), Authenticator(count=5)
        await add(local, ann, phone)
        assert (await sign_in(local, phone)).status == 200
        phone.count = 5
        assert code(await sign_in(local, phone)) == (403, "wrong_passkey")
        await local.game_server.accounts.service.failures.write()
        acts = await local.game_server.store.moderation.audit_entries_since(0)
        assert [act.reason for act in acts if act.act == "sign_in_failed"] == ["1 times"]
        phone.count = 50
        assert (await sign_in(local, phone)).status == 200


async def test_an_account_has_only_so_many(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        ann = await keep(local)
        credential = Authenticator().make((await begin(local, ann)).json["options"])
        for _ in range(MAX_PASSKEYS):
            assert (await add(local, ann)).status == 201
        assert code(await begin(local, ann)) == (409, "too_many_passkeys")
        assert code(await answer(local, ann, credential)) == (409, "too_many_passkeys")


async def test_passkeys_are_offered_over_https_and_on_localhost_only(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        ann, phone = await keep(local), Authenticator("https://club.example")
        for headers, expected in (
            ({}, True),
            ({"host": "localhost:8080"}, True),
            (HTTPS, True),
            ({"host": "127.0.0.1:8080"}, False),
            ({**HTTPS, "x_forwarded_proto": "http"}, False),
            ({**HTTPS, "host": "192.0.2.1"}, False),
        ):
            found = await local.get("/api/v1/passkeys", **headers)
            assert found.json == {"offered": expected, "passkeys": []}
            for path, body in (
                *(("sign-in/options", {}), ("sign-in/passkey", {"credential": {}})),
                *(("passkey-options", {"password": PASSWORD}), ("passkeys", {"credential": {}})),
            ):
                refused = await local.post(path, body, ann, **headers)
                assert (refused.status == 409) is not expected
                assert expected or refused.json["code"] == "no_passkeys"
        options = (await begin(local, ann, **HTTPS)).json["options"]
        assert options["rp"]["id"] == "club.example"
        body = {"credential": phone.make(options)}
        assert (await local.post("passkeys", body, ann, **HTTPS)).status == 201
        options, cookie = await challenge(local, **HTTPS)
        assert cookie.startswith("__Host-")
        body = {"credential": phone.sign(options)}
        session = await local.post("sign-in/passkey", body, cookie=cookie, **HTTPS)
        assert (session.status, session.json["name"]) == (200, "Ann")


async def test_attempts_are_limited_by_address(tmp_path: Path) -> None:
    rates = (Rate(1 / 60, 3),)
    limits = {"address_failed_sign_ins": rates, "address_passkey_challenges": (Rate(1 / 60, 5),)}
    async with server(tmp_path, **limits) as local:
        ann, phone = await keep(local), Authenticator("https://club.example")
        options = (await begin(local, ann, **HTTPS)).json["options"]
        await local.post("passkeys", {"credential": phone.make(options)}, ann, **HTTPS)
        for _ in range(5):
            options, cookie = await challenge(local, **HTTPS)
            body = {"credential": phone.sign(options)}
            session = await local.post("sign-in/passkey", body, cookie=cookie, **HTTPS)
            assert session.status == 200  # those that succeed do not count
        refused = await local.post("sign-in/options", {}, **HTTPS)
        assert code(refused) == (429, "too_many_requests")
        statuses = [
            (await local.post("sign-in/passkey", {"credential": {}}, **HTTPS)).status
            for _ in range(4)
        ]
        assert statuses == [403, 403, 403, 429]


async def test_who_is_banned_does_not_sign_in(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        ann, phone = await keep(local), Authenticator()
        await add(local, ann, phone)
        account = (await local.post("session", {}, ann)).json["account"]
        banned = Sanction("ban", account, None, "shouts", wall_ms(), None)
        store: Any = local.game_server.store
        await store.write(lambda c: sanctions.add(c, AuditActor(OPERATOR), banned))
        await local.game_server.moderation.enforcement.check()
        assert code(await sign_in(local, phone)) == (403, "banned")


async def test_the_export_has_their_names_and_no_keys(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        ann, phone = await keep(local), Authenticator()
        made = (await add(local, ann, phone, name="Phone")).json
        account = (await local.post("session", {}, ann)).json["account"]
        files = documents(await _details(local.game_server.store, account))
        assert json.loads(files["passkeys.json"]) == [made | {"last_used_at": None}]
