"""One game through everything that `make cluster` starts, and a node that dies during it."""

import asyncio
import contextlib
import os
import shutil
import tempfile
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

import zeitnot_protocol as p
from cluster import programs
from cluster.__main__ import FILE, PROJECT, secrets_of
from cluster.compose import Compose, read
from cluster.places import HERE, Places
from cluster.processes import Cluster
from zeitnot_client import Client

WAIT_S = 60.0
GAME = "othello"
NODES = ("node-a", "node-b")
TURNS_BEFORE_KILL = 3


@pytest.fixture(autouse=True)
def _programs_are_installed() -> None:
    """Without these programs the test is skipped, or fails in CI."""
    path = programs.search_path()
    for name in ("initdb", "haproxy", "mosquitto"):
        if shutil.which(name, path=path) is None:
            (pytest.fail if "CI" in os.environ else pytest.skip)(f"{name} is not installed")


def accessible_folder() -> Path:
    """A folder that other users can enter."""
    folder = Path(tempfile.mkdtemp(prefix="zeitnot-"))
    folder.chmod(0o711)
    return folder


@contextlib.asynccontextmanager
async def cluster_of(folder: Path, messages: list[str]) -> AsyncIterator[Cluster]:
    """All services except Prometheus, which is not installed everywhere."""
    full = read(FILE, secrets_of(folder))
    services = [service for service in full.services if service.name != "prometheus"]
    compose = Compose(services, full.networks)
    places = Places(compose, PROJECT, folder, {})
    cluster = Cluster(compose, places, programs.search_path(), messages.append)
    try:
        await cluster.start()
        yield cluster
    finally:
        await cluster.stop()


def text_of(url: str) -> str:
    with urllib.request.urlopen(url, timeout=WAIT_S) as answer:
        text: str = answer.read().decode()
        return text


async def node_with_the_room(cluster: Cluster) -> str:
    """Finds the node by its metrics."""
    for name in NODES:
        url = f"http://{HERE}:{cluster.places.port(name, 8080)}/metrics"
        if 'zeitnot_rooms{phase="running"} 1' in await asyncio.to_thread(text_of, url):
            return name
    raise AssertionError("no node has the room")


async def play(person: Client, game: str, before_turn: Callable[[int], Awaitable[None]]) -> int:
    """Plays the first legal move to the end; returns the number of turns. `before_turn`: called
    with the number of turns so far."""
    turns = 0
    async for turn in person.play(game):
        await before_turn(turns)
        await turn.move(turn.legal[0])
        turns += 1
    return turns


async def do_nothing(turns: int) -> None:
    pass


async def new_game(person: Client) -> str:
    await person.http.session("Ada")
    control = p.Control(kind="sudden_death", base_ms=600_000)
    seats = [p.SeatRequest(kind="me"), p.SeatRequest(kind="open")]
    request = p.NewGame(game_type=GAME, control=control, seats=seats)
    return (await person.http.create_game(request)).id


async def test_a_game_continues_when_its_node_dies() -> None:
    """Two people play through the balancer. The record is the same from both nodes, and
    everything stops in order. The health check of the bots has seen that they are in the lobby."""
    folder, messages = accessible_folder(), list[str]()
    async with cluster_of(folder, messages) as cluster, asyncio.timeout(3 * WAIT_S):
        address = f"http://{HERE}:{cluster.places.port('haproxy', 8080)}"
        dead_node = ""

        async def kill_the_node(turns: int) -> None:
            nonlocal dead_node
            if turns == TURNS_BEFORE_KILL:
                dead_node = await node_with_the_room(cluster)
                await cluster.kill(dead_node)

        async with Client(address) as ada, Client(address) as bob:
            game = await new_game(ada)
            await bob.http.session("Bob")
            turns = await asyncio.gather(
                play(ada, game, kill_the_node), play(bob, game, do_nothing)
            )
        assert min(turns) > TURNS_BEFORE_KILL
        await cluster.restart(dead_node)
        records = {
            await asyncio.to_thread(text_of, f"{base}/api/v1/games/{game}")
            for base in (address, *(f"http://{HERE}:{cluster.places.port(n, 8080)}" for n in NODES))
        }
        assert len(records) == 1
        assert '"finished"' in records.pop()
    stopped = [line.split()[0] for line in messages if line.endswith(" stops")]
    assert sorted(stopped) == sorted(service.name for service in cluster.services)
    for service in cluster.services:
        assert all(stopped.index(service.name) < stopped.index(name) for name in service.needs)
    shutil.rmtree(folder)
