"""Kept accounts on the wire: keep a name, sign in elsewhere, change the password, end sessions."""

import itertools
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.limits.rates import Rate
from zeitnot_server.limits.table import STANDARD
from zeitnot_server.store.tokens import digest
from zeitnot_server.web.http.problems import ProblemError
from zeitnot_server.web.limits.connection_limits import ConnectionLimits

from ..security.local import Local, running
from ..security.raw import Answer, connected, request, token_of

PASSWORD = "correct horse"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@asynccontextmanager
async def local_server(folder: Path, **limits: Any) -> AsyncIterator[Local]:
    async with running(folder, **limits) as local:
        yield local


async def keep(local: Local, token: str, name: str = "Ann", password: str = PASSWORD) -> Answer:
    body = {"name": name, "password": password}
    return await local.post("account", body, token, user_agent=FIREFOX)


async def sign_in(local: Local, name: str, password: str = PASSWORD, **headers: str) -> Answer:
    return await local.post("sign-in", {"name": name, "password": password}, **headers)


async def change(local: Local, token: str, current: str, new: str) -> Answer:
    body = {"current": current, "password": new}
    return await local.send("PUT", "account/password", body, token)


async def tokens_of(local: Local, token: str) -> list[dict[str, Any]]:
    answer = await local.get("/api/v1/tokens", authorization=f"Bearer {token}")
    rows: list[dict[str, Any]] = answer.json["tokens"]
    return rows


async def test_a_guest_keeps_a_name_and_signs_in_elsewhere(tmp_path: Path) -> None:
    async with local_server(tmp_path) as local:
        guest = await local.person()
        before = (await local.post("session", {}, guest)).json
        game = await local.game(guest)
        kept = await keep(local, guest)
        assert kept.status == 201
        assert kept.json == {"account": before["account"], "name": "Ann", "kept": True}
        assert (await local.post("session", {}, guest)).json["code"] == "bad_token"
        here = token_of(kept.headers["set-cookie"])
        assert (await local.post("session", {}, here)).json == kept.json
        other = await sign_in(local, "ann")
        assert (other.status, other.json) == (200, kept.json)
        elsewhere = token_of(other.headers["set-cookie"])
        room_actor = await local.game_server.registry.get(game)
        credential = await local.game_server.store.tokens.credential(elsewhere)
        assert room_actor is not None
        assert credential is not None
        assert room_actor.room.is_player(credential.actor.account)
        assert [row["device"] for row in await tokens_of(local, here) if "device" in row] == [
            "Firefox on Linux"
        ]


async def test_seats_say_who_is_kept(tmp_path: Path) -> None:
    async with local_server(tmp_path) as local:
        ann = token_of((await keep(local, await local.person())).headers["set-cookie"])
        for token, kept in ((ann, True), (await local.person(), False)):
            game = await local.game(token)
            room_actor = await local.game_server.registry.get(game)
            assert room_actor is not None
            credential = await local.game_server.store.tokens.credential(token)
            assert credential is not None
            assert credential.actor.kept is kept


async def test_a_wrong_name_and_a_wrong_password_have_one_answer(tmp_path: Path) -> None:
    async with local_server(tmp_path) as local:
        await keep(local, await local.person())
        await local.post("bots", {"name": "Deep_Red"})
        answers = [await sign_in(local, name, "wrong one") for name in ("Ann", "Bob", "Deep_Red")]
        assert {answer.body for answer in answers} == {answers[0].body}
        assert (answers[0].status, answers[0].json["code"]) == (403, "wrong_password")
        assert "set-cookie" not in answers[0].headers
        await local.game_server.accounts.service.failures.write()
        acts = await local.game_server.store.moderation.audit_entries_since(0)
        assert [act.reason for act in acts if act.act == "sign_in_failed"] == ["1 times"]


