"""Two players that use `websockets` directly, without our client: they play, reconnect after every
kill, resend unanswered commands, and record every event."""

import asyncio
import json
import random
import re
import secrets
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from .journal import Acknowledged, Journal
from .server import Server
from .turn_start import Start, error_ms

CONTROL = {"kind": "sudden_death", "base_ms": 3_600_000}
GAME = "othello"
RETRY_CODES = {"retry", "read_only", "busy", "wrong_state"}
THINK_PROBABILITY = 0.05  # of a pause before a move
MAX_THOUGHT_S = 0.15
RESIGN_PROBABILITY = 0.05  # instead of a move of a rated game
FIRST_RESIGNED_PLY = 4
_COOKIE = re.compile(rb"(?im)^set-cookie: zeitnot_session=([^;\s]+)")
CONNECTION_ERRORS = (OSError, EOFError, TimeoutError, WebSocketException)


class GameSeries:
    """One game after another between the same two players. `rated`: they are bots, their games are
    rated, and many games end because one resigns. `pause_s`: before each move, on average."""

    def __init__(
        self,
        server: Server,
        journal: Journal,
        rng: random.Random,
        *,
        rated: bool = False,
        pause_s: float = 0.0,
    ) -> None:
        self.server, self.journal, self.rng, self.rated = server, journal, rng, rated
        self.resigns, self.pause_s = rated, pause_s
        self.game = ""
        self.event_moves: dict[str, list[str]] = {}  # by game
        self.seats = [Seat(self, 0), Seat(self, 1)]
        self.start = Start(0, 0)  # of the running turn's clock
        self.sent: dict[str, float] = {}  # when each command, by id, was first sent
        self._last_seq = 0
        self._changed = asyncio.Event()

    async def play(self) -> None:
        """Plays until cancelled."""
        for seat in self.seats:
            create = create_bot if self.rated else create_guest
            seat.token, seat.account = await create(self.server)
        await self.next_game()
        await asyncio.gather(*(seat.run() for seat in self.seats))

    async def next_game(self) -> None:
        """Creates the next game with the same players."""
        body = {
            "game_type": GAME,
            "control": CONTROL,
            "seats": [{"kind": "me"}, {"kind": "open"}],
            "setup": {"rated": self.rated},
        }
        answer = await post(self.server, "/api/v1/games", body, self.seats[0].token)
        self.game, self.sent, self._last_seq = answer.json["id"], {}, 0
        self.event_moves[self.game] = []
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def wait_for_next(self, game: str) -> str:
        """Waits for the game after `game`; returns its id."""
        while self.game == game:
            await self._changed.wait()
        return self.game

    def record(self, event: dict[str, Any]) -> None:
        """Records an event when the first of the players receives it. The other player may receive
        the end of a game after the next one has begun."""
        if event["game"] != self.game or event["seq"] <= self._last_seq:
            return
        self._last_seq = event["seq"]
        now, kills = time.monotonic(), self.server.kills
        match event["type"]:
            case "moved":
                self.event_moves[self.game].append(event["move"])
                self.start = Start(self.sent[f"m{event['ply']}"], now)
            case "started":
                self.start = Start(max(self.sent[f"ready{seat}"] for seat in (0, 1)), now)
            case "resumed":
                # A pause has another cause before the first kill: a disk that is too slow.
                earliest_s = kills[-1].requested_s if kills else self.start.earliest
                self.start = Start(earliest_s, now)
            case "paused":
                clock_error_ms = error_ms(self.start, kills, now, event["elapsed_ms"])
                if clock_error_ms is not None:
                    self.journal.clock_errors_ms.append(clock_error_ms)
                self.journal.crash_adjournments += event["reason"] == "crashed"


