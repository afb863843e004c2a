"""Clubs over HTTP."""

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote

import pytest

from ..security.local import running
from .clubs_rig import FISCHER, LADDER, code_of, founded, joined, people
from .test_people import People


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[People]:
    async with running(tmp_path) as local:
        yield People(local)


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
    (_, since) = [row["since"] for row in (await served.get(f"{path}/members")).json["members"]]
    changed = (await served.send("PUT", f"{path}/members/Bob", ann, {"role": "leader"})).json
    assert (changed["role"], changed["since"]) == ("leader", since)
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


async def test_only_a_token_with_all_scopes_names_leaders(served: People) -> None:
    """Otherwise a token that organises could take the club over."""
    ann, bob, cleo = await people(served, "Ann", "Bob", "Cleo")
    await founded(served, ann)
    await joined(served, bob, cleo)
    members = "clubs/chess-club-linz/members"
    assert (await served.send("PUT", f"{members}/Cleo", ann, {"role": "leader"})).status == 200
    token = (await served.send("POST", "tokens", ann, {"scopes": ["organise"]})).json["token"]
    for name, role in (("Bob", "leader"), ("Cleo", "member"), ("Cleo", "leader")):
        path = f"{members}/{name}"
        assert await code_of(served, "PUT", path, token, {"role": role}) == (403, "no_scope")
    assert (await served.send("PUT", f"{members}/Bob", token, {"role": "member"})).status == 200
    seen = (await served.get(members)).json["members"]
    assert [each["role"] for each in seen] == ["leader", "leader", "member"]


async def test_a_complaint_copies_all_texts_of_a_club(served: People) -> None:
    """Each line is quoted, so that none passes for the complaint; it is about the last editor."""
    ann, bob, cleo = await people(served, "Ann", "Bob", "Cleo")
    await founded(served, ann, description=f"{'x' * 1_900}\nclub other")
    await joined(served, bob)
    path = "clubs/chess-club-linz"
    assert (await served.send("PUT", f"{path}/members/Bob", ann, {"role": "leader"})).status == 200
    assert (await served.send("PATCH", path, bob, {"news": "insults"})).status == 200
    body = {"club": "chess-club-linz", "reason": "other", "text": "Look"}
    answer = await served.send("POST", "complaints", cleo, body)
    assert answer.status == 201, answer.json
    query = "SELECT name, text FROM complaint"
    name, text = await served.store.write(  # type: ignore[attr-defined]
        lambda c: c.execute(query).fetchone()
    )
    quoted = ["> Chess Club Linz", "> insults", f"> {'x' * 1_900}", "> club other"]
    assert (name, text.split("\n")) == ("Bob", ["club chess-club-linz", *quoted, "Look"])


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
