"""Profiles, followed and blocked people, and complaints over HTTP."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from benchmarks.my_games import tables
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store.sql.people import accounts
from zeitnot_server.web.api.people import profiles

from ..each import each
from ..security.local import Local, running
from ..security.raw import Answer
from ..store.contract.fill import fill

GAMES = 130


class People:
    """A server with games, and people who have kept their names."""

    def __init__(self, local: Local) -> None:
        self.local = local
        self.store = local.game_server.store

    async def kept(self, name: str) -> tuple[str, str]:
        """The token and the account of a person who has kept this name, without the cost of a
        password."""
        guest = await self.store.accounts.create_guest(name)
        query = "UPDATE account SET handle = ?, kept_at = 5, password = 'x' WHERE id = ?"
        values = accounts.skeleton(name), guest.account
        await self.store.write(lambda c: c.execute(query, values))  # type: ignore[attr-defined]
        return guest.token, guest.account

    async def get(self, path: str, token: str | None = None) -> Answer:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return await self.local.get(f"/api/v1/{path}", **headers)

    async def send(self, method: str, path: str, token: str | None, body: Any = None) -> Answer:
        return await self.local.send(method, path, {} if body is None else body, token)


@asynccontextmanager
async def server(folder: Path, **limits: Any) -> AsyncIterator[People]:
    async with running(folder, **limits) as local:
        yield People(local)


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[People]:
    async with server(tmp_path) as served:
        yield served


async def test_a_profile_shows_results_and_nothing_private(served: People) -> None:
    await fill(served.store, {name: list(rows) for name, rows in tables(GAMES)})
    ann = await served.get("people/ANN")
    assert ann.status == 200
    profile = ann.json
    assert (profile["name"], profile["bot"], profile["role"]) == ("Ann", False, "player")
    results = [row.get(k, 0) for row in profile["results"] for k in ("wins", "draws", "losses")]
    assert sum(results) == profile["counted"] > 0
    opponents = {row["name"]: row for row in profile["opponents"]}
    assert {"Ponderer", "Bea"} <= opponents.keys() <= {"Ponderer", "Bea", "Cyd"}
    assert opponents["Ponderer"]["bot"]
    assert opponents["Bea"]["kept"]
    assert {"online", "you"}.isdisjoint(profile)
    assert [row["state"] for row in profile["playing"]] == ["running"] * len(profile["playing"])
    assert '"account"' not in ann.body.decode()


async def test_two_people_against_each_other(served: People) -> None:
    await fill(served.store, {name: list(rows) for name, rows in tables(GAMES)})
    ann = (await served.get("people/ann/against/bea")).json
    bea = (await served.get("people/bea/against/ann")).json
    assert (ann["name"], ann["other"]) == ("Ann", "Bea")
    assert ann["games"]
    assert ann["games"] == bea["games"]
    wins = sum(row.get("wins", 0) for row in ann["results"])
    assert wins == sum(row.get("losses", 0) for row in bea["results"])
    assert (await served.get("people/ann/against/Ann")).status == 400
    assert (await served.get("people/ann/against/nobody")).json["code"] == "no_such_person"


async def test_the_history_of_a_rating(served: People) -> None:
    await served.kept("Bea")
    _, account = await served.kept("Ann")
    query = (
        "INSERT INTO rating_change (account, game_type, speed, sequence, game, seat, side, at,"
        " score, weight, note, rating_before, deviation_before, rating, deviation, volatility)"
        " VALUES (?, 'chess', 'blitz', ?, 'secret', 0, 0, ?, 1, 1, '', 1500, 500, ?, ?, 0.09)"
    )
    rows = [(account, n, 1_000 * n, 1500.4 + n, 400.6 - n) for n in range(1, 4)]
    await served.store.write(lambda c: c.executemany(query, rows))  # type: ignore[attr-defined]
    answer = await served.get("people/ann/ratings?game=chess&speed=blitz")
    assert answer.json == {
        **{"name": "Ann", "game_type": "chess", "speed": "blitz"},
        "points": [{"at": 1_000 * n, "rating": 1500 + n, "deviation": 401 - n} for n in (1, 2, 3)],
    }
    none = await served.get("people/Bea/ratings?game=chess&speed=blitz")
    assert (none.status, none.json["points"]) == (200, [])
    for wrong in ("people/ann/ratings", "people/ann/ratings?game=chess&speed=slow"):
        assert (await served.get(wrong)).json["code"] == "bad_filter"
    unknown = await served.get("people/nobody/ratings?game=chess&speed=blitz")
    assert unknown.json["code"] == "no_such_person"


@each("name", ["Zoë Ж", "李小龍", "O'Neil-7", "Ann."])
async def test_a_name_of_any_script_has_its_page(served: People, name: str) -> None:
    await served.kept(name)
    answer = await served.get(f"people/{quote(name, safe='')}")
    assert (answer.status, answer.json["name"]) == (200, name)


@each("name", ["%FF%FE", "a%2Fb", "%20", "Guest%205646", "x" * 300])
async def test_no_other_name_has_one(served: People, name: str) -> None:
    answer = await served.get(f"people/{name}")
    assert answer.status == 404
    assert answer.json["code"] in ("no_such_person", "not_found")


async def test_a_thousand_who_look_cost_one_query(
    served: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    await served.kept("Ann")
    asked = 0
    results = served.store.people.results

    async def counted(account: str) -> Any:
        nonlocal asked
        asked += 1
        return await results(account)

    monkeypatch.setattr(served.store.people, "results", counted)
    for _ in range(5):
        assert (await served.get("people/Ann")).status == 200
    assert asked == 1


async def test_online_is_shown_to_those_who_are_signed_in_unless_it_is_hidden(
    served: People,
) -> None:
    ann, account = await served.kept("Ann")
    bob, _ = await served.kept("Bob")
    assert (await served.send("PUT", "following/ann", bob)).status == 204
    (row,) = (await served.get("following", bob)).json["people"]
    assert row == {"name": "Ann", "bot": False, "online": False}
    online = served.local.game_server.lobby.service.people.online
    with online.connected(Actor(account, "Ann", kept=True)):
        assert (await served.get("people/Ann", bob)).json["online"] is True
        assert "online" not in (await served.get("people/Ann")).json
        (row,) = (await served.get("following", bob)).json["people"]
        assert row["online"] is True
        assert (await served.get("presence", ann)).json == {"shown": True}
        assert (await served.send("PUT", "presence", ann, {"shown": False})).status == 200
        assert "online" not in (await served.get("people/Ann", bob)).json
        (row,) = (await served.get("following", bob)).json["people"]
        assert "online" not in row
    assert (await served.get("people/Ann", bob)).json["you"] == {"follows": True}
    assert (await served.send("DELETE", "following/ann", bob)).status == 204
    assert (await served.get("following", bob)).json == {"people": []}
    assert (await served.send("PUT", "following/bob", bob)).status == 400
    assert (await served.get("following")).status == 401
    assert (await served.send("PUT", "following/ann", None)).status == 401


async def test_followers_learn_that_somebody_hides_now(
    served: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, account = await served.kept("Ann")
    told = list[str]()
    monkeypatch.setattr(served.local.game_server.followers, "presence_changed", told.append)
    for shown in (False, True):
        await served.send("PUT", "presence", ann, {"shown": shown})
    assert told == [account, account]


async def test_a_name_that_is_given_up_meanwhile_is_unknown(
    served: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Ann", "Bea", "Cyd"):
        await served.kept(name)
    people = served.store.people

    def give_up_before(name: str) -> None:
        """Takes the first account's name from it before this query."""
        query = getattr(people, name)

        async def without_name(account: str, *others: str) -> Any:
            change = "UPDATE account SET handle = NULL WHERE id = ?"
            await served.store.write(  # type: ignore[attr-defined]
                lambda c: c.execute(change, (account,))
            )
            return await query(account, *others)

        monkeypatch.setattr(people, name, without_name)

    give_up_before("results")
    give_up_before("results_against")
    for path in ("people/cyd", "people/ann/against/bea"):
        answer = await served.get(path)
        assert (answer.status, answer.json["code"]) == (404, "no_such_person")


