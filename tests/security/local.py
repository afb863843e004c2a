"""Runs the complete server in the test's event loop, with limits that the test sets."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette

from zeitnot_server.app import open_game_server, serving
from zeitnot_server.config import Config
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.limits.long_reads import LongReads
from zeitnot_server.limits.table import Limits
from zeitnot_server.store.sqlite import migrate
from zeitnot_server.web.edge import EDGE, Edge
from zeitnot_server.web.limits.connection_limits import ConnectionLimits
from zeitnot_server.web.metrics import Metrics

from .raw import Answer, connected, request, token_of


@dataclass
class Local:
    """A server that runs in the event loop of the test, and requests to it."""

    game_server: GameServer
    server: uvicorn.Server
    host: str
    limits: Limits

    @property
    def _state(self) -> Any:
        app: Any = self.server.config.app
        while not isinstance(app, Starlette):
            app = app._app
        return app.state

    @property
    def metrics(self) -> Metrics:
        """The metrics that GET /metrics returns."""
        result: Metrics = self._state.metrics
        return result

    @property
    def list_turns(self) -> LongReads:
        """The requests that wait for a list or a page of a book."""
        result: LongReads = self._state.list_turns
        return result

    @property
    def connection_limits(self) -> ConnectionLimits:
        """The server's counts by account and address."""
        result: ConnectionLimits = self._state.connection_limits
        return result

    async def post(self, path: str, body: Any, token: str | None = None, **headers: str) -> Answer:
        return await self.send("POST", path, body, token, **headers)

    async def send(
        self, method: str, path: str, body: Any, token: str | None = None, **headers: str
    ) -> Answer:
        data = json.dumps(body).encode()
        if token:
            headers["authorization"] = f"Bearer {token}"
        headers |= {"content_type": "application/json", "content_length": str(len(data))}
        async with connected(self.host) as connection:
            return await connection.ask(request(f"/api/v1/{path}", method, **headers), data)

    async def get(self, path: str, **headers: str) -> Answer:
        async with connected(self.host) as connection:
            return await connection.ask(request(path, **headers))

    async def person(self) -> str:
        return token_of((await self.post("session", {})).headers["set-cookie"])

    async def game(self, token: str) -> str:
        request_ = {
            "game_type": "tictactoe",
            "control": {"kind": "sudden_death", "base_ms": 300_000},
            "seats": [{"kind": "me"}, {"kind": "open"}],
        }
        return str((await self.post("games", request_, token)).json["id"])


@contextlib.asynccontextmanager
async def running(folder: Path, edge: Edge = EDGE, **limits: Any) -> AsyncIterator[Local]:
    """Runs a server with these limits."""
    config = Config(db=str(folder / "zeitnot.db"))
    migrate.upgrade(config.database())
    async with open_game_server(config) as game_server:
        listener = socket.create_server(("127.0.0.1", 0))
        limits_ = Limits(**limits)
        server = uvicorn.Server(serving(game_server, limits_, edge))
        task = asyncio.create_task(server._serve([listener]))
        try:
            yield Local(game_server, server, f"127.0.0.1:{listener.getsockname()[1]}", limits_)
        finally:
            server.should_exit = True
            await task
