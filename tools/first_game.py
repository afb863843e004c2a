"""Plays the game on the protocol's page on a server, and records it frame by frame.

    .venv/bin/zeitnot serve --port 8099 --db /tmp/first-game.db --no-bots
    .venv/bin/python tools/first_game.py http://127.0.0.1:8099

updates the server's frames in docs/reference/first-game.json; then `make docs` updates the page.
The server must be new. To add a frame, insert an entry with its `type`.

The fields of an entry are `who`, the sender: `bot`, `server` (to the bot), `ann` (the bot's
opponent) or `to_ann` (the server); `over`: `lobby`, `room`, or a request such as
`POST /api/v1/bots`; `frame`: the frame or the body; and `says`: the page's text about it.
"""

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

import zeitnot_protocol as p

FILE = Path(__file__).parents[1] / "docs/reference/first-game.json"
TOKEN = "zn_0123456789abcdef"  # shown on the page instead of the bot's token
WAIT_S = 60.0
ANY_TIME = {"presence", "lobby_changed"}
"""Types that may arrive at any time; they are skipped unless an entry waits for them."""

Entry = dict[str, Any]


def load() -> list[Entry]:
    """The recorded entries."""
    entries: list[Entry] = json.loads(FILE.read_text(encoding="utf-8"))
    return entries


async def play(server: str, entries: list[Entry]) -> list[Entry]:
    """Plays the entries on the server at this address (`http://…`): sends the frames of the bot and
    Ann, with the ids of this game. Returns the entries with the server's answers. Raises
    TimeoutError."""
    async with AsyncExitStack() as stack:
        player = _Player(server, stack)
        return [{**entry, "frame": await player.step(entry)} for entry in entries]


class _Player:
    """Both players of the game, which is played step by step."""

    def __init__(self, server: str, stack: AsyncExitStack) -> None:
        self._server, self._stack = server, stack
        self._http = httpx.AsyncClient(base_url=server, timeout=WAIT_S, trust_env=False)
        stack.push_async_callback(self._http.aclose)
        self._sockets: dict[tuple[str, str], ClientConnection] = {}
        self._headers: dict[str, dict[str, str]] = {"bot": {}, "ann": {}}
        self._answer: Any = None
        self._game = ""

    async def step(self, entry: Entry) -> Any:
        """Sends or receives the frame of this entry, and returns it."""
        who, over, frame = entry["who"], entry["over"], entry["frame"]
        if who in ("bot", "ann"):
            frame = {**frame, "game": self._game} if "game" in frame else frame
            await (self._send if over in ("lobby", "room") else self._request)(who, over, frame)
            return frame
        if over in ("lobby", "room"):
            return await self._receive("bot", over, frame["type"])
        return self._answer

    async def _request(self, who: str, over: str, body: Any) -> None:
        method, path = over.split()
        answer = await self._http.request(method, path, json=body, headers=self._headers[who])
        self._answer = answer.json()
        if "token" in self._answer:
            self._headers[who] = {"Authorization": f"Bearer {self._answer['token']}"}
            self._answer["token"] = TOKEN
        if cookie := answer.headers.get("set-cookie"):
            self._headers[who] = {"Cookie": cookie.partition(";")[0]}
            self._http.cookies.clear()
        self._game = self._answer.get("id", self._game)

    async def _send(self, who: str, over: str, frame: Any) -> None:
        socket = self._sockets.get((who, over)) or await self._open(who, over)
        await socket.send(json.dumps(frame))
        if who == "ann":
            await self._receive(who, over, "welcome" if frame["type"] == "hello" else "ack")

    async def _open(self, who: str, over: str) -> ClientConnection:
        path = "/ws/lobby" if over == "lobby" else f"/ws/games/{self._game}"
        socket = await self._stack.enter_async_context(
            connect(
                f"ws{self._server.removeprefix('http')}{path}",
                additional_headers=self._headers[who],
                subprotocols=[Subprotocol(p.SUBPROTOCOL)],
                compression=None,
                proxy=None,
            )
        )
        self._sockets[who, over] = socket
        return socket

    async def _receive(self, who: str, over: str, type_: str) -> Any:
        """The next frame of this type; for the bot, only frames of ANY_TIME may come before it."""
        left_out = (ANY_TIME - {type_}) if who == "bot" else None
        while True:
            frame = json.loads(await asyncio.wait_for(self._sockets[who, over].recv(), WAIT_S))
            if frame["type"] == type_ or (left_out is not None and frame["type"] not in left_out):
                return frame


def main() -> None:
    """Writes the file."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    entries = asyncio.run(play(sys.argv[1], load()))
    text = json.dumps(entries, ensure_ascii=False, indent=1)
    FILE.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
