"""SIGKILL in mid-game, several times: no acknowledged move is missing, the clocks are right.

Two plain clients keep a journal of their own: which moves were acknowledged, for how long each was
surely thinking while a server was there, and for how long its clock can have run at most. After
every kill both come back and go on.
"""

import asyncio
import random
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from .running_server import Server, WebSocket, new_game, websocket

BASE_MS = 600_000
PER_KILL_MS = 100
THINK_SECONDS = 0.12
PLIES = 20
KILL_WHILE_THINKING = (3, 8, 13)
KILL_WHILE_SENDING = (6, 11, 17)
KILLS = len(KILL_WHILE_THINKING) + len(KILL_WHILE_SENDING)
EVENINGS = 3


class Player:
    """One seat: reconnects until it is served, and remembers what it was told."""

    def __init__(self, server: Server, game: str, token: str) -> None:
        self.server, self.game, self.token = server, game, token
        self.last_seq = 0
        self.moves: list[str] = []
        self.acked: dict[int, str] = {}
        self.turn: dict[str, Any] | None = None
        self.thought_s = 0.0
        self.sent: dict[int, float] = {}  # by ply: when it was first sent
        self.answered: dict[int, float] = {}
        self.hellos: list[float] = []
        self._stack = AsyncExitStack()
        self._wire: WebSocket | None = None

    async def connect(self) -> None:
        """Says hello to a server that is there; tries until one is."""
        self.turn = None
        while True:
            await self.close()
            try:
                opened = websocket(self.server, f"/ws/games/{self.game}", self.token)
                self._wire = await self._stack.enter_async_context(opened)
                self.hellos.append(time.monotonic())
                await self.send("hello", since=self.last_seq)
                await self.until("clock")
                return
            except (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, EOFError):
                await asyncio.sleep(0.02)  # the parent is starting the server again

    async def close(self) -> None:
        await self._stack.aclose()
        self._stack = AsyncExitStack()

    async def send(self, type_: str, **fields: Any) -> None:
        assert self._wire is not None
        await self._wire.send(type_, **fields)

    async def until(self, type_: str) -> None:
        """Reads on to a message of this type."""
        assert self._wire is not None
        while True:
            message = await self._wire.next()
            self._note(message)
            if message["type"] == type_:
                return

    def _note(self, message: dict[str, Any]) -> None:
        if "seq" in message and "at" in message:
            assert message["seq"] == self.last_seq + 1, "nothing twice, nothing left out"
            self.last_seq = message["seq"]
        match message["type"]:
            case "moved":
                assert message["ply"] == len(self.moves)
                self.moves.append(message["move"])
            case "turn":
                self.turn = message
            case "error":
                raise AssertionError(message)

    async def think(self) -> dict[str, Any]:
        """Waits until it is on the move, then thinks, with a watch of its own."""
        while self.turn is None or self.turn["ply"] != len(self.moves):
            await self.until("turn")
        began = time.monotonic()
        await asyncio.sleep(THINK_SECONDS)
        self.thought_s += time.monotonic() - began
        return self.turn

    async def move(self, ply: int, move: str, killing: bool) -> None:
        """Sends the move, again and again with the same id, until it is acknowledged."""
        self.sent[ply] = time.monotonic()
        while True:
            try:
                await self.send("move", ply=ply, move=move, id=f"ply{ply}")
                if killing:
                    killing = False
                    self.server.kill_server()
                await self.until("ack")
                self.acked[ply], self.answered[ply] = move, time.monotonic()
                return
            except (ConnectionClosed, OSError):
                await self.connect()


async def both_seated(server: Server) -> tuple[str, list[Player]]:
    tokens = [server.person(), server.person()]
    control = {"kind": "sudden_death", "base_ms": BASE_MS}
    game = new_game(server, tokens[0], "othello", control=control)
    players = [Player(server, game, token) for token in tokens]
    for player in players:
        await player.connect()
        await player.send("sit")
        await player.until("ack")
        await player.send("ready", salt="s")
        await player.until("ack")
    return game, players


async def play(server: Server, players: list[Player]) -> None:
    choice = random.Random(7)
    for ply in range(PLIES):
        mover, other = players[ply % 2], players[1 - ply % 2]
        turn = await mover.think()
        if ply in KILL_WHILE_THINKING:
            server.kill_server()
            await asyncio.gather(mover.connect(), other.connect())
            turn = await mover.think()
        await mover.move(ply, choice.choice(turn["legal"]), ply in KILL_WHILE_SENDING)
        if ply in KILL_WHILE_SENDING:
            await other.connect()
        while len(other.moves) <= ply:
            await other.until("moved")


@dataclass
class Used:
    """What a seat's clock says was used, and what it can have been. Milliseconds."""

    least: float
    said: float
    most: float

    @property
    def right(self) -> bool:
        """As right as it must be after so many kills."""
        wrong = PER_KILL_MS * KILLS
        return self.least - wrong <= self.said <= self.most + wrong


async def play_through_kills(folder: Path) -> list[Used]:
    """A game with kills, of which no move may be missing; the two clocks."""
    server = Server(folder, "--no-bots")
    game, players = await both_seated(server)
    await play(server, players)
    _, record, _ = server.http("GET", f"/api/v1/games/{game}")
    for player in players:
        await player.close()
    assert server.stop() == 0
    played = [event["move"] for event in record["events"] if event["type"] == "moved"]
    assert players[0].moves == players[1].moves == played
    acked = {**players[0].acked, **players[1].acked}
    assert [acked[ply] for ply in range(PLIES)] == played
    pauses = [event for event in record["events"] if event["type"] == "paused"]
    assert len(pauses) == KILLS
    return [
        Used(
            1000 * player.thought_s,
            BASE_MS - remaining(record, seat),
            most(server, players, seat),
        )
        for seat, player in enumerate(players)
    ]


def remaining(record: dict[str, Any], seat: int) -> int:
    """What the seat had left after its last move."""
    own = [e for e in record["events"] if e["type"] == "moved" and e["seat"] == seat]
    return int(own[-1]["receipt"]["remaining_ms"])


def most(server: Server, players: list[Player], seat: int) -> float:
    """How long its clock can have run: from when the move before was sent to the answer to its own,
    but not from a kill until it was back."""
    own, other = players[seat], players[1 - seat]
    longest = 0.0
    for ply, until in own.answered.items():
        since = other.sent.get(ply - 1, own.hellos[0])
        longest += until - since
        for killed in server.kills:
            if since < killed < until:
                longest -= min(hello for hello in own.hellos if hello > killed) - killed
    return 1000 * longest


async def test_kills_lose_no_move_and_no_time(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Time in which the server was not run is charged to nobody, and only it knows how long that
    was: so clocks must be wrong every time to be wrong."""
    clocks: list[list[Used]] = []
    for _ in range(EVENINGS):
        clocks.append(await play_through_kills(tmp_path_factory.mktemp("evening")))
        if all(used.right for used in clocks[-1]):
            return
    raise AssertionError(clocks)