async def test_an_unfit_name_or_password_changes_nothing(tmp_path: Path) -> None:
    async with local_server(tmp_path) as local:
        await local.post("bots", {"name": "Deep_Red"})
        guest = await local.person()
        for name, password, code in (
            ("Ann", "short", "password_unfit"),
            ("Annabella", "annabella", "password_unfit"),
            ("Guest 1234", PASSWORD, "name_reserved"),
            ("Deep-Red", PASSWORD, "name_taken"),
            ("P\u0430ul", PASSWORD, "name_mixed"),
            ("", PASSWORD, "malformed"),
            ("Ann", "", "malformed"),
            ("Ann", "x" * 257, "malformed"),
        ):
            assert (await keep(local, guest, name, password)).json["code"] == code
        session = (await local.post("session", {}, guest)).json
        assert "kept" not in session
        assert session["name"].startswith("Guest ")


async def test_only_a_guest_can_keep_a_name(tmp_path: Path) -> None:
    async with local_server(tmp_path) as local:
        ann = token_of((await keep(local, await local.person())).headers["set-cookie"])
        bot = (await local.post("bots", {"name": "Deep_Red"})).json["token"]
        for token in (ann, bot):
            answer = await keep(local, token, "Other")
            assert (answer.status, answer.json["code"]) == (409, "kept_already")
        anonymous = await local.post("account", {"name": "Bob", "password": PASSWORD})
        assert (anonymous.status, anonymous.json["code"]) == (401, "not_signed_in")
        renamed = await local.send("PATCH", "session", {"name": "Anna"}, ann)
        assert renamed.json["code"] == "name_fixed"


async def test_a_new_password_needs_the_present_one(tmp_path: Path) -> None:
    async with local_server(tmp_path) as local:
        ann = token_of((await keep(local, await local.person())).headers["set-cookie"])
        phone = token_of((await sign_in(local, "Ann")).headers["set-cookie"])
        wrong = await change(local, ann, "wrong one", "battery staple")
        assert (wrong.status, wrong.json["code"]) == (403, "wrong_password")
        unfit = await change(local, ann, PASSWORD, "short")
        assert (unfit.status, unfit.json["code"]) == (409, "password_unfit")
        changed = await change(local, ann, PASSWORD, "battery staple")
        assert changed.status == 200
        now = token_of(changed.headers["set-cookie"])
        for old in (ann, phone):
            assert (await local.post("session", {}, old)).json["code"] == "bad_token"
        assert len(await tokens_of(local, now)) == 1
        assert (await sign_in(local, "Ann")).status == 403
        assert (await sign_in(local, "Ann", "battery staple")).status == 200
        guest = await change(local, await local.person(), PASSWORD, "battery staple")
        assert guest.json["code"] == "not_kept"


async def test_other_sessions_end_with_their_sockets(tmp_path: Path) -> None:
    async with local_server(tmp_path) as local:
        ann = token_of((await keep(local, await local.person())).headers["set-cookie"])
        phone = token_of((await sign_in(local, "Ann")).headers["set-cookie"])
        closed = list[tuple[int, str]]()
        credential = await local.game_server.store.tokens.credential(phone)
        enforcement = local.game_server.moderation.enforcement
        with enforcement.track(credential, None, lambda code, why: closed.append((code, why))):
            async with connected(local.host) as connection:
                bearer = f"Bearer {ann}"
                head = request("/api/v1/sessions", "DELETE", authorization=bearer)
                assert (await connection.ask(head)).status == 204
        assert closed == [(p.POLICY_VIOLATION, "token revoked")]
        assert len(await tokens_of(local, ann)) == 1
        assert (await local.post("session", {}, phone)).json["code"] == "bad_token"


async def test_the_sockets_of_a_guest_reconnect_when_it_keeps_its_name(tmp_path: Path) -> None:
    async with local_server(tmp_path) as local:
        guest, closed = await local.person(), list[int]()
        credential = await local.game_server.store.tokens.credential(guest)
        enforcement = local.game_server.moderation.enforcement
        with enforcement.track(credential, None, lambda code, why: closed.append(code)):
            await keep(local, guest)
        assert closed == [p.SERVICE_RESTART]


async def test_a_sign_in_ends_the_session_that_the_browser_had(tmp_path: Path) -> None:
    """A session id that an attacker has planted before a sign-in is worth nothing after it."""
    async with local_server(tmp_path) as local:
        ann = token_of((await keep(local, await local.person())).headers["set-cookie"])
        answer = await sign_in(local, "Ann", cookie=f"zeitnot_session={ann}")
        now = token_of(answer.headers["set-cookie"])
        assert now != ann
        assert (await local.post("session", {}, ann)).json["code"] == "bad_token"
        assert [row["current"] for row in await tokens_of(local, now)] == [True]


