"""Players' statistics over the wire: shown to all, and applied in rated games."""

from pathlib import Path

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.room import GameSetup, Room

from ..security.local import Local, running
from .operating import account_of
from .running_server import Server, new_game, websocket
from .test_room_socket import sit

CONTROL = p.Control(kind="sudden_death", base_ms=300_000)


def statistics_of(server: Server, account: str) -> dict[str, int]:
    status, view, _ = server.http("GET", f"/api/v1/accounts/{account}")
    assert (status, view["account"]) == (200, account)
    return {key: value for key, value in view.items() if isinstance(value, int)}


async def test_an_abort_after_a_throw_is_shown_to_all(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, "ewn")
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        await sit([ann_socket, bob_socket])
        await bob_socket.until("ack", id=await bob_socket.send("abort"))
    assert statistics_of(server, account_of(server, ann)) == {"dice_games": 1}
    assert statistics_of(server, account_of(server, bob)) == {
        "dice_games": 1,
        "aborted_after_throw": 1,
    }


def test_without_games_there_are_no_statistics(server: Server) -> None:
    assert statistics_of(server, account_of(server, server.person())) == {}
    status, problem, _ = server.http("GET", "/api/v1/accounts/nobody")
    assert (status, problem["code"]) == (404, "no_such_account")


async def test_statistics_limit_aborts_of_rated_games(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        assert await answer_to_an_abort(local, "rated1", aborted=1) == "ack"
        assert await answer_to_an_abort(local, "rated2", aborted=2) == "aborts_too_often"


async def answer_to_an_abort(local: Local, game: str, aborted: int) -> str:
    """The answer to an abort by a bot with ten games with dice, `aborted` of them aborted."""
    accounts = local.game_server.store.accounts
    bots = [await accounts.create_bot(f"{name}_{game}") for name in ("Ann", "Bob")]
    rules = rules_for("ewn", {})
    game_setup = GameSetup(
        id=game,
        rules=rules,
        settings=rules.settings,
        control=CONTROL,
        seed=bytes(32),
        created_at=0,
        invitations=(None, None),
        setup=p.Setup(rated=True),
    )
    await local.game_server.registry.create(Room.new(game_setup))
    sql = "INSERT INTO player_record (account, dice_games, aborted_after_throw) VALUES (?, 10, ?)"
    values = (bots[0].account, aborted)
    await local.game_server.store.write(lambda c: c.execute(sql, values).rowcount)
    tokens = [bot.token for bot in bots]
    path = f"/ws/games/{game}"
    async with (
        websocket(local, path, tokens[0]) as ann_socket,  # type: ignore[arg-type]
        websocket(local, path, tokens[1]) as bob_socket,  # type: ignore[arg-type]
    ):
        await sit([ann_socket, bob_socket])
        sent = await ann_socket.send("abort")
        while True:
            message = await ann_socket.next()
            if message.get("id") == sent:
                return str(message.get("code", message["type"]))