async def test_refusals_say_what_is_wrong(served: People) -> None:
    ann, _ = await served.kept("Ann")
    own = await served.send("PUT", "following/ann", ann)
    assert own.json["detail"] == "You cannot follow or block yourself."
    unknown = await served.get("games?person=nobody")
    sentence = "There is no bot or registered person with this name."
    assert (unknown.status, unknown.json["detail"]) == (400, sentence)
    game = await served.local.game(await served.local.person())
    said = await served.send("POST", "blocked", ann, {"game": game, "message": 1})
    assert said.json["detail"] == "Event 1 is not a chat message."


async def test_neither_follows_the_other_after_a_block(served: People) -> None:
    ann, ann_id = await served.kept("Ann")
    bob, bob_id = await served.kept("Bob")
    for name, token in (("bob", ann), ("ann", bob)):
        assert (await served.send("PUT", f"following/{name}", token)).status == 204
    followers = served.local.game_server.followers
    clients = [SendQueue(lambda: None) for _ in range(2)]
    with (
        followers.watching(ann_id, clients[0]),
        followers.watching(bob_id, clients[1]),
    ):
        await followers.tick()
        for client in clients:
            assert len(json.loads(await client.get())["people"]) == 1
        assert (await served.send("POST", "blocked", ann, {"person": "bob"})).status == 204
        await followers.tick()
        for client in clients:
            assert json.loads(await client.get())["people"] == []
    for name, token in (("bob", ann), ("ann", bob)):
        assert (await served.get("following", token)).json == {"people": []}
        refused = await served.send("PUT", f"following/{name}", token)
        assert (refused.status, refused.json["code"]) == (409, "blocked")


