"""The SDK page has every public name with its docstring, and its example runs."""

import re
import sys
from asyncio import wait_for
from asyncio.subprocess import PIPE, create_subprocess_exec
from pathlib import Path

import sdk_page
import zeitnot_client
from zeitnot_client import session_events

from ..each import each
from ..server.running_server import WAIT_S, Server, new_game, websocket

PAGE = Path(__file__).parents[2] / "docs/reference/sdk.md"
OBJECTS = dict(sdk_page.objects())


def test_every_public_name_is_described() -> None:
    kinds = {kind.__name__ for kind in session_events.SessionEvent.__args__}
    assert {*zeitnot_client.__all__, *kinds, "Api.games", "Room.turns", "Session.receive"} <= set(
        OBJECTS
    )
    headings = re.findall(r"^### `(\w+)`$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(headings) == sorted(name for name in OBJECTS if "." not in name)


@each("name", OBJECTS)
def test_every_name_has_a_docstring(name: str) -> None:
    """Dataclasses without one would show their signature."""
    text = OBJECTS[name].__doc__
    assert text
    assert text.rstrip()[-1] in ".…`"


async def played_game(server: Server) -> str:
    """The id of a game in which seat 1 resigned after two moves."""
    ann, bob = server.person(), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with websocket(server, path, ann) as first, websocket(server, path, bob) as second:
        for socket in (first, second):
            await socket.send("hello")
            await socket.send("sit")
            await socket.send("ready", salt="f00ba7")
        await first.until("turn")
        await first.send("move", ply=0, move="b2")
        await second.until("turn")
        await second.send("move", ply=1, move="a1")
        await second.send("resign")
        await first.until("finished")
    return game


async def test_the_example_prints_the_moves(shared_server: Server, tmp_path: Path) -> None:
    (example,) = re.findall(
        r"^```python\n(import asyncio.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    game = await played_game(shared_server)
    script = tmp_path / "example.py"
    script.write_text(
        example.replace("127.0.0.1:8080", shared_server.host).replace("k3mZ9qTb", game)
    )
    process = await create_subprocess_exec(sys.executable, str(script), stdout=PIPE)
    output, _ = await wait_for(process.communicate(), WAIT_S)
    assert output.decode().splitlines() == ["0 b2", "1 a1", "resign"]
