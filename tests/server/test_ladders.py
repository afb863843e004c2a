"""A club's ladder over HTTP, played in rooms."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from zeitnot_server.clubs import ladder as rules
from zeitnot_server.clubs.ladder import DAY_MS, Ladder
from zeitnot_server.hosting.room.inbox import ServerCommand
from zeitnot_server.ladders.service import NEW_GAME_MS
from zeitnot_server.rooms.commands import DeclineInvitation

from ..security.local import running
from ..security.raw import RawConnection, frame, opened
from ..security.test_allowances import first_message_of, send
from .clubs_rig import FISCHER, LADDER, code_of, founded, names_on, on_a_ladder, people
from .test_people import People


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[People]:
    async with running(tmp_path) as local:
        yield People(local)


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


async def test_a_view_looks_only_at_those_within_reach(
    served: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise each view of a long ladder would hold the event loop up."""
    ann, bob, cleo, dan = await people(served, "Ann", "Bob", "Cleo", "Dan")
    await on_a_ladder(served, ann, bob, cleo, dan, reach=1)
    seen = list[tuple[str, str]]()
    reason_against = rules.reason_against

    def counted(ladder: Ladder, reach: int, challenger: str, other: str) -> str | None:
        seen.append((challenger, other))
        return reason_against(ladder, reach, challenger, other)

    monkeypatch.setattr(rules, "reason_against", counted)
    for token, number in ((None, 0), (ann, 0), (dan, 1)):
        seen.clear()
        places = (await served.get(LADDER, token)).json["places"]
        assert len(seen) == number
        assert sum(row.get("may_challenge", False) for row in places) == number


async def test_who_is_challenged_is_told_in_the_lobby(served: People) -> None:
    ann, bob = await people(served, "Ann", "Bob")
    await on_a_ladder(served, ann, bob)
    async with opened(served.local.host, "/ws/lobby", ann) as lobby:
        await lobby.send(frame('{"type": "watch", "changes": true, "clubs": true}'))
        await lobby.message("lobby")
        number = await challenge(served, bob, "Ann")
        news = served.local.game_server.challenge_news
        for _ in range(2):  # it is told once
            await news.tick()
        told = (await lobby.message("ladder_challenged"))["challenge"]
        assert (told["opponent"], told["number"], told["you"]) == ("Bob", number, "challenged")
        assert (told["slug"], told["club"]) == ("chess-club-linz", "Chess Club Linz")


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
    assert outcomes == ["declined"]  # a withdrawn challenge leaves none
    again = await code_of(served, "POST", f"{LADDER}/challenges", bob, {"name": "Ann"})
    assert again == (201, None)


async def test_a_withdrawn_challenge_is_not_repeated_at_once(served: People) -> None:
    """Otherwise one member could keep all others from challenging another."""
    ann, bob, cleo = await people(served, "Ann", "Bob", "Cleo")
    await on_a_ladder(served, ann, bob, cleo)
    number = await challenge(served, bob, "Ann")
    assert (await answer_to(served, bob, number, "withdraw")).status == 200
    again = await code_of(served, "POST", f"{LADDER}/challenges", bob, {"name": "Ann"})
    assert again == (409, "not_challengeable")
    await challenge(served, cleo, "Ann")


