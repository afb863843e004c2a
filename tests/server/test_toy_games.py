"""Full games over real sockets with features that no game of the product has: three and six seats,
hidden cards and moves, superko. The server has games of the tests instead of the product's; bots
that play at random, like those in clients/examples, sit on every seat."""

import asyncio
import json
import os
import random
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from zeitnot_client import Turn, run_bot

from ..engines.toy_games import toy_core
from .running_server import WAIT_S, Server, WebSocket, websocket

CONTROL = {"kind": "fischer", "base_ms": 60_000, "increment_ms": 1_000}


@pytest.fixture(scope="module")
def toy_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        folder = str(Path(__file__).parent / "toy_core")
        patch.setenv("PYTHONPATH", os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")]))
        patch.setenv("TOY_CORE", str(toy_core().__file__))
        running = Server(tmp_path_factory.mktemp("toys"), "--no-bots")
        yield running
        assert running.stop() == 0
        assert "Traceback" not in running.log.read_text(), running.log.read_text()


async def zeitnot_verify(file: Path) -> int:
    """The exit code of the command, which has the tests' games too."""
    command = [sys.executable, "-m", "zeitnot_server.cli", "verify", str(file)]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    await asyncio.wait_for(process.communicate(), WAIT_S)
    assert process.returncode is not None
    return process.returncode


class RandomBot:
    """Plays random legal moves, and records the positions that it was sent."""

    def __init__(self, server: Server, name: str, seed: int) -> None:
        status, created, _ = server.http("POST", "/api/v1/bots", {"name": name})
        assert status == 201
        self.name, self.address, self.token = name, f"http://{server.host}", created["token"]
        self.account = created["account"]
        self.positions: list[str] = []
        self._random = random.Random(seed)

    def choose(self, turn: Turn) -> str:
        self.positions.append(turn.position)
        return self._random.choice(turn.legal)

    async def play(self, game: str) -> None:
        """Plays one game to its end."""
        await run_bot(self.address, self.token, self.choose, [game], games=1)


async def play(server: Server, game: str, bots: list[RandomBot], **settings: Any) -> Any:
    """The export of a game between these bots."""
    playing = [asyncio.create_task(bot.play(game)) for bot in bots]
    async with websocket(server, "/ws/lobby") as lobby:
        await lobby.send("watch")
        while len((await lobby.until("lobby"))["bots"]) < len(bots):
            pass
        names = [entry["name"] for entry in lobby.received[-1]["bots"]]
    seats = [{"kind": "bot", "name": name} for name in sorted(names)]
    body = {"game_type": game, "control": CONTROL, "seats": seats, "settings": settings}
    status, link, _ = server.http("POST", "/api/v1/games", body, server.person())
    assert status == 201, link
    await asyncio.wait_for(asyncio.gather(*playing), WAIT_S)
    status, export, _ = server.http("GET", f"/api/v1/games/{link['id']}/export")
    assert status == 200
    return export


@pytest.mark.parametrize(
    ("game", "settings", "seats"),
    [
        ("relay", {"seats": 3}, 3),
        ("relay", {"seats": 6, "goal": 20}, 6),
        ("hands", {}, 3),
        ("blind", {}, 2),
        ("linego", {"size": 4}, 2),
        ("liarsdice", {"seats": 2}, 2),
        ("liarsdice", {"seats": 4, "dice": 2}, 4),
    ],
)
async def test_random_bots_play_each_game_to_its_end(
    toy_server: Server, tmp_path: Path, game: str, settings: dict[str, int], seats: int
) -> None:
    prefix = f"{game}{seats}"
    bots = [RandomBot(toy_server, f"{prefix}-{seat}", seat) for seat in range(seats)]
    export = await play(toy_server, game, bots, **settings)
    end = export["events"][-1]
    assert end["type"] == "finished"
    assert end["reason"] in ("rules", "repetition")
    assert len(end["scores"]) == seats
    assert all(bot.positions for bot in bots), "every seat has moved"
    file = tmp_path / "game.json"
    file.write_text(json.dumps(export))
    assert await zeitnot_verify(file) == 0


# ── a person and bots, one bot on several seats ────────────────────────────────────────────────


@asynccontextmanager
async def game_against(
    server: Server, bot: RandomBot, game: str, others: int, **settings: Any
) -> AsyncIterator[WebSocket]:
    """A person's socket in a new game, on the first seat; this bot has all the others. At the end
    the bot must have played the game to its end."""
    playing = asyncio.create_task(bot.play(game))
    async with websocket(server, "/ws/lobby") as lobby:
        await lobby.send("watch")
        while bot.name not in {each["name"] for each in (await lobby.until("lobby"))["bots"]}:
            pass
    seats = [{"kind": "me"}, *[{"kind": "bot", "name": bot.name}] * others]
    body = {"game_type": game, "control": CONTROL, "seats": seats, "settings": settings}
    token = server.person()
    status, link, _ = server.http("POST", "/api/v1/games", body, token)
    assert status == 201, link
    async with websocket(server, f"/ws/games/{link['id']}", token) as socket:
        await socket.send("hello", since=0)
        await socket.send("sit")
        await socket.send("ready", salt="0123")
        yield socket
    await asyncio.wait_for(playing, WAIT_S)


async def play_to_the_end(socket: WebSocket) -> None:
    while (message := await socket.next())["type"] != "finished":
        if message["type"] == "turn":
            await socket.send("move", ply=message["ply"], move=message["legal"][0])


def export_of(server: Server, socket: WebSocket) -> Any:
    return server.http("GET", f"/api/v1/games/{socket.game}/export")[1]


@pytest.mark.parametrize("bots", [2, 3, 5])
async def test_a_person_plays_one_bot_on_all_other_seats(
    toy_server: Server, tmp_path: Path, bots: int
) -> None:
    bot = RandomBot(toy_server, f"many{bots}", bots)
    async with game_against(toy_server, bot, "relay", bots, seats=bots + 1) as socket:
        await play_to_the_end(socket)
    export = export_of(toy_server, socket)
    assert [seat["player"]["name"] for seat in export["players"][1:]] == [bot.name] * bots
    movers = {event["seat"] for event in export["events"] if event["type"] == "moved"}
    assert movers == set(range(bots + 1))
    assert export["events"][-1]["reason"] == "rules"
    _, statistics, _ = toy_server.http("GET", f"/api/v1/accounts/{bot.account}")
    assert statistics["games"] == 1, "one game, however many seats"
    file = tmp_path / "game.json"
    file.write_text(json.dumps(export))
    assert await zeitnot_verify(file) == 0


async def test_each_seat_of_a_bot_sees_only_its_card(toy_server: Server) -> None:
    bot = RandomBot(toy_server, "cards", 5)
    async with game_against(toy_server, bot, "hands", 2) as socket:
        await play_to_the_end(socket)
    events = export_of(toy_server, socket)["events"]
    deal = next(event for event in events if event["type"] == "threw")["values"]
    # The first three cards are the seats', the fourth is open, and no one sees the others.
    for seat, position in enumerate(bot.positions, start=1):
        visible = [str(deal[index]) if index in (seat, 3) else "?" for index in range(6)]
        assert position.split("/")[0] == "".join(visible)


async def test_the_game_ends_when_its_person_leaves_it_to_bots(toy_server: Server) -> None:
    bot = RandomBot(toy_server, "staying", 7)
    async with game_against(toy_server, bot, "relay", 3, seats=4) as socket:
        await socket.until("turn")
        await socket.send("resign")
        withdrew = await socket.until("withdrew", seat=0)
        assert (withdrew["reason"], withdrew["position"][:2]) == ("resign", "-4")
        end = await socket.until("finished")
        assert (end["reason"], end["word"]) == ("resign", "only bots were left")
        assert end["scores"][0] == 0


async def test_a_wrong_number_of_seats_is_refused(toy_server: Server) -> None:
    body = {
        "game_type": "relay",
        "control": CONTROL,
        "settings": {"seats": 4},
        "seats": [{"kind": "me"}, {"kind": "open"}],
    }
    status, problem, _ = toy_server.http("POST", "/api/v1/games", body, toy_server.person())
    assert (status, problem["code"]) == (422, "bad_seats")
    assert "relay has 4 seats" in problem["detail"]
