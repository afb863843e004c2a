"""A real server on a free port, and a plain `websockets` client for it."""

import asyncio
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from .. import new_databases
from ..with_parent import WITH_PARENT

SUBPROTOCOL = "zeitnot.v1"
WAIT_S = 60.0  # generous, as the machine may be busy


class Server:
    """One `zeitnot serve`. `wrapper`: a command that runs it, such as `unshare …`."""

    def __init__(self, folder: Path, *options: str, wrapper: Sequence[str] = ()) -> None:
        self.db = folder / "zeitnot.db"
        self.log = folder / "server.log"
        # When each killed process had ended, by the monotonic clock.
        self.kill_times_s: list[float] = []
        command = [*WITH_PARENT, *wrapper, sys.executable, "-m", "zeitnot_server.cli", "serve"]
        command += ["--port", "0", "--db", str(self.db), *options]
        if folder.is_dir() and not self.db.exists():
            new_databases.make(self.db)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        match = re.search(r"http://([\d.]+:\d+)", line)
        assert match, f"no address in {line!r}; {self.log.read_text()}"
        self.host = match[1]

    def http(
        self,
        method: str,
        path: str,
        body: Any = None,
        token: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, Any, dict[str, str]]:
        """Status, JSON (or text) and headers of a request."""
        request = urllib.request.Request(f"http://{self.host}{path}", method=method)
        if body is not None:
            request.data = body if isinstance(body, bytes) else json.dumps(body).encode()
            request.add_header("content-type", "application/json")
        if token:
            request.add_header("authorization", f"Bearer {token}")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
                return answer.status, _content(answer), dict(answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, _content(error), dict(error.headers)

    def person(self, headers: dict[str, str] | None = None) -> str:
        """The token of a new guest, from its session cookie."""
        _, _, headers = self.http("POST", "/api/v1/session", {}, headers=headers)
        match = re.search(r"zeitnot_session=([^;]+)", headers["set-cookie"])
        assert match
        return match[1]

    def children(self) -> dict[str, int]:
        """Process ids of the supervised children: of `server` and `bots`."""
        pids = {}
        for pid in children_of(self.process.pid):
            try:
                command_line = Path(f"/proc/{pid}/cmdline").read_text()
            except (FileNotFoundError, ProcessLookupError):
                continue  # it has ended meanwhile
            pids["server" if "zeitnot_server.app" in command_line else "bots"] = pid
        return pids

    def kill_server(self) -> None:
        """Sends SIGKILL to the server process, and waits until it has ended: before, it may still
        accept a connection. Its parent starts it again."""
        server = self.children()["server"]
        pidfd = os.pidfd_open(server)
        os.kill(server, signal.SIGKILL)
        has_ended, _, _ = select.select([pidfd], [], [], WAIT_S)
        os.close(pidfd)
        assert has_ended
        self.kill_times_s.append(time.monotonic())

    def stop(self, number: signal.Signals | None = signal.SIGINT) -> int:
        """Sends this signal (None: it has been sent already) and waits. Returns the exit code."""
        if number is not None:
            self.process.send_signal(number)
        code = self.process.wait(WAIT_S)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def expect_no_traceback(server: Server) -> Iterator[None]:
    """Fails if the server logs a traceback in this context."""
    before = len(server.log.read_text())
    yield
    log = server.log.read_text()[before:]
    assert "Traceback" not in log, log


def children_of(pid: int) -> list[int]:
    """The child processes of this process that have not been waited for."""
    return [int(x) for x in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _content(answer: Any) -> Any:
    raw = answer.read()
    kind = answer.headers.get("content-type", "")
    return (
        json.loads(raw) if "json" in kind and "ndjson" not in kind else raw.decode(errors="replace")
    )


class WebSocket:
    """A WebSocket to a room or to the lobby, which sends and receives plain messages."""

    def __init__(self, socket: ClientConnection, game: str | None = None) -> None:
        self.socket = socket
        self.game = game
        self.received: list[dict[str, Any]] = []
        self._ids = 0

    async def send(self, type_: str, **fields: Any) -> str:
        """Sends a message, with an id if it is a command that is stored. Returns the id."""
        self._ids += 1
        message = {"type": type_, **fields}
        if self.game:
            message.setdefault("game", self.game)
            if type_ not in ("hello", "chat", "info"):
                message.setdefault("id", f"c{self._ids}")
        await self.socket.send(json.dumps(message))
        return str(message.get("id", ""))

    async def next(self) -> dict[str, Any]:
        """The next message, whatever it is."""
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), WAIT_S))
        self.received.append(message)
        return message

    async def until(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Reads on to the first message of this type with these fields."""
        while True:
            message = await self.next()
            if message["type"] == type_ and all(message.get(k) == v for k, v in fields.items()):
                return message


@asynccontextmanager
async def websocket(
    server: Server, path: str, token: str | None = None, **options: Any
) -> AsyncIterator[WebSocket]:
    """Opens a WebSocket to the server."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    options.setdefault("subprotocols", [SUBPROTOCOL])
    headers |= options.pop("additional_headers", {})
    url = f"ws://{server.host}{path}"
    async with connect(url, additional_headers=headers, compression=None, **options) as socket:
        game = path.removeprefix("/ws/games/") if "/games/" in path else None
        yield WebSocket(socket, game)


def new_game(server: Server, token: str, game: str = "tictactoe", **fields: Any) -> str:
    """Creates a game, by default one in which the caller has seat 0 and seat 1 is open."""
    body = {
        "game_type": game,
        "control": {"kind": "sudden_death", "base_ms": 300_000},
        "seats": [{"kind": "me"}, {"kind": "open"}],
        **fields,
    }
    status, link, _ = server.http("POST", "/api/v1/games", body, token)
    assert status == 201, link
    return str(link["id"])
