"""Two players in one room over real sockets: a full game, reconnecting, resending."""

from typing import Any

from .running_server import Server, WebSocket, new_game, websocket

MOVES = ["a1", "a2", "b1", "b2", "c1"]  # seat 0 wins with the first rank


async def sit(people: list[WebSocket]) -> None:
    """All players send hello, sit, ready, and wait for the start of the game."""
    for person in people:
        await person.send("hello")
        await person.until("welcome")
        await person.until("ack", id=await person.send("sit"))
        await person.send("ready", salt="salt")
    for person in people:
        await person.until("started")


async def end(person: WebSocket) -> dict[str, Any]:
    """The finished event, already received or the next one."""
    finished = [message for message in person.received if message["type"] == "finished"]
    return finished[0] if finished else await person.until("finished")


def events_of(socket: WebSocket) -> list[dict[str, Any]]:
    """The events among the messages that the socket has received."""
    return [message for message in socket.received if "seq" in message and "at" in message]


async def test_a_full_game(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
        websocket(server, path) as watcher,
    ):
        await watcher.send("hello")
        await sit([ann_socket, bob_socket])
        for ply, move in enumerate(MOVES):
            mover = (ann_socket, bob_socket)[ply % 2]
            turn = await mover.until("turn", ply=ply)
            assert move in turn["legal"]
            sent = await mover.send("move", ply=ply, move=move)
            ack = await mover.until("ack", id=sent)
            # No clock runs in a free turn or after the end.
            running = (ply + 1) % 2 if ply in (1, 2, 3) else None
            assert ack["clock"].get("running") == running
        finished = [await end(person) for person in (ann_socket, bob_socket, watcher)]
        assert finished[0] == finished[1] == finished[2]
        assert finished[0]["scores"] == [1.0, 0.0]
        assert finished[0]["reason"] == "rules"
        assert events_of(ann_socket) == events_of(bob_socket) == events_of(watcher)
        assert [e["seq"] for e in events_of(ann_socket)] == list(range(1, finished[0]["seq"] + 1))
        assert not any(message["type"] == "turn" for message in watcher.received)
    status, record, _ = server.http("GET", f"/api/v1/games/{game}")
    assert status == 200
    assert record["events"] == events_of(ann_socket)


async def test_reconnecting_sends_exactly_what_is_missing(server: Server) -> None:
    ann, bob = server.person(), server.person()
    path = f"/ws/games/{new_game(server, ann)}"
    async with websocket(server, path, bob) as bob_socket:
        async with websocket(server, path, ann) as ann_socket:
            await sit([ann_socket, bob_socket])
            first = await ann_socket.send("move", ply=0, move="b2", id="mine")
            acked = await ann_socket.until("ack", id=first)
        await bob_socket.until("moved")
        await bob_socket.until("ack", id=await bob_socket.send("move", ply=1, move="a1"))
        async with websocket(server, path, ann) as ann_socket:
            await ann_socket.send("hello", since=acked["seq"])
            welcome = await ann_socket.until("welcome")
            assert welcome["you"] == 0
            missed = await ann_socket.next()
            assert (missed["type"], missed["seq"], missed["move"]) == (
                "moved",
                acked["seq"] + 1,
                "a1",
            )
            await ann_socket.until("turn", ply=2)
            repeated = await ann_socket.send("move", ply=0, move="b2", id="mine")
            assert await ann_socket.until("ack", id=repeated) == acked
            other = await ann_socket.send("move", ply=0, move="c3", id="mine")
            assert (await ann_socket.until("error", id=other))["code"] == "id_reused"


