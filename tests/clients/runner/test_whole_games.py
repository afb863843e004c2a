"""Whole games of real engines over a real server. Each engine is killed once in the middle of its
game, and plays on, on the same clock."""

import asyncio
import os
import random
import secrets
from collections.abc import Callable, Iterator

import pytest

import zeitnot_protocol as p
from zeitnot_client import Client, HttpRefused, Turn
from zeitnot_client.bot import play_game
from zeitnot_client.drivers import process
from zeitnot_client.runner.reading import parse
from zeitnot_client.runner.run import run
from zeitnot_client.session_events import EventReceived

from ...server.running_server import Server

KILLED_FROM_PLY = 5  # at the opponent's first move from here on
CRASHED = "Something went wrong with my move (its program has failed). I will try once more."
CONTROL = p.Control(kind="fischer", base_ms=3_000, increment_ms=20)
Choose = Callable[[Turn, random.Random], str]


def at_random(turn: Turn, rng: random.Random) -> str:
    return rng.choice(turn.legal)


def pass_always(turn: Turn, rng: random.Random) -> str:
    """Agrees with the engine about dead stones."""
    return next((move for move in ("done", "pass") if move in turn.legal), turn.legal[0])


CASES: dict[str, tuple[str, str, p.Settings, Choose]] = {
    "stockfish": ("uci", "chess", {}, at_random),
    "phalanx": ("xboard", "chess", {}, at_random),
    "hoichess": ("xboard", "chess", {}, at_random),
    "fairy-stockfish": ("uci", "xiangqi", {}, at_random),
    "fairy-stockfish ucci": ("ucci", "xiangqi", {}, at_random),
    "gnugo --mode gtp --level 0 --chinese-rules": ("gtp", "go", {"size": 9}, pass_always),
    "gtp-rhino -l 1": ("gtp", "othello", {}, at_random),
    "gnubg": ("gnubg", "backgammon", {"match": "single", "cube": "off"}, at_random),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), "--no-bots")
    yield running
    running.stop()


@pytest.mark.parametrize("command", CASES)
async def test_engine_plays_a_game_although_it_is_killed(server: Server, command: str) -> None:
    protocol, game, settings, choose = CASES[command]
    words = command.removesuffix(" ucci").split()
    if process.find_program(words[0]) is None:
        assert not os.environ.get("CI"), f"{words[0]} is not installed"
        pytest.skip(f"{words[0]} is not installed")
    text = f'[engine]\ncommand = {words}\nprotocol = "{protocol}"\nponder = true\n[games.{game}]\n'
    config = parse(text)
    async with asyncio.timeout(60), Client(f"http://{server.host}") as ann:
        await ann.http.session("Ann")
        name = f"Engine{secrets.token_hex(4)}"
        token = (await ann.http.register_bot(name)).token
        async with Client(ann.address.url, token) as client:
            playing = asyncio.create_task(run(client, config, games=1))
            await until_online(ann, name, playing)
            seats = [p.SeatRequest(kind="me"), p.SeatRequest(kind="bot", name=name)]
            new = p.NewGame(game_type=game, settings=settings, control=CONTROL, seats=seats)
            created = await ann.http.create_game(new)
            await play_and_kill(ann, created.id, choose)
            await playing
        record = await ann.http.game(created.id)
    (finished,) = (event for event in record.events if isinstance(event, p.Finished))
    assert finished.reason == "rules"
    assert finished.scores == [0.0, 1.0]
    assert CRASHED in [event.text for event in record.events if isinstance(event, p.Said)]


async def until_online(ann: Client, bot: str, playing: "asyncio.Task[None]") -> None:
    """Returns when the bot waits in the lobby. Raises what has ended it instead."""

    async def wait() -> None:
        async for message in ann.lobby():
            if isinstance(message, p.Lobby) and bot in [view.name for view in message.bots]:
                return

    waiting = asyncio.create_task(wait())
    await asyncio.wait({waiting, playing}, return_when=asyncio.FIRST_COMPLETED)
    if not waiting.done():
        waiting.cancel()
        playing.result()


async def play_and_kill(ann: Client, game: str, choose: Choose) -> None:
    """Plays Ann's game to its end, and kills all engines once."""
    rng, over, killed = random.Random(7), asyncio.Event(), False

    async def choose_and_kill(turn: Turn) -> str:
        nonlocal killed
        if turn.ply >= KILLED_FROM_PLY and not killed:
            killed = True
            for engine in list(process._running):
                engine.kill()
        return choose(turn, rng)

    playing = asyncio.create_task(play_game(ann.room(game), choose_and_kill, on_end=over.set))
    await over.wait()
    playing.cancel()
    await asyncio.wait({playing})
    assert killed


async def test_unwanted_games_are_refused_by_the_server_or_declined(server: Server) -> None:
    """What the bot takes is checked before a game is created, names when it is invited."""
    if process.find_program("stockfish") is None:
        assert not os.environ.get("CI"), "stockfish is not installed"
        pytest.skip("stockfish is not installed")
    config = parse(
        '[engine]\ncommand = "stockfish"\nprotocol = "uci"\n[games.chess]\n'
        '[clocks]\nbase_s = [10, 20]\n[opponents]\nnever = ["Ann"]\n'
    )
    async with asyncio.timeout(60), Client(f"http://{server.host}") as ann:
        await ann.http.session("Ann")
        name = f"Engine{secrets.token_hex(4)}"
        token = (await ann.http.register_bot(name)).token
        async with Client(ann.address.url, token) as client:
            playing = asyncio.create_task(run(client, config))
            await until_online(ann, name, playing)
            seats = [p.SeatRequest(kind="me"), p.SeatRequest(kind="bot", name=name)]
            with pytest.raises(HttpRefused, match="10 to 20 s") as refused:
                await ann.http.create_game(
                    p.NewGame(game_type="chess", control=CONTROL, seats=seats)
                )
            assert refused.value.code == "bot_takes_not"
            control = p.Control(kind="sudden_death", base_ms=15_000)
            new = p.NewGame(game_type="chess", control=control, seats=seats)
            created = await ann.http.create_game(new)
            declined = await anext(
                event.event.declined
                async for event in ann.room(created.id)
                if isinstance(event, EventReceived)
                and isinstance(event.event, p.Seated)
                and event.event.declined is not None
            )
            playing.cancel()
            await asyncio.wait({playing})
    assert declined == p.Declined(name=name, reason="generic", text="I am not accepting this game.")
