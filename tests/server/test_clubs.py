"""Clubs over HTTP, and a ladder that is played in rooms."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from zeitnot_server.clubs.ladder import DAY_MS

from ..security.local import running
from ..security.raw import RawConnection, opened
from ..security.test_allowances import first_message_of, send
from .test_people import People

FISCHER = {"kind": "fischer", "base_ms": 300_000, "increment_ms": 3_000}
LADDER = "clubs/chess-club-linz/ladders/tictactoe"


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[People]:
    async with running(tmp_path) as local:
        yield People(local)


async def people(served: People, *names: str) -> list[str]:
    return [(await served.kept(name))[0] for name in names]


async def founded(served: People, leader: str, **more: Any) -> dict[str, Any]:
    body = {"name": "Chess Club Linz", **more}
    answer = await served.send("POST", "clubs", leader, body)
    assert answer.status == 201, answer.json
    club: dict[str, Any] = answer.json
    return club


async def joined(served: People, *tokens: str) -> None:
    for token in tokens:
        answer = await served.send("POST", "clubs/chess-club-linz/members", token)
        assert answer.status == 200, answer.json


async def on_a_ladder(served: People, leader: str, *members: str, **terms: Any) -> None:
    """Founds a club whose ladder has these members in order, the leader at the top."""
    await founded(served, leader)
    await joined(served, *members)
    opened_ = await served.send("PUT", LADDER, leader, {"control": FISCHER, **terms})
    assert opened_.status == 200, opened_.json
    for token in (leader, *members):
        answer = await served.send("POST", f"{LADDER}/places", token)
        assert answer.status == 200, answer.json


async def code_of(
    served: People, method: str, path: str, token: str | None, body: Any = None
) -> Any:
    answer = await served.send(method, path, token, body)
    return answer.status, (answer.json or {}).get("code") if answer.body else None


async def names_on(served: People) -> list[str]:
    return [row["name"] for row in (await served.get(LADDER)).json["places"]]


async def test_a_club_is_founded_and_found(served: People) -> None:
    ann, bob = await people(served, "Ann", "Bob")
    club = await founded(served, ann, join="open", games=["chess"], description=" Fridays \n\n ")
    assert (club["slug"], club["leaders"], club["you"]) == ("chess-club-linz", ["Ann"], "leader")
    assert club["description"] == "Fridays"
    (row,) = (await served.get("clubs")).json["clubs"]
    assert (row["name"], row["members"]) == ("Chess Club Linz", 1)
    assert "you" not in row
    await joined(served, bob)
    (row,) = (await served.get("clubs?order=newest", bob)).json["clubs"]
    assert (row["members"], row["you"]) == (2, "member")
    page = await served.get("clubs/chess-club-linz", bob)
    assert page.json["you"] == "member"
    assert '"account"' not in page.body.decode()
    members = (await served.get("clubs/chess-club-linz/members")).json["members"]
    assert [(each["name"], each["role"]) for each in members] == [
        ("Ann", "leader"),
        ("Bob", "member"),
    ]


async def test_names_of_clubs_are_unique_and_so_are_look_alikes(served: People) -> None:
    (ann,) = await people(served, "Ann")
    await founded(served, ann)
    for body, status, code in (
        ({"name": "Chess C1ub Linz"}, 409, "name_taken"),
        ({"name": "Other", "slug": "chess-c1ub-linz"}, 409, "name_taken"),
        ({"name": "Other", "slug": "new"}, 409, "name_taken"),
        ({"name": "Zeitnot admins"}, 409, "name_reserved"),
        ({"name": "☆☆☆"}, 409, "name_unfit"),
        ({"name": "Other", "games": ["ludo"]}, 422, "bad_settings"),
        ({"name": "Other", "slug": "A B"}, 400, "malformed"),
        ({"name": "x" * 33}, 400, "malformed"),
    ):
        assert await code_of(served, "POST", "clubs", ann, body) == (status, code), body
    for name, slug in (
        ("围棋社", "club-1"),
        ("将棋部", "club-2"),
        ("Chess Club Linz ß", "chess-club-linz-2"),
    ):
        answer = await served.send("POST", "clubs", ann, {"name": name})
        if answer.status == 409:
            assert answer.json["code"] == "list_full"  # the fourth club of one person
        else:
            assert answer.json["slug"] == slug


async def test_guests_and_strangers_are_told_why(served: People) -> None:
    (ann,) = await people(served, "Ann")
    guest = await served.local.person()
    await founded(served, ann)
    club = "clubs/chess-club-linz"
    assert await code_of(served, "POST", "clubs", guest, {"name": "Mine"}) == (409, "not_kept")
    assert await code_of(served, "POST", f"{club}/members", guest) == (409, "not_kept")
    assert await code_of(served, "POST", f"{club}/members", None) == (401, "not_signed_in")
    assert (await served.get("own-clubs", guest)).json == {"clubs": []}
    (bob,) = await people(served, "Bob")
    for method, path, body in (
        ("PATCH", club, {"news": "mine"}),
        ("DELETE", club, None),
        ("PUT", f"{club}/members/Ann", {"role": "member"}),
        ("DELETE", f"{club}/members/Ann", None),
        ("POST", f"{club}/code", {}),
        ("DELETE", f"{club}/code", None),
        ("PUT", LADDER, {"control": FISCHER}),
        ("DELETE", LADDER, None),
    ):
        assert await code_of(served, method, path, bob, body) == (403, "not_permitted"), path
    assert (await served.get(f"{club}/code", bob)).json["code"] == "not_permitted"
    assert await code_of(served, "PATCH", "clubs/none", ann, {}) == (404, "no_such_club")
    assert (await served.get("clubs/none")).json["code"] == "no_such_club"
    assert (await served.get(LADDER)).json["code"] == "no_such_ladder"


async def test_a_leader_changes_texts_and_presets(served: People) -> None:
    (ann,) = await people(served, "Ann")
    await founded(served, ann)
    preset = {"name": "Club blitz", "control": FISCHER}
    change = {"news": "Friday at 7\nblitz", "presets": [preset], "name": "Linz Chess"}
    answer = await served.send("PATCH", "clubs/chess-club-linz", ann, change)
    assert answer.status == 200, answer.json
    assert (answer.json["name"], answer.json["news"]) == ("Linz Chess", "Friday at 7 blitz")
    assert answer.json["news_at"]
    assert answer.json["presets"][0]["name"] == "Club blitz"
    (own,) = (await served.get("own-clubs", ann)).json["clubs"]
    assert own["presets"][0]["control"]["base_ms"] == 300_000
    bad = {"presets": [{"name": "x", "control": {"kind": "fischer"}}]}
    path = "clubs/chess-club-linz"
    assert await code_of(served, "PATCH", path, ann, bad) == (422, "bad_control")
    assert await code_of(served, "PATCH", path, ann, {"news": "x" * 141}) == (400, "malformed")
    assert await code_of(served, "PATCH", path, ann, {"presets": [preset] * 9}) == (
        400,
        "malformed",
    )
    gone = await served.send("PATCH", path, ann, {"news": ""})
    assert {"news", "news_at"}.isdisjoint(gone.json)


async def test_a_club_with_a_code(served: People) -> None:
    ann, bob, cleo = await people(served, "Ann", "Bob", "Cleo")
    await founded(served, ann, join="code")
    path = "clubs/chess-club-linz"
    assert await code_of(served, "POST", f"{path}/members", bob) == (403, "wrong_code")
    code = (await served.send("POST", f"{path}/code", ann, {"days": 3})).json["code"]
    assert (await served.get(f"{path}/code", ann)).json["code"] == code
    typed = {"code": code.lower().replace("-", " ")}
    assert await code_of(served, "POST", f"{path}/members", bob, typed) == (200, None)
    assert await code_of(served, "POST", f"{path}/members", bob, typed) == (409, "member_already")
    other = (await served.send("POST", f"{path}/code", ann)).json
    assert other["code"] != code
    assert "expires_at" not in other
    assert await code_of(served, "POST", f"{path}/members", cleo, typed) == (403, "wrong_code")
    assert (await served.send("DELETE", f"{path}/code", ann)).status == 204
    assert (await served.get(f"{path}/code", ann)).json == {}
    assert await code_of(served, "POST", f"{path}/members", cleo, other) == (403, "wrong_code")
    assert "code" not in (await served.get(path, ann)).json


async def test_a_closed_club_invites(served: People) -> None:
    ann, bob, _ = await people(served, "Ann", "Bob", "Cleo")
    await founded(served, ann, join="closed")
    path = "clubs/chess-club-linz"
    assert await code_of(served, "POST", f"{path}/members", bob) == (403, "join_closed")
    invited = await served.send("PUT", f"{path}/members/Bob", ann)
    assert (invited.status, invited.json["role"]) == (200, "invited")
    assert (await served.send("PUT", f"{path}/members/{quote('Cleo')}", ann)).status == 200
    (own,) = (await served.get("own-clubs", bob)).json["clubs"]
    assert own["you"] == "invited"
    seen = (await served.get(f"{path}/members", ann)).json["members"]
    assert [each["role"] for each in seen] == ["leader", "invited", "invited"]
    assert len((await served.get(f"{path}/members", bob)).json["members"]) == 1
    assert (await served.get(path, ann)).json["invited"] == 2
    assert "invited" not in (await served.get(path, bob)).json
    await joined(served, bob)
    assert (await served.get(path)).json["members"] == 2
    leader = await served.send("PUT", f"{path}/members/Cleo", ann, {"role": "leader"})
    assert leader.json["code"] == "not_member"
    assert await code_of(served, "PUT", f"{path}/members/Nobody", ann) == (404, "no_such_person")
    bot = (await served.send("POST", "bots", ann, {"name": "Deep_Bot"})).status
    assert bot == 201
    assert await code_of(served, "PUT", f"{path}/members/Deep_Bot", ann) == (409, "people_only")


async def test_a_block_keeps_invitations_off(served: People) -> None:
    ann, bob = await people(served, "Ann", "Bob")
    await founded(served, ann, join="closed")
    assert (await served.send("POST", "blocked", bob, {"person": "Ann"})).status == 204
    path = "clubs/chess-club-linz/members/Bob"
    assert await code_of(served, "PUT", path, ann) == (409, "blocked")


async def test_the_last_leader_stays(served: People) -> None:
    ann, bob = await people(served, "Ann", "Bob")
    await founded(served, ann)
    await joined(served, bob)
    members = "clubs/chess-club-linz/members"
    for method, body in (("DELETE", None), ("PUT", {"role": "member"})):
        answer = await code_of(served, method, f"{members}/Ann", ann, body)
        assert answer == (409, "last_leader")
    assert (await served.send("PUT", f"{members}/Bob", ann, {"role": "leader"})).status == 200
    assert (await served.send("DELETE", f"{members}/Ann", ann)).status == 204
    assert await code_of(served, "DELETE", f"{members}/Ann", ann) == (409, "not_member")
    assert (await served.get("clubs/chess-club-linz")).json["leaders"] == ["Bob"]
    assert (await served.send("DELETE", "clubs/chess-club-linz", bob)).status == 204
    assert (await served.get("clubs/chess-club-linz")).status == 404
    acts = {row.act for row in await served.store.moderation.audit_entries_since(0)}
    assert {"club_founded", "club_role", "club_dissolved"} <= acts


async def test_lists_have_pages(served: People) -> None:
    names = ["Ann", "Bob", "Cleo"]
    tokens = await people(served, *names)
    for name, token in zip(names, tokens, strict=True):
        assert (await served.send("POST", "clubs", token, {"name": f"{name} club"})).status == 201
    found = list[str]()
    for order in ("members", "newest"):
        first = (await served.get(f"clubs?order={order}&limit=2")).json
        rest = (await served.get(f"clubs?order={order}&limit=2&cursor={first['cursor']}")).json
        assert "cursor" not in rest
        found = [row["name"] for row in (*first["clubs"], *rest["clubs"])]
        assert sorted(found) == ["Ann club", "Bob club", "Cleo club"]
    assert (await served.get("clubs?order=best")).json["code"] == "bad_filter"
    assert (await served.get("clubs?cursor=abc")).json["code"] == "bad_filter"
    assert (await served.get("clubs?limit=99")).json["code"] == "bad_filter"
    for token in tokens[1:]:
        assert (await served.send("POST", "clubs/ann-club/members", token)).status == 200
    first = (await served.get("clubs/ann-club/members?limit=2")).json
    rest = (await served.get(f"clubs/ann-club/members?cursor={first['cursor']}")).json
    assert [row["name"] for row in (*first["members"], *rest["members"])] == names


# ── the ladder ─────────────────────────────────────────────────────────────────────────────────


async def challenge(served: People, by: str, name: str) -> int:
    answer = await served.send("POST", f"{LADDER}/challenges", by, {"name": name})
    assert answer.status == 201, answer.json
    number: int = answer.json["number"]
    return number


async def answer_to(served: People, by: str, number: int, answer: str) -> Any:
    return await served.send("PUT", f"{LADDER}/challenges/{number}", by, {"answer": answer})


async def seated(
    stack: AsyncExitStack, served: People, game: str, token: str, number: int
) -> RawConnection:
    socket = await stack.enter_async_context(opened(served.local.host, f"/ws/games/{game}", token))
    await send(socket, game, "hello")
    await send(socket, game, "sit", id=f"sit{number}")
    assert (await first_message_of(socket, "ack", "error"))["type"] == "ack"
    return socket


async def test_a_ladder_is_played(served: People) -> None:
    """Who challenges, and wins the game, takes the place; the game's end says so at once."""
    ann, bob, cleo, dan = await people(served, "Ann", "Bob", "Cleo", "Dan")
    await on_a_ladder(served, ann, bob, cleo, dan, reach=2, rated=True)
    seen = (await served.get(LADDER, dan)).json
    assert [row.get("may_challenge", False) for row in seen["places"]] == [False, True, True, False]
    too_far = await code_of(served, "POST", f"{LADDER}/challenges", dan, {"name": "Ann"})
    assert too_far == (409, "not_challengeable")
    number = await challenge(served, dan, "Bob")
    (own,) = (await served.get("own-clubs", bob)).json["challenges"]
    assert (own["opponent"], own["you"], own["number"]) == ("Dan", "challenged", number)
    assert (await answer_to(served, dan, number, "accept")).json["code"] == "not_permitted"
    accepted = await answer_to(served, bob, number, "accept")
    game = accepted.json["game"]
    assert (await answer_to(served, bob, number, "decline")).json["code"] == "too_late"
    async with AsyncExitStack() as stack:
        other = await stack.enter_async_context(
            opened(served.local.host, f"/ws/games/{game}", cleo)
        )
        await send(other, game, "hello")
        await send(other, game, "sit", id="sit9")
        refused = await first_message_of(other, "ack", "error")
        assert refused["code"] == "no_seat"
        sockets = [
            await seated(stack, served, game, token, n) for n, token in enumerate((dan, bob))
        ]
        for n, socket in enumerate(sockets):
            await send(socket, game, "ready", id=f"ready{n}", salt="5a")
        await sockets[0].message("started")
        (row,) = (await served.get(LADDER, bob)).json["challenges"]
        assert (row["game"], row["you"]) == (game, "challenged")
        assert "until" not in row  # it has begun
        room = served.local.game_server.registry.in_memory(game)
        assert room is not None
        assert room.room.game_setup.setup.rated
        for ply, move in enumerate(("a1", "b1", "a2", "b2")):
            seat = room.room.turn
            account = room.room.seats[seat or 0].actor
            assert account is not None
            socket = sockets[0] if account.name == "Dan" else sockets[1]
            await send(socket, game, "move", id=f"m{ply}", ply=ply, move=move)
            await sockets[0].message("moved")
        await send(sockets[1], game, "resign", id="r")
        await sockets[0].message("finished")
    assert await names_on(served) == ["Ann", "Dan", "Bob", "Cleo"]
    after = (await served.get(LADDER, bob)).json
    (result,) = after["results"]
    assert (result["outcome"], result["places"], result["game"]) == ("won", [2, 3], game)
    assert "challenges" not in after
    assert after["you"] == 3