async def test_two_sockets_of_one_seat_make_one_move(server: Server) -> None:
    ann, bob = server.person(), server.person()
    path = f"/ws/games/{new_game(server, ann)}"
    async with (
        websocket(server, path, ann) as first_socket,
        websocket(server, path, ann) as second_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        await sit([first_socket, bob_socket])
        await second_socket.send("hello")
        await second_socket.until("turn", ply=0)
        await first_socket.until("ack", id=await first_socket.send("move", ply=0, move="a1"))
        resent = await second_socket.send("move", ply=0, move="a2", id="second-socket")
        assert (await second_socket.until("error", id=resent))["code"] == "not_your_turn"


async def test_a_game_with_offers_chat_resignation_and_rematch(server: Server) -> None:
    ann, bob = server.person(), server.person()
    path = f"/ws/games/{new_game(server, ann)}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        await sit([ann_socket, bob_socket])
        await ann_socket.send("draw", action="offer")
        await bob_socket.until("offered", seat=0)
        await bob_socket.send("draw", action="decline")
        await ann_socket.until("answered")
        await bob_socket.send("chat", text="good luck")
        assert (await ann_socket.until("said"))["text"] == "good luck"
        await ann_socket.send("resign")
        assert (await bob_socket.until("finished"))["reason"] == "resign"
        await ann_socket.send("rematch")
        await bob_socket.until("rematch")
        await bob_socket.send("rematch")
        while (event := await ann_socket.until("rematch")).get("next") is None:
            pass
    async with websocket(server, f"/ws/games/{event['next']}", ann) as ann_socket:
        await ann_socket.send("hello")
        await ann_socket.until("ack", id=await ann_socket.send("sit"))
        seated = next(m for m in ann_socket.received if m["type"] == "seated")
        assert seated["seat"] == 1, "the seats are swapped"


async def test_a_flag_falls_without_a_move(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, control={"kind": "sudden_death", "base_ms": 150})
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        await sit([ann_socket, bob_socket])
        await ann_socket.send("move", ply=0, move="a1")
        await bob_socket.until("moved")
        await bob_socket.send("move", ply=1, move="b1")
        finished = await bob_socket.until("finished")
        assert (finished["reason"], finished["scores"]) == ("flag", [0.0, 1.0])
        assert finished["clock"]["remaining_ms"][0] == 0


async def test_a_game_is_aborted_before_both_have_moved(server: Server) -> None:
    ann, bob = server.person(), server.person()
    path = f"/ws/games/{new_game(server, ann)}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        await sit([ann_socket, bob_socket])
        await bob_socket.send("abort")
        finished = await ann_socket.until("finished")
        assert finished["reason"] == "aborted"
        assert "scores" not in finished


async def test_an_abort_by_a_joined_player_only_frees_the_seat(server: Server) -> None:
    ann, bob = server.person(), server.person()
    path = f"/ws/games/{new_game(server, ann)}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        for socket in (ann_socket, bob_socket):
            await socket.send("hello")
        welcomes = [await socket.until("welcome") for socket in (ann_socket, bob_socket)]
        assert [welcome["room"]["kept"] for welcome in welcomes] == [[0], [0]]
        await bob_socket.until("ack", id=await bob_socket.send("sit", seat=1))
        await ann_socket.until("seated")
        await bob_socket.until("ack", id=await bob_socket.send("abort"))
        freed = await ann_socket.until("seated")
        assert (freed["seat"], freed["seat_view"]) == (1, {})
        await bob_socket.until("ack", id=await bob_socket.send("sit", seat=1))
        await ann_socket.until("ack", id=await ann_socket.send("sit"))
        await ann_socket.until("ack", id=await ann_socket.send("abort"))
        assert (await bob_socket.until("finished"))["ended_by"] == 0


async def test_throws_follow_from_seed_and_salts(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, "ewn")
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        await sit([ann_socket, bob_socket])
        threw = await ann_socket.until("threw", k=0)
        assert 1 <= threw["values"][0] <= 6
        _, before, _ = server.http("GET", f"/api/v1/games/{game}/export")
        assert before.get("seed") is None
        await ann_socket.send("resign")
        assert len((await bob_socket.until("finished"))["seed"]) == 64
