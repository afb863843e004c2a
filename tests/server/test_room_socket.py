"""Two people in one room over real sockets: a whole game, coming back, sending again."""

from typing import Any

from .running_server import Server, WebSocket, new_game, websocket

MOVES = ["a1", "a2", "b1", "b2", "c1"]  # seat 0 fills the first rank


async def sit(people: list[WebSocket]) -> None:
    """Everybody says hello, sits down, is ready and sees the game start."""
    for person in people:
        await person.send("hello")
        await person.until("welcome")
        await person.until("ack", id=await person.send("sit"))
        await person.send("ready", salt="salt")
    for person in people:
        await person.until("started")


async def end(person: WebSocket) -> dict[str, Any]:
    """The finished event, read already or to come."""
    seen = [message for message in person.received if message["type"] == "finished"]
    return seen[0] if seen else await person.until("finished")


def numbered(socket: WebSocket) -> list[dict[str, Any]]:
    return [message for message in socket.received if "seq" in message and "at" in message]


async def test_a_whole_game(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as one,
        websocket(server, path, bob) as two,
        websocket(server, path) as watcher,
    ):
        await watcher.send("hello")
        await sit([one, two])
        for ply, move in enumerate(MOVES):
            mover = (one, two)[ply % 2]
            turn = await mover.until("turn", ply=ply)
            assert move in turn["legal"]
            sent = await mover.send("move", ply=ply, move=move)
            ack = await mover.until("ack", id=sent)
            runs = (ply + 1) % 2 if ply in (1, 2, 3) else None  # not in a free turn, nor at the end
            assert ack["clock"].get("running") == runs
        finished = [await end(person) for person in (one, two, watcher)]
        assert finished[0] == finished[1] == finished[2]
        assert finished[0]["scores"] == [1.0, 0.0]
        assert finished[0]["reason"] == "rules"
        assert numbered(one) == numbered(two) == numbered(watcher)
        assert [e["seq"] for e in numbered(one)] == list(range(1, finished[0]["seq"] + 1))
        assert not any(message["type"] == "turn" for message in watcher.received)
    status, record, _ = server.http("GET", f"/api/v1/games/{game}")
    assert status == 200
    assert record["events"] == numbered(one)


async def test_reconnecting_sends_exactly_what_is_missing(server: Server) -> None:
    ann, bob = server.person(), server.person()
    path = f"/ws/games/{new_game(server, ann)}"
    async with websocket(server, path, bob) as two:
        async with websocket(server, path, ann) as one:
            await sit([one, two])
            first = await one.send("move", ply=0, move="b2", id="mine")
            acked = await one.until("ack", id=first)
        await two.until("moved")
        await two.until("ack", id=await two.send("move", ply=1, move="a1"))
        async with websocket(server, path, ann) as one:
            await one.send("hello", since=acked["seq"])
            welcome = await one.until("welcome")
            assert welcome["you"] == 0
            missed = await one.next()
            assert (missed["type"], missed["seq"], missed["move"]) == (
                "moved",
                acked["seq"] + 1,
                "a1",
            )
            await one.until("turn", ply=2)
            repeated = await one.send("move", ply=0, move="b2", id="mine")
            assert await one.until("ack", id=repeated) == acked
            other = await one.send("move", ply=0, move="c3", id="mine")
            assert (await one.until("error", id=other))["code"] == "id_reused"


async def test_two_sockets_on_one_seat_and_one_move(server: Server) -> None:
    ann, bob = server.person(), server.person()
    path = f"/ws/games/{new_game(server, ann)}"
    async with (
        websocket(server, path, ann) as remaining,
        websocket(server, path, ann) as right,
        websocket(server, path, bob) as two,
    ):
        await sit([remaining, two])
        await right.send("hello")
        await right.until("turn", ply=0)
        await remaining.until("ack", id=await remaining.send("move", ply=0, move="a1"))
        late = await right.send("move", ply=0, move="a2", id="second-socket")
        assert (await right.until("error", id=late))["code"] == "not_your_turn"


async def test_offers_chat_resignation_and_rematch(server: Server) -> None:
    ann, bob = server.person(), server.person()
    path = f"/ws/games/{new_game(server, ann)}"
    async with websocket(server, path, ann) as one, websocket(server, path, bob) as two:
        await sit([one, two])
        await one.send("draw", action="offer")
        await two.until("offered", seat=0)
        await two.send("draw", action="decline")
        await one.until("answered")
        await two.send("chat", text="good luck")
        assert (await one.until("said"))["text"] == "good luck"
        await one.send("resign")
        assert (await two.until("finished"))["reason"] == "resign"
        await one.send("rematch")
        await two.until("rematch")
        await two.send("rematch")
        while (event := await one.until("rematch")).get("next") is None:
            pass
    async with websocket(server, f"/ws/games/{event['next']}", ann) as one:
        await one.send("hello")
        await one.until("ack", id=await one.send("sit"))
        seated = next(m for m in one.received if m["type"] == "seated")
        assert seated["seat"] == 1, "the seats are swapped"


async def test_a_flag_falls_without_anybody_moving(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, control={"kind": "sudden_death", "base_ms": 150})
    path = f"/ws/games/{game}"
    async with websocket(server, path, ann) as one, websocket(server, path, bob) as two:
        await sit([one, two])
        await one.send("move", ply=0, move="a1")
        await two.until("moved")
        await two.send("move", ply=1, move="b1")
        finished = await two.until("finished")
        assert (finished["reason"], finished["scores"]) == ("flag", [0.0, 1.0])
        assert finished["clock"]["remaining_ms"][0] == 0


async def test_abort_before_both_have_moved(server: Server) -> None:
    ann, bob = server.person(), server.person()
    path = f"/ws/games/{new_game(server, ann)}"
    async with websocket(server, path, ann) as one, websocket(server, path, bob) as two:
        await sit([one, two])
        await two.send("abort")
        finished = await one.until("finished")
        assert finished["reason"] == "aborted"
        assert "scores" not in finished


async def test_throws_follow_from_seed_and_salts(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, "ewn")
    path = f"/ws/games/{game}"
    async with websocket(server, path, ann) as one, websocket(server, path, bob) as two:
        await sit([one, two])
        threw = await one.until("threw", k=0)
        assert 1 <= threw["values"][0] <= 6
        _, before, _ = server.http("GET", f"/api/v1/games/{game}/export")
        assert before.get("seed") is None
        await one.send("resign")
        assert len((await two.until("finished"))["seed"]) == 64