async def test_declined_and_withdrawn(served: People) -> None:
    ann, bob, cleo = await people(served, "Ann", "Bob", "Cleo")
    await on_a_ladder(served, ann, bob, cleo)
    number = await challenge(served, cleo, "Bob")
    again = await code_of(served, "POST", f"{LADDER}/challenges", cleo, {"name": "Ann"})
    assert again == (409, "not_challengeable")
    assert (await answer_to(served, bob, number, "withdraw")).json["code"] == "not_permitted"
    assert (await answer_to(served, cleo, number, "withdraw")).json == {}
    assert await names_on(served) == ["Ann", "Bob", "Cleo"]
    assert (await answer_to(served, bob, number, "accept")).json["code"] == "no_such_challenge"
    number = await challenge(served, cleo, "Ann")
    assert (await answer_to(served, ann, number, "decline")).status == 200
    assert await names_on(served) == ["Cleo", "Ann", "Bob"]
    outcomes = [row["outcome"] for row in (await served.get(LADDER)).json["results"]]
    assert outcomes == ["declined", "ended"]


async def test_who_does_not_answer_in_time_loses_the_place(
    served: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks sees it at once; the tick stores it."""
    ann, bob = await people(served, "Ann", "Bob")
    await on_a_ladder(served, ann, bob, days=2)
    number = await challenge(served, bob, "Ann")
    ladders = served.local.game_server.ladders
    now = ladders._wall_ms()
    monkeypatch.setattr(ladders, "_wall_ms", lambda: now + 2 * DAY_MS + 1_000)
    assert await names_on(served) == ["Bob", "Ann"]
    assert (await answer_to(served, ann, number, "accept")).json["code"] == "no_such_challenge"
    await ladders.tick()
    monkeypatch.setattr(ladders, "_wall_ms", lambda: now)
    assert await names_on(served) == ["Bob", "Ann"]
    (result,) = (await served.get(LADDER)).json["results"]
    assert result["outcome"] == "unanswered"


async def test_a_game_that_nobody_begins(served: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """The challenger has come, and the member challenged has not."""
    ann, bob = await people(served, "Ann", "Bob")
    await on_a_ladder(served, ann, bob, days=1)
    number = await challenge(served, bob, "Ann")
    game = (await answer_to(served, ann, number, "accept")).json["game"]
    async with AsyncExitStack() as stack:
        await seated(stack, served, game, bob, 0)
    server = served.local.game_server
    monkeypatch.setattr(server.ladders, "_wall_ms", lambda: server.clock.now().wall + 2 * DAY_MS)
    await server.ladders.tick()
    await server.registry.drain(5.0)
    assert await names_on(served) == ["Bob", "Ann"]
    (result,) = (await served.get(LADDER)).json["results"]
    assert (result["outcome"], result["game"]) == ("not_begun", game)


async def test_blocked_pairs_do_not_challenge(served: People) -> None:
    ann, bob = await people(served, "Ann", "Bob")
    await on_a_ladder(served, ann, bob)
    assert (await served.send("POST", "blocked", ann, {"person": "Bob"})).status == 204
    answer = await code_of(served, "POST", f"{LADDER}/challenges", bob, {"name": "Ann"})
    assert answer == (409, "blocked")
    assert not any(
        row.get("may_challenge") for row in (await served.get(LADDER, bob)).json["places"]
    )


async def test_who_leaves_the_club_leaves_its_ladders(served: People) -> None:
    ann, bob, cleo = await people(served, "Ann", "Bob", "Cleo")
    await on_a_ladder(served, ann, bob, cleo)
    await challenge(served, cleo, "Bob")
    (dan,) = await people(served, "Dan")
    assert await code_of(served, "POST", f"{LADDER}/places", dan) == (409, "not_member")
    assert (await served.send("DELETE", "clubs/chess-club-linz/members/Bob", bob)).status == 204
    assert await names_on(served) == ["Ann", "Cleo"]
    (result,) = (await served.get(LADDER)).json["results"]
    assert (result["outcome"], result["places"]) == ("ended", [2, None])
    assert (await served.send("DELETE", f"{LADDER}/places/Cleo", ann)).status == 204
    assert await names_on(served) == ["Ann"]
    assert await code_of(served, "DELETE", f"{LADDER}/places/Cleo", ann) == (409, "not_member")


async def test_terms_on_which_no_game_can_be_made(served: People) -> None:
    (ann,) = await people(served, "Ann")
    await founded(served, ann)
    for game, body, code in (
        ("tictactoe", {"control": {"kind": "unlimited"}}, "bad_control"),
        ("tictactoe", {"control": {"kind": "fischer"}}, "bad_control"),
        ("ludo", {"control": FISCHER}, "bad_settings"),
    ):
        path = f"clubs/chess-club-linz/ladders/{game}"
        assert await code_of(served, "PUT", path, ann, body) == (422, code)
    assert (await served.send("PUT", LADDER, ann, {"control": FISCHER, "days": 15})).status == 400
    assert (await served.send("PUT", LADDER, ann, {"control": FISCHER})).status == 200
    changed = await served.send("PUT", LADDER, ann, {"control": FISCHER, "days": 3})
    assert changed.json["days"] == 3
    assert (await served.send("DELETE", LADDER, ann)).status == 204
    assert (await served.get(LADDER)).status == 404
