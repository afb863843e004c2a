"""Reset codes, links, roles and ways to join, on the wire."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import zeitnot_protocol as p
from zeitnot_server.store import AuditActor, ReadFailed
from zeitnot_server.store.audit import OPERATOR
from zeitnot_server.store.sql.base.now import wall_ms
from zeitnot_server.store.sql.members import codes, members
from zeitnot_server.store.sql.people import join_codes
from zeitnot_server.store.tokens import DAY_MS, CodeKind
from zeitnot_server.web.api import recovery

from ..security.local import Local, running
from ..security.raw import Answer, token_of

PASSWORD, NEW = "correct horse", "battery staple"
BY = AuditActor(OPERATOR)


def test_an_outage_of_the_database_counts_as_no_attempt() -> None:
    refunds: list[bool] = []
    with (
        pytest.raises(ReadFailed),
        recovery._attempt(lambda: refunds.append(True), "wrong"),
    ):
        raise ReadFailed("the disk is gone")
    assert refunds == [True]


@asynccontextmanager
async def server(folder: Path, join: p.Join = "open", **limits: Any) -> AsyncIterator[Local]:
    async with running(folder, **limits) as local:
        local.game_server.join = join
        yield local


async def keep(local: Local, name: str, role: p.Role = "player") -> str:
    """A new person with this name and role; returns a session."""
    store = local.game_server.store
    (made,) = await store.members.create(BY, [name])
    await store.members.set_role(BY, name, role)
    answer = await reset(local, name, made.code, PASSWORD)
    assert answer.status == 200, answer.body
    return token_of(answer.headers["set-cookie"])


async def reset(local: Local, name: str, code: str, password: str = NEW) -> Answer:
    return await local.post("account/reset", {"name": name, "code": code, "password": password})


async def new_code(local: Local, name: str, kind: CodeKind) -> str:
    """A code by the operator."""
    store: Any = local.game_server.store

    def make(connection: Any) -> str:
        person = members.named(connection, name)
        assert person is not None
        return codes.make(connection, BY, person, kind, wall_ms()).code

    return str(await store.write(make))


async def code_by(local: Local, token: str, name: str) -> Answer:
    return await local.post(f"people/{name}/reset-code", {}, token)


async def test_a_teacher_makes_accounts_for_a_class(tmp_path: Path) -> None:
    async with server(tmp_path, "closed") as local:
        teacher = await keep(local, "Mr Lee", "teacher")
        made = await local.post("people", {"names": ["Ann", "Bob"]}, teacher)
        assert made.status == 201
        ann, bob = made.json["people"]
        assert (ann["name"], bob["name"]) == ("Ann", "Bob")
        session = await reset(local, "Ann", ann["code"].lower().replace("-", " "))
        assert session.json | {"account": ""} == {"account": "", "name": "Ann", "kept": True}
        again = await local.post("people", {"names": ["Cyd", "Ann"]}, teacher)
        assert (again.status, again.json["code"]) == (409, "name_taken")
        assert (await code_by(local, teacher, "Cyd")).status == 404
        assert (await local.post("people", {"names": []}, teacher)).json["code"] == "malformed"


async def test_every_refused_name_of_a_class_is_reported(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        teacher = await keep(local, "Mr Lee", "teacher")
        names = ["Ann", "mr lee", "Bob", "*"]
        answer = await local.post("people", {"names": names}, teacher)
        assert (answer.status, answer.json["code"]) == (409, "name_taken")
        refused = [(bad["index"], bad["name"], bad["code"]) for bad in answer.json["names"]]
        assert refused == [(1, "mr lee", "name_taken"), (3, "*", "name_unfit")]
        assert "mr lee is taken" in answer.json["names"][0]["detail"]
        assert (await local.get("/api/v1/people", authorization=f"Bearer {teacher}")).json[
            "people"
        ] == []


async def test_codes_for_a_class_last_as_long_as_asked(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        teacher = await keep(local, "Mr Lee", "teacher")
        for days in (1, 7, 14):
            body = {"names": [f"Pupil {days}"]} | ({} if days == 7 else {"days": days})
            (made,) = (await local.post("people", body, teacher)).json["people"]
            left = made["expires_at"] - wall_ms()
            assert days * DAY_MS - 60_000 < left <= days * DAY_MS
        for wrong in (0, 15, -1, 1.5, "7", None):
            answer = await local.post("people", {"names": ["Ann"], "days": wrong}, teacher)
            assert (answer.status, answer.json["code"]) == (400, "malformed")


async def test_a_teacher_sees_the_accounts_of_a_class(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        teacher = await keep(local, "Mr Lee", "teacher")
        admin = await keep(local, "Root Beer", "admin")
        made = await local.post("people", {"names": ["Ann", "Bob"]}, teacher)
        await reset(local, "Ann", made.json["people"][0]["code"])

        async def listed(query: str = "", token: str = teacher) -> Answer:
            return await local.get(f"/api/v1/people{query}", authorization=f"Bearer {token}")

        bob, ann = (await listed()).json["people"]
        assert (bob["name"], bob.get("taken", False), "last_seen" in bob) == ("Bob", False, False)
        assert bob["code_until"] == made.json["people"][1]["expires_at"]
        assert (ann["name"], ann["taken"], "code_until" in ann) == ("Ann", True, False)
        assert re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", ann["last_seen"])
        first = (await listed("?limit=1")).json
        assert [one["name"] for one in first["people"]] == ["Bob"]
        rest = (await listed(f"?limit=1&cursor={quote(first['cursor'])}")).json
        assert ([one["name"] for one in rest["people"]], rest.get("cursor")) == (["Ann"], None)
        for query in ("?of=all", "?limit=0", "?limit=101", "?limit=x", "?cursor=x", "?cursor=1%20"):
            assert (await listed(query)).json["code"] == "bad_filter"
        for query in ("?of=roles", "?of=everyone"):
            assert (await listed(query)).json["code"] == "not_permitted"
        roles = (await listed("?of=roles", admin)).json["people"]
        assert {one["name"]: one["role"] for one in roles} == {
            "Mr Lee": "teacher",
            "Root Beer": "admin",
        }
        everyone = (await listed("?of=everyone", admin)).json["people"]
        assert len(everyone) == 4
        assert (await listed("", admin)).json["people"] == []


async def test_roles_decide_who_makes_codes_for_whom(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        tokens = {role: await keep(local, role.title(), role) for role in ("player", "teacher")}
        admin = await keep(local, "Root Beer", "admin")
        assert (await code_by(local, tokens["player"], "Teacher")).json["code"] == "not_permitted"
        assert (await code_by(local, tokens["teacher"], "Player")).status == 201
        for name in ("Teacher", "Root Beer", "Nobody"):
            answer = await code_by(local, tokens["teacher"], name.replace(" ", "%20"))
            assert (answer.status, answer.json["code"]) == (404, "no_such_account")
        assert (await code_by(local, admin, "Teacher")).status == 201
        session = await local.post("session", {}, tokens["teacher"])
        assert session.json["role"] == "teacher"

        async def give(token: str, name: str, role: str) -> Answer:
            return await local.send("PUT", f"people/{name}/role", {"role": role}, token)

        assert (await give(tokens["teacher"], "Player", "admin")).json["code"] == "not_permitted"
        assert (await give(admin, "Root%20Beer", "player")).json["code"] == "last_admin"
        assert (await give(admin, "Nobody", "player")).json["code"] == "no_such_account"
        assert (await give(admin, "Player", "king")).json["code"] == "malformed"
        assert (await give(admin, "Player", "organiser")).status == 204
        session = await local.post("session", {}, tokens["player"])
        assert session.json["role"] == "organiser"


async def test_a_reset_code_works_once_and_says_nothing(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        ann, admin = await keep(local, "Ann"), await keep(local, "Eve", "admin")
        code = (await code_by(local, admin, "Ann")).json["code"]
        short = await reset(local, "Ann", code, "short")
        assert short.json["code"] == "password_unfit"  # which does not use the code up
        wrong = [
            await reset(local, *each) for each in (("Nobody", code), ("Ann", "x"), ("Eve", code))
        ]
        assert {answer.body for answer in wrong} == {wrong[0].body}
        assert (wrong[0].status, wrong[0].json["code"]) == (403, "wrong_code")
        done = await reset(local, "Ann", code)
        assert done.status == 200
        assert (await local.post("session", {}, ann)).json["code"] == "bad_token"
        assert (await reset(local, "Ann", code)).body == wrong[0].body
        signed_in = await local.post("sign-in", {"name": "Ann", "password": NEW})
        assert signed_in.status == 200


@pytest.mark.parametrize("way", ["reset", "link"])
async def test_the_games_of_the_guest_are_merged(tmp_path: Path, way: str) -> None:
    async with server(tmp_path) as local:
        await keep(local, "Ann")
        guest = await local.person()
        game = await local.game(guest)
        code = await new_code(local, "Ann", "reset" if way == "reset" else "link")
        body = {"code": code} | ({"name": "Ann", "password": NEW} if way == "reset" else {})
        answer = await local.post(f"account/{way}", body, guest)
        assert (answer.status, answer.json["merged"]["games"]) == (200, 1)
        room_actor = await local.game_server.registry.get(game)
        assert room_actor is not None
        assert room_actor.room.is_player(answer.json["account"])
        assert (await local.post("session", {}, guest)).json["code"] == "bad_token"


async def test_codes_are_not_guessed(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        await keep(local, "Ann")
        limits = local.connection_limits
        for _ in range(10):
            limits.sign_in(("198.51.100.9", 1), "ann")
            limits.sign_in(("198.51.100.9", 1), "ann", known_at="here")
        assert (await reset(local, "Ann", "x")).status == 429


async def test_a_link_signs_in_once(tmp_path: Path) -> None:
    async with server(tmp_path) as local:
        await keep(local, "Ann", "admin")

        async def link() -> str:
            return await new_code(local, "Ann", "link")

        code = await link()
        unfit = await local.post("account/link", {"code": code, "password": "short"})
        assert unfit.json["code"] == "password_unfit"
        done = await local.post("account/link", {"code": code})
        assert (done.status, done.json["role"]) == (200, "admin")
        again = await local.post("account/link", {"code": code})
        assert (again.status, again.json["code"]) == (403, "wrong_code")
        done = await local.post("account/link", {"code": await link(), "password": NEW})
        assert done.status == 200
        assert (await local.post("sign-in", {"name": "Ann", "password": NEW})).status == 200
        evil = {"origin": "https://evil.example"}
        answer = await local.post("account/link", {"code": await link()}, None, **evil)
        assert answer.json["code"] == "wrong_origin"


@pytest.mark.parametrize("join", ["open", "code", "closed"])
async def test_who_may_join(tmp_path: Path, join: p.Join) -> None:
    async with server(tmp_path) as local:
        guest = await local.person()
        local.game_server.join = join
        store: Any = local.game_server.store
        _, code = await store.write(lambda c: join_codes.make(c, BY, None, None, None, wall_ms()))
        catalogue = (await local.get("/api/v1/catalogue")).json
        assert catalogue.get("join", "open") == join
        new = await local.post("session", {})
        bot = await local.post("bots", {"name": "Deep_Red"})
        bots = await local.post("bots", {"name": "Deep_Blue"}, guest)
        expected = (403, 403, 201) if join == "closed" else (201, 201, 201)
        assert (new.status, bot.status, bots.status) == expected
        assert (await local.post("session", {}, guest)).status == 200
        body = {"name": "Ann", "password": PASSWORD}
        codes_of = {"open": "", "code": "wrong_code", "closed": "join_closed"}
        answer = await local.post("account", body, guest)
        assert answer.json.get("code", "") == codes_of[join]
        if join == "code":
            wrong = await local.post("account", body | {"code": "x"}, guest)
            assert (wrong.status, wrong.json["code"]) == (403, "wrong_code")
            assert (await local.post("account", body | {"code": code}, guest)).status == 201