class Seat:
    """One player. `unanswered`: commands by id, in the order in which they were sent."""

    def __init__(self, series: GameSeries, index: int) -> None:
        self.series, self.index = series, index
        self.token = self.account = ""
        self.game = ""
        self.last_seq = 0
        self.moves: list[str] = []
        self.unanswered: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self._finished = False

    async def run(self) -> None:
        """Plays game after game; reconnects after every lost connection."""
        while True:
            self.game = await self.series.wait_for_next(self.game)
            self.last_seq, self.moves, self._finished = 0, [], False
            self.answers.clear()
            self.unanswered = {}
            self._command("sit", f"sit{self.index}")
            while not self._finished:
                try:
                    await self._connect()
                except CONNECTION_ERRORS as error:
                    await self._disconnected(error)
            await self._after_game()

    async def _disconnected(self, error: Exception) -> None:
        """Waits before it connects again."""
        await asyncio.sleep(0.01)

    async def _after_game(self) -> None:
        if self.index == 0:
            await self.series.next_game()

    async def _connect(self) -> None:
        url = f"ws://127.0.0.1:{self.series.server.port}/ws/games/{self.game}"
        options: dict[str, Any] = {"ping_interval": None, "close_timeout": 0.1, "open_timeout": 5}
        options["subprotocols"] = ["zeitnot.v1"]
        headers = {"authorization": f"Bearer {self.token}"}
        async with connect(url, additional_headers=headers, compression=None, **options) as socket:
            await self._send(socket, {"type": "hello", "game": self.game, "since": self.last_seq})
            for command in [*list(self.answers)[-1:], *self.unanswered]:
                await self._send_command(socket, command)  # a resent command must get the same ack
            while not self._finished:
                await self._receive(socket, json.loads(await socket.recv()))

    async def _send(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        await socket.send(json.dumps(message))

    def _command(self, type_: str, id_: str, **fields: Any) -> None:
        self.unanswered[id_] = {"type": type_, "game": self.game, "id": id_, **fields}

    async def _send_command(self, socket: ClientConnection, id_: str) -> None:
        if self.game == self.series.game:
            self.series.sent.setdefault(id_, time.monotonic())
        answer = self.answers.get(id_)
        await self._send(socket, answer["command"] if answer else self.unanswered[id_])

    async def _receive(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        if "seq" in message and "at" in message:
            self._event(message)
        match message["type"]:
            case "turn":
                await self._turn(socket, message)
            case "ack":
                self._ack(message)
                if message["id"].startswith("sit") and len(self.answers) == 1:
                    self._command("ready", f"ready{self.index}", salt="salt")
                    await self._send_command(socket, f"ready{self.index}")
            case "error":
                await self._error(socket, message)
            case "paused" if message["reason"] == "crashed":
                self._command("resume", f"resume{message['seq']}seat{self.index}")
                await self._send_command(socket, f"resume{message['seq']}seat{self.index}")
            case "resumed":
                for id_ in self.unanswered:
                    await self._send_command(socket, id_)

    def _event(self, event: dict[str, Any]) -> None:
        if event["seq"] != self.last_seq + 1:
            self._add_fault(f"event {event['seq']} after {self.last_seq}")
        self.last_seq = event["seq"]
        if event["type"] == "moved":
            if event["ply"] != len(self.moves):
                self._add_fault(f"ply {event['ply']} after {len(self.moves)} moves")
            self.moves.append(event["move"])
        self.series.record(event)
        self._finished = event["type"] == "finished"

    async def _turn(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        id_, resigns = f"m{message['ply']}", "resign" in self.unanswered
        if id_ in self.answers or resigns:
            return
        if self._resigns(message["ply"]) and id_ not in self.unanswered:
            self._command("resign", "resign")
            await self._send_command(socket, "resign")
            return
        if id_ not in self.unanswered:
            rng = self.series.rng
            if self.series.pause_s:
                await asyncio.sleep(rng.uniform(0, 2 * self.series.pause_s))
            elif rng.random() < THINK_PROBABILITY:
                await asyncio.sleep(rng.uniform(0, MAX_THOUGHT_S))
            move = rng.choice(message["legal"])
            self._command("move", id_, ply=message["ply"], move=move)
        await self._send_command(socket, id_)

    def _resigns(self, ply: int) -> bool:
        resigns, rng = self.series.resigns, self.series.rng
        return resigns and ply >= FIRST_RESIGNED_PLY and rng.random() < RESIGN_PROBABILITY

    def _ack(self, ack: dict[str, Any]) -> None:
        id_, earlier = ack["id"], self.answers.get(ack["id"])
        if earlier is not None:
            if (earlier["seq"], earlier["clock"]) != (ack["seq"], ack.get("clock")):
                self._add_fault(f"{id_} was answered {earlier['seq']}, and then {ack['seq']}")
            return
        command = self.unanswered.pop(id_)
        self.answers[id_] = {"command": command, "seq": ack["seq"], "clock": ack.get("clock")}
        ply, move = command.get("ply"), command.get("move")
        entry = Acknowledged(self.game, self.account, id_, ack["seq"], ply, move, time.monotonic())
        self.series.journal.add(entry)

    async def _error(self, socket: ClientConnection, error: dict[str, Any]) -> None:
        if error["code"] not in RETRY_CODES:
            self._add_fault(f"{error.get('id')} was refused: {error['code']}, {error['message']}")
        elif error["code"] != "wrong_state" and error.get("id") in self.unanswered:
            await asyncio.sleep(0.01)
            await self._send_command(socket, error["id"])

    def _add_fault(self, fault: str) -> None:
        self.series.journal.add_fault(f"{self.game}, seat {self.index}: {fault}")


class Answer(NamedTuple):
    """An HTTP answer with JSON. `session`: the token in its cookie."""

    status: int
    json: dict[str, Any]
    session: str | None


async def create_guest(server: Server) -> tuple[str, str]:
    """Creates a guest; returns its token and account."""
    answer = await post(server, "/api/v1/session", {}, None)
    assert answer.session is not None
    return answer.session, answer.json["account"]


async def create_bot(server: Server) -> tuple[str, str]:
    """Creates a bot; returns its token and account. Each attempt has another name, because one
    whose answer was lost may have taken its name."""
    answer = await post(server, "/api/v1/bots", lambda: {"name": f"b-{secrets.token_hex(6)}"}, None)
    return answer.json["token"], answer.json["account"]


async def post(server: Server, path: str, body: Any, token: str | None) -> Answer:
    """Repeats a POST request until it succeeds. `body`: or a function that makes one for each
    attempt."""
    headers = [f"authorization: Bearer {token}"] if token else []
    while True:
        answer = await post_once(server, path, body() if callable(body) else body, headers)
        if answer is not None and answer.status in (200, 201):
            return answer
        await asyncio.sleep(0.02)


async def post_once(
    server: Server, path: str, body: Any, headers: Sequence[str] = ()
) -> Answer | None:
    """Sends a POST request; None if there is no answer."""
    raw = json.dumps(body).encode()
    lines = [f"POST {path} HTTP/1.1", "host: 127.0.0.1", "content-type: application/json"]
    lines += [f"content-length: {len(raw)}", "connection: close", *headers]
    request = "\r\n".join(lines).encode() + b"\r\n\r\n" + raw
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        try:
            writer.write(request)
            head, _, content = (await asyncio.wait_for(reader.read(), 5)).partition(b"\r\n\r\n")
        finally:
            writer.close()
        cookie = _COOKIE.search(head)
        session = cookie[1].decode() if cookie else None
        return Answer(int(head.split(b" ")[1]), json.loads(content), session)
    except (OSError, EOFError, TimeoutError, ValueError, IndexError):
        return None