async def test_a_blocked_guest_cannot_sit_down(served: People) -> None:
    ann, _ = await served.kept("Ann")
    guest = await served.local.person()
    game = await served.local.game(guest)
    reserved = await served.send("POST", "blocked", ann, {"game": game, "seat": 0})
    assert reserved.json["code"] == "no_such_seat"  # nobody has sat down yet
    bob, account = await served.kept("Bob")
    assert (await served.send("POST", "blocked", ann, {"person": "bob"})).status == 204
    assert (await served.get("blocked", ann)).json == {"people": ["Bob"]}
    assert served.local.game_server.blocks.blocks((await _me(served, ann)), account)
    assert (await served.get("people/bob", ann)).json["you"] == {"blocks": True}
    assert (await served.send("DELETE", "blocked/BOB", ann)).status == 204
    assert (await served.get("blocked", ann)).json == {"people": []}
    assert (await served.send("DELETE", "blocked/BOB", ann)).json["code"] == "no_such_person"
    assert (await served.send("POST", "blocked", bob, {"person": "bob"})).status == 400


async def _me(served: People, token: str) -> str:
    return str((await served.send("POST", "session", token, {})).json["account"])


@each(
    "body",
    [
        {},
        {"person": "bob", "game": "g1"},
        {"person": "bob", "seat": 0},
        {"game": "g1"},
        {"seat": 1},
        {"game": "g1", "seat": 0, "messages": [1]},
        {"person": "bob", "text": "x" * 501},
        {"person": "bob", "reason": "boredom"},
        {"game": "g1", "messages": list(range(1, 12))},
        {"game": "g1", "messages": [0]},
        {"game": "g1", "seat": -1},
    ],
)
async def test_a_complaint_that_means_nobody_is_refused(
    served: People, body: dict[str, Any]
) -> None:
    guest = await served.store.accounts.create_guest()
    body = {"reason": "spam", **body}
    answer = await served.send("POST", "complaints", guest.token, body)
    assert answer.status in (400, 422)


async def test_complaints_are_stored_and_limited(tmp_path: Path) -> None:
    async with server(tmp_path) as served:
        token, _ = await served.kept("Ann")
        await served.kept("Bob")
        body = {"person": "Bob", "reason": "cheating", "text": "See\x1b[2J move 7."}
        first = await served.send("POST", "complaints", token, body)
        assert (first.status, first.json) == (201, {"number": 1})
        for _ in range(4):
            assert (await served.send("POST", "complaints", token, body)).status == 201
        assert (await served.send("POST", "complaints", token, body)).status == 429
        one_more = await served.send("POST", "complaints", token, body)
        assert one_more.json["detail"] == "You have sent too many complaints."
        assert (await served.send("POST", "complaints", None, body)).status == 401
    assert profiles.SECONDS <= 60
