"""SIGKILL in mid-game, several times: no acknowledged move is missing, and the clocks are right.

Two clients record which moves were acknowledged, how long each client has thought while the
server ran, and for how long its clock can have run at most. After every kill both reconnect and
continue.
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
ERROR_PER_KILL_MS = 100
THINK_SECONDS = 0.12
PLIES = 20
KILL_WHILE_THINKING = (3, 8, 13)
KILL_WHILE_SENDING = (6, 11, 17)
KILLS = len(KILL_WHILE_THINKING) + len(KILL_WHILE_SENDING)
TRIES = 3


class Player:
    """One seat's client: reconnects until the server answers, and records what it receives."""

    def __init__(self, server: Server, game: str, token: str) -> None:
        self.server, self.game, self.token = server, game, token
        self.last_seq = 0
        self.moves: list[str] = []
        self.acked: dict[int, str] = {}
        self.turn: dict[str, Any] | None = None
        self.thought_s = 0.0
        self.sent_at_s: dict[int, float] = {}  # by ply: when the move was first sent
        self.acked_at_s: dict[int, float] = {}
        self.hello_times_s: list[float] = []
        self._stack = AsyncExitStack()
        self._wire: WebSocket | None = None

    async def connect(self) -> None:
        """Opens a socket and sends hello; tries again until the server runs."""
        self.turn = None
        while True:
            await self.close()
            try:
                opened = websocket(self.server, f"/ws/games/{self.game}", self.token)
                self._wire = await self._stack.enter_async_context(opened)
                self.hello_times_s.append(time.monotonic())
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
            assert message["seq"] == self.last_seq + 1, (
                "every event arrives exactly once and in order"
            )
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
        """Waits for its turn, then thinks and measures for how long."""
        while self.turn is None or self.turn["ply"] != len(self.moves):
            await self.until("turn")
        began = time.monotonic()
        await asyncio.sleep(THINK_SECONDS)
        self.thought_s += time.monotonic() - began
        return self.turn

    async def move(self, ply: int, move: str, kill_server: bool) -> None:
        """Sends the move, repeatedly with the same id, until it is acknowledged. The server may
        have answered before it is killed: the client reads on in a new connection in any case."""
        self.sent_at_s[ply] = time.monotonic()
        while True:
            try:
                await self.send("move", ply=ply, move=move, id=f"ply{ply}")
                if kill_server:
                    kill_server = False
                    self.server.kill_server()
                    await self.connect()
                    continue
                await self.until("ack")
                self.acked[ply], self.acked_at_s[ply] = move, time.monotonic()
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
    rng = random.Random(7)
    for ply in range(PLIES):
        mover, other = players[ply % 2], players[1 - ply % 2]
        turn = await mover.think()
        if ply in KILL_WHILE_THINKING:
            server.kill_server()
            await asyncio.gather(mover.connect(), other.connect())
            turn = await mover.think()
        await mover.move(ply, rng.choice(turn["legal"]), ply in KILL_WHILE_SENDING)
        if ply in KILL_WHILE_SENDING:
            await other.connect()
        while len(other.moves) <= ply:
            await other.until("moved")


@dataclass
class UsedTime:
    """The time that a seat has used by the clock, and its bounds, in milliseconds."""

    min_ms: float
    by_clock_ms: float
    max_ms: float

    @property
    def is_within_bounds(self) -> bool:
        """Whether the clock is within its bounds, with the error allowed for the kills."""
        error_ms = ERROR_PER_KILL_MS * KILLS
        return self.min_ms - error_ms <= self.by_clock_ms <= self.max_ms + error_ms


async def play_through_kills(folder: Path) -> list[UsedTime]:
    """Plays a game with kills; no move may be missing. Returns the two seats' used times."""
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
    assert KILLS <= len(pauses) <= 2 * KILLS, (
        "a second pause if a player reconnects after the next move"
    )
    assert sum(pause["elapsed_ms"] > 0 for pause in pauses) <= KILLS, (
        "the second pause costs no time"
    )
    return [
        UsedTime(
            1000 * player.thought_s,
            BASE_MS - remaining_ms(record, seat),
            longest_ms(server, players, seat),
        )
        for seat, player in enumerate(players)
    ]


def remaining_ms(record: dict[str, Any], seat: int) -> int:
    """The seat's remaining time after its last move."""
    moves = [e for e in record["events"] if e["type"] == "moved" and e["seat"] == seat]
    return int(moves[-1]["receipt"]["remaining_ms"])


def longest_ms(server: Server, players: list[Player], seat: int) -> float:
    """The longest time that the seat's clock can have run: from the sending of each move of the
    opponent to the acknowledgement of the answer, without the time from a kill to the next
    hello."""
    player, opponent = players[seat], players[1 - seat]
    longest_s = 0.0
    for ply, end_s in player.acked_at_s.items():
        begin_s = opponent.sent_at_s.get(ply - 1, player.hello_times_s[0])
        longest_s += end_s - begin_s
        for killed_s in server.kill_times_s:
            if begin_s < killed_s < end_s:
                longest_s -= (
                    min(hello for hello in player.hello_times_s if hello > killed_s) - killed_s
                )
    return 1000 * longest_s


async def test_kills_lose_no_move_and_no_time(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The server omits stalls of its process, which the clients cannot measure: the test fails only
    if the clocks are wrong in every try."""
    clocks: list[list[UsedTime]] = []
    for _ in range(TRIES):
        clocks.append(await play_through_kills(tmp_path_factory.mktemp("game")))
        if all(used.is_within_bounds for used in clocks[-1]):
            return
    raise AssertionError(clocks)
