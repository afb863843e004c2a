"""A guest signs in to an account while it plays: no move is lost, in this room or after a crash."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.accounts import merging
from zeitnot_server.app import open_game_server
from zeitnot_server.config import Config
from zeitnot_server.hosting.room.inbox import Subscribe
from zeitnot_server.store import AuditActor, PasswordHash, WriteFailed

from ..security.local import running
from ..security.raw import token_of
from .hosted import Person, RoomHarness
from .running_server import Server, new_game, websocket
from .test_kept_accounts import PASSWORD, keep, sign_in
from .test_room_socket import sit

NAMES = iter(f"Ann{number}" for number in range(100, 1000))


@pytest.fixture
async def harness() -> AsyncIterator[RoomHarness]:
    game = RoomHarness()
    task = asyncio.create_task(game.room_actor.run())
    yield game
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def kept_account(server: Server) -> tuple[str, str]:
    """A kept account: its name, and a token."""
    name = next(NAMES)
    body = {"name": name, "password": PASSWORD}
    status, _, headers = server.http("POST", "/api/v1/account", body, server.person())
    assert status == 201
    return name, token_of(headers["set-cookie"])


def sign_in_as(server: Server, name: str, guest: str, **fields: Any) -> tuple[dict[str, Any], str]:
    """Signs a guest in; returns the answer and the new token."""
    body = {"name": name, "password": PASSWORD, **fields}
    cookie = {"cookie": f"zeitnot_session={guest}"}
    status, answer, headers = server.http("POST", "/api/v1/sign-in", body, headers=cookie)
    assert status == 200
    return answer, token_of(headers["set-cookie"])


async def test_a_running_game_goes_on_for_the_person_who_has_signed_in(server: Server) -> None:
    (name, _), guest, bob = kept_account(server), server.person(), server.person()
    game = new_game(server, guest)
    path = f"/ws/games/{game}"
    async with websocket(server, path, bob) as bob_socket:
        async with websocket(server, path, guest) as guest_socket:
            await sit([guest_socket, bob_socket])
            await guest_socket.until("ack", id=await guest_socket.send("move", ply=0, move="a1"))
            answer, token = await asyncio.to_thread(sign_in_as, server, name, guest)
            await guest_socket.socket.wait_closed()
            assert guest_socket.socket.close_code == p.SERVICE_RESTART
        assert answer["merged"]["games"] == answer["merged"]["unfinished"] == 1
        await bob_socket.until("ack", id=await bob_socket.send("move", ply=1, move="b2"))
        async with websocket(server, path, token) as socket:
            await socket.send("hello")
            assert (await socket.until("welcome"))["you"] == 0
            await socket.until("ack", id=await socket.send("move", id="n1", ply=2, move="c3"))
            assert (await bob_socket.until("moved", ply=2))["seat"] == 0
            # A command that was sent before the sign-in has the same answer as then.
            await socket.until("ack", id=await socket.send("move", id="c4", ply=0, move="a1"))
    _, page, _ = server.http("GET", "/api/v1/games?mine=true", token=token)
    assert [row["id"] for row in page["games"]] == [game]
    assert page["games"][0]["you"] == 0


async def test_a_guest_who_does_not_want_to_merge_stays(server: Server) -> None:
    (name, _), guest = kept_account(server), server.person()
    game = new_game(server, guest)
    answer, token = sign_in_as(server, name, guest, merge=False)
    assert "merged" not in answer
    assert server.http("POST", "/api/v1/session", {}, guest)[0] == 200
    async with websocket(server, f"/ws/games/{game}", token) as socket:
        await socket.send("hello")
        await socket.send("sit", seat=0)
        assert (await socket.until("error"))["code"] == "seat_reserved"


async def test_a_game_against_the_own_account_is_named(server: Server) -> None:
    (name, ann), guest = kept_account(server), server.person()
    game = new_game(server, guest)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, guest) as guest_socket,
        websocket(server, path, ann) as ann_socket,
    ):
        await sit([guest_socket, ann_socket])
        answer, _ = await asyncio.to_thread(sign_in_as, server, name, guest)
    assert answer["merged"]["apart"] == [game]
    assert "games" not in answer["merged"]


async def test_the_lobby_shows_the_games_of_the_guest_at_once(server: Server) -> None:
    (name, ann), guest = kept_account(server), server.person()
    game = new_game(server, guest)
    async with websocket(server, "/ws/lobby", ann) as lobby:
        await lobby.send("watch")
        assert (await lobby.until("lobby"))["yours"] == []
        await asyncio.to_thread(sign_in_as, server, name, guest)
        while [row["id"] for row in (await lobby.until("lobby"))["yours"]] != [game]:
            pass


async def test_a_move_that_was_on_its_way_counts(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.send(ann, p.Move, ply=0, move="a1")
    assert harness.room_actor.merge("acc-ann", "acc-kept")
    await ann.until("ack")
    assert harness.log.stored[-1].account == "acc-kept"
    harness.send(bob, p.Move, ply=1, move="b1")
    await bob.until("ack")
    assert harness.room_actor.room.seat_of("acc-kept") == 0


async def test_a_merge_during_a_commit_is_kept(harness: RoomHarness) -> None:
    ann, _ = await harness.seat_players("ann", "bob")
    proceed = harness.log.proceed = asyncio.Event()
    harness.send(ann, p.Move, ply=0, move="a1")
    for _ in range(5):
        await asyncio.sleep(0)
    harness.room_actor._host.merges.note("acc-ann", "acc-kept")
    harness.room_actor.merge("acc-ann", "acc-kept")
    proceed.set()
    await ann.until("ack")
    assert harness.room_actor.room.seat_of("acc-kept") == 0
    assert harness.room_actor.room.seat_of("acc-ann") is None


async def test_the_accounts_own_sockets_in_the_room_reconnect(harness: RoomHarness) -> None:
    ann, _ = await harness.seat_players("ann", "bob")
    kept = Person("kept")
    harness.room_actor.post(Subscribe(kept.viewer, 0))
    await kept.until("welcome")
    harness.room_actor.merge("acc-ann", "acc-kept")
    assert kept.cut
    assert not ann.cut


async def test_a_socket_that_came_in_as_the_guest_has_to_reconnect(harness: RoomHarness) -> None:
    await harness.seat_players("ann", "bob")
    harness.room_actor._host.merges.note("acc-ann", "acc-kept")
    harness.room_actor.merge("acc-ann", "acc-kept")
    late, stored = Person("ann"), len(harness.log.stored)
    harness.room_actor.post(Subscribe(late.viewer, 0))
    harness.send(late, p.Move, ply=0, move="a1")
    await harness.room_actor.wait_until_idle()
    assert late.cut
    assert late.has_read_all()  # and has no error to show
    assert len(harness.log.stored) == stored


async def test_a_guest_who_was_about_to_sit_down_has_to_reconnect(harness: RoomHarness) -> None:
    ann = Person("ann")
    harness.room_actor.post(Subscribe(ann.viewer, 0))
    await ann.until("welcome")
    harness.room_actor._host.merges.note("acc-ann", "acc-kept")
    assert not harness.room_actor.merge("acc-ann", "acc-kept")
    harness.send(ann, p.Sit)
    await harness.room_actor.wait_until_idle()
    assert ann.cut
    assert harness.log.stored == []


async def games_of_a_guest_who_signs_in(folder: Path) -> tuple[str, list[str]]:
    """The account and the games. The server stops when it has stored the session and the
    decision to merge, and nothing else."""
    async with running(folder) as local:
        ann = (await keep(local, await local.person())).json["account"]
        guest_token = await local.person()
        games = [await local.game(guest_token) for _ in range(5)]
        credential = await local.game_server.store.tokens.credential(guest_token)
        assert credential is not None
        guest = credential.actor.account
        kept = await local.game_server.store.kept.with_id(ann)
        assert kept is not None
        session = await local.game_server.store.kept.sign_in(
            AuditActor(ann), kept.password, guest=guest
        )
        assert session is not None
        return ann, games


async def test_a_crash_after_the_sign_in_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(*arguments: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(merging, "MOVED_AT_ONCE", 2)
    with monkeypatch.context() as crashing:
        crashing.setattr(merging.Merging, "carry_out", dies)
        ann, games = await games_of_a_guest_who_signs_in(tmp_path)
    monkeypatch.setattr(merging.Merging, "run", dies)
    async with open_game_server(Config(db=str(tmp_path / "zeitnot.db"))) as game_server:
        room_actor = await game_server.registry.get(games[0])
        assert room_actor is not None
        assert room_actor.room.is_player(ann)
        work = game_server.accounts.merging
        move, calls = game_server.store.merged_guests.move, 0

        async def fails_at_times(*arguments: Any) -> None:
            nonlocal calls
            calls += 1
            if calls == 2:
                raise WriteFailed("the disk is on fire")
            await move(*arguments)

        monkeypatch.setattr(game_server.store.merged_guests, "move", fails_at_times)
        with pytest.raises(WriteFailed):
            await work.move_all()
        await work.move_all()
        unfinished = await game_server.store.games.unfinished_of(ann)
        assert {game.id for game in unfinished} == set(games)
        assert len(await game_server.store.merged_guests.unsettled()) == 1
        monkeypatch.setattr(work, "_wall_ms", lambda: 4_000_000_000_000)
        await work.move_all()
        assert await game_server.store.merged_guests.unsettled() == []


async def test_after_a_crash_the_rows_are_moved_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(*arguments: object) -> None:
        await asyncio.Event().wait()

    with monkeypatch.context() as crashing:
        crashing.setattr(merging.Merging, "carry_out", dies)
        ann, games = await games_of_a_guest_who_signs_in(tmp_path)
    moved, move_all = asyncio.Event(), merging.Merging.move_all

    async def moves(work: merging.Merging) -> None:
        await move_all(work)
        moved.set()

    monkeypatch.setattr(merging.Merging, "move_all", moves)
    async with open_game_server(Config(db=str(tmp_path / "zeitnot.db"))) as game_server:
        async with asyncio.timeout(merging.PAUSE_SECONDS / 3):
            await moved.wait()
        unfinished = await game_server.store.games.unfinished_of(ann)
        assert {game.id for game in unfinished} == set(games)


async def test_a_merge_that_cannot_be_stored_yet_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as local:
        ann = (await keep(local, await local.person())).json["account"]
        guest = await local.person()
        game = await local.game(guest)
        store = local.game_server.store

        async def fails(*arguments: object) -> None:
            raise WriteFailed("the disk is on fire")

        with monkeypatch.context() as broken:
            broken.setattr(store.merged_guests, "move", fails)
            answer = await sign_in(local, "Ann", cookie=f"zeitnot_session={guest}")
        assert answer.json["merged"]["unfinished"] == 1
        room_actor = await local.game_server.registry.get(game)
        assert room_actor is not None
        assert room_actor.room.is_player(ann)  # in memory, at once
        await local.game_server.accounts.merging.move_all()
        assert [row.id for row in await store.games.unfinished_of(ann)] == [game]


async def test_an_outage_of_the_database_does_not_end_the_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as local:
        work, calls, done = local.game_server.accounts.merging, 0, asyncio.Event()

        async def fails_once() -> None:
            nonlocal calls
            calls += 1
            if calls == 1:
                raise WriteFailed("the disk is on fire")
            done.set()

        monkeypatch.setattr(merging, "PAUSE_SECONDS", 0)
        monkeypatch.setattr(merging, "RETRY_SECONDS", 0)
        monkeypatch.setattr(work, "move_all", fails_once)
        task = asyncio.create_task(work.run())
        async with asyncio.timeout(5):
            await done.wait()
        assert not task.done()
        task.cancel()


async def test_another_node_reads_the_merge_in_the_audit_log(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        ann = (await keep(local, await local.person())).json["account"]
        guest_token = await local.person()
        game = await local.game(guest_token)
        store = local.game_server.store
        credential = await store.tokens.credential(guest_token)
        kept = await store.kept.with_id(ann)
        assert credential is not None
        assert kept is not None
        assert isinstance(kept.password, PasswordHash)
        guest = credential.actor.account
        await store.kept.sign_in(AuditActor(ann), kept.password, guest=guest)
        await local.game_server.moderation.enforcement.check()
        room_actor = await local.game_server.registry.get(game)
        assert room_actor is not None
        assert room_actor.room.is_player(ann)
        assert [row.id for row in await store.games.unfinished_of(ann)] == [game]