async def test_games_end_with_their_challenges(
    served: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if somebody is looking at them."""
    ann, bob, cleo = await people(served, "Ann", "Bob", "Cleo")
    await on_a_ladder(served, ann, bob, cleo)
    number = await challenge(served, bob, "Ann")
    game = (await answer_to(served, ann, number, "accept")).json["game"]
    server = served.local.game_server
    now = server.ladders._wall_ms
    monkeypatch.setattr(server.ladders, "_wall_ms", lambda: now() + NEW_GAME_MS + 1)
    async with opened(served.local.host, f"/ws/games/{game}", cleo) as socket:
        await send(socket, game, "hello")
        await server.ladders.tick()
        await server.registry.drain(5.0)
        assert await served.store.games.states([game]) == {game: "open"}
        assert (await served.send("DELETE", f"{LADDER}/places/Bob", bob)).status == 204
        await server.ladders.tick()
        await socket.message("finished")
    assert await served.store.games.states([game]) == {game: "finished"}


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


@pytest.mark.parametrize(
    ("by", "order", "outcome"),
    [
        (["Ann"], ["Bob", "Ann", "Cleo"], "declined"),
        (["Bob"], ["Ann", "Bob", "Cleo"], "ended"),
        (["Ann", "Bob"], ["Bob", "Ann", "Cleo"], "declined"),
    ],
)
async def test_the_game_of_a_challenge_is_declined(
    served: People, by: list[str], order: list[str], outcome: str
) -> None:
    """The challenge is over at the next tick, and the seat stays closed to others. Bob is the
    challenger."""
    ann, bob, cleo = await people(served, "Ann", "Bob", "Cleo")
    await on_a_ladder(served, ann, bob, cleo)
    number = await challenge(served, bob, "Ann")
    game = (await answer_to(served, ann, number, "accept")).json["game"]
    server = served.local.game_server
    room_actor = server.registry.in_memory(game)
    assert room_actor is not None
    invited = [seat.invited for seat in room_actor.room.seats if seat.invited]
    accounts = {each.name: each.account for each in invited}
    for name in by:
        room_actor.post(ServerCommand(DeclineInvitation(accounts[name], "generic")))
    await server.registry.drain(5.0)
    async with opened(served.local.host, f"/ws/games/{game}", cleo) as other:
        await send(other, game, "hello")
        await send(other, game, "sit", id="sit9")
        assert (await first_message_of(other, "ack", "error"))["code"] == "seat_reserved"
    await server.ladders.tick()
    assert await names_on(served) == order
    (result,) = (await served.get(LADDER)).json["results"]
    assert (result["outcome"], result["game"]) == (outcome, game)


async def test_a_block_wins_and_saves_no_place(served: People) -> None:
    """Only those who block somebody do not challenge that member."""
    ann, bob, cleo = await people(served, "Ann", "Bob", "Cleo")
    await on_a_ladder(served, ann, bob, cleo)
    for token, name in ((ann, "Bob"), (cleo, "Bob")):
        assert (await served.send("POST", "blocked", token, {"person": name})).status == 204
    seen = (await served.get(LADDER, cleo)).json["places"]
    assert [row.get("may_challenge", False) for row in seen] == [True, False, False]
    answer = await code_of(served, "POST", f"{LADDER}/challenges", cleo, {"name": "Bob"})
    assert answer == (409, "blocked")
    number = await challenge(served, bob, "Ann")
    assert (await served.send("POST", "blocked", bob, {"person": "Ann"})).status == 204
    game = (await answer_to(served, ann, number, "accept")).json["game"]
    async with AsyncExitStack() as stack:
        for n, token in enumerate((bob, ann)):
            await seated(stack, served, game, token, n)


async def test_a_game_has_the_terms_of_its_challenge(served: People) -> None:
    ann, bob = await people(served, "Ann", "Bob")
    await on_a_ladder(served, ann, bob, rated=False)
    number = await challenge(served, bob, "Ann")
    other = {"control": FISCHER | {"base_ms": 60_000}, "rated": True}
    assert (await served.send("PUT", LADDER, ann, other)).status == 200
    game = (await answer_to(served, ann, number, "accept")).json["game"]
    room_actor = served.local.game_server.registry.in_memory(game)
    assert room_actor is not None
    setup = room_actor.room.game_setup
    assert (setup.control.base_ms, setup.setup.rated) == (FISCHER["base_ms"], False)


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


async def test_a_token_that_plays_takes_no_others_off(served: People) -> None:
    """A leader needs the scope `organise` for that, and it is in the audit log."""
    ann, bob, cleo = await people(served, "Ann", "Bob", "Cleo")
    await on_a_ladder(served, ann, bob, cleo)
    tokens = dict[str, str]()
    for scope in ("challenge", "organise"):
        made = await served.send("POST", "tokens", ann, {"scopes": [scope]})
        tokens[scope] = made.json["token"]
    challenger, organiser = tokens["challenge"], tokens["organise"]
    of_bob, own = f"{LADDER}/places/Bob", f"{LADDER}/places/Ann"
    assert await code_of(served, "DELETE", of_bob, challenger) == (403, "no_scope")
    assert await code_of(served, "DELETE", of_bob, cleo) == (403, "not_permitted")
    assert await code_of(served, "DELETE", own, organiser) == (403, "no_scope")
    assert await names_on(served) == ["Ann", "Bob", "Cleo"]
    await challenge(served, cleo, "Bob")
    assert (await served.send("DELETE", of_bob, organiser)).status == 204
    assert (await served.send("DELETE", own, challenger)).status == 204
    seen = (await served.get(LADDER)).json
    assert [row["name"] for row in seen["places"]] == ["Cleo"]
    assert [row["outcome"] for row in seen["results"]] == ["ended"]
    *_, entry = await served.store.moderation.audit_entries_since(0)
    assert (entry.act, entry.subject) == ("ladder_removed", "club chess-club-linz")


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