async def test_another_page_cannot_sign_a_browser_in(tmp_path: Path) -> None:
    async with local_server(tmp_path) as local:
        ann = token_of((await keep(local, await local.person())).headers["set-cookie"])
        evil = {"origin": "https://evil.example"}
        assert (await sign_in(local, "Ann", **evil)).json["code"] == "wrong_origin"
        cookie = {"cookie": f"zeitnot_session={ann}", **evil}
        answer = await local.post("account", {"name": "Bob", "password": PASSWORD}, None, **cookie)
        assert answer.json["code"] == "wrong_origin"


async def test_passwords_are_in_no_log_and_no_repr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert PASSWORD not in repr(p.SignIn(name="Ann", password=PASSWORD))
    assert PASSWORD not in repr(p.NewAccount(name="Ann", password=PASSWORD))
    assert PASSWORD not in f"{p.NewPassword(current=PASSWORD, password=PASSWORD)}"
    async with local_server(tmp_path) as local:
        await keep(local, await local.person())
        await sign_in(local, "Ann", PASSWORD + " wrong")
        await sign_in(local, "Ann")
    output = "".join(capsys.readouterr())
    assert PASSWORD not in output
    assert not re.search("argon2", output)
    assert digest(PASSWORD) not in output


async def test_while_others_guess_its_owner_signs_in_where_it_has_before(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        await keep(local, await local.person())
        limits = local.connection_limits
        for _ in range(10):
            limits.sign_in(("198.51.100.9", 1), "ann")
        attacker = ("198.51.100.10", 1)
        with pytest.raises(Exception, match="Too many sign-ins"):
            limits.sign_in(attacker, "ann")
        assert (await sign_in(local, "Ann")).status == 200
        for _ in range(10):
            limits.sign_in(("192.0.2.7", 1), "ann", known_at="192.0.2.7")
        with pytest.raises(Exception, match="Too many sign-ins"):
            limits.sign_in(("192.0.2.7", 1), "ann", known_at="192.0.2.7")


async def test_sign_ins_that_succeed_are_not_counted(tmp_path: Path) -> None:
    few = (Rate(1 / 60, 2),)
    limits = {"account_failed_sign_ins": few, "known_failed_sign_ins": few}
    async with local_server(tmp_path, **limits) as local:
        await keep(local, await local.person())
        for _ in range(3):
            assert (await sign_in(local, "Ann")).status == 200
        answers = [await sign_in(local, "Nobody") for _ in range(5)]
        assert [answer.status for answer in answers] == [403] * 4 + [429]
        assert answers[-1].json["code"] == "too_many_requests"
        assert 0 < int(answers[-1].headers["retry-after"]) <= 60


def test_failed_sign_ins_are_limited() -> None:
    ms, reached = 0, Counter[str]()
    limits = ConnectionLimits(STANDARD, lambda: ms, reached=reached)

    def allowed(peer: tuple[str, int], name: str, known_at: str | None = None) -> int:
        for number in itertools.count():
            try:
                limits.sign_in(peer, name, known_at)
            except ProblemError:
                return number
        raise AssertionError

    addresses = (f"198.51.100.{number}" for number in range(1, 250))
    assert sum(allowed((next(addresses), 1), "ann") for _ in range(3)) == 10
    assert allowed((next(addresses), 1), "ann", known_at="192.0.2.7") == 10
    assert allowed((next(addresses), 1), "ann", known_at="192.0.2.8") == 10
    one = (next(addresses), 1)
    assert sum(allowed(one, f"name {number}") for number in range(9)) == 60
    assert set(reached) == {
        *("account_failed_sign_ins", "known_failed_sign_ins", "address_failed_sign_ins")
    }
    ms = 60_000
    assert allowed((next(addresses), 1), "ann") == 1
    assert sum(allowed(one, f"other {number}") for number in range(3)) == 6
    refund = limits.sign_in((next(addresses), 1), "bob")
    refund()
    assert allowed((next(addresses), 1), "bob") == 10
