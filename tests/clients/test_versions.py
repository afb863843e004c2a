"""A bot sends its version, and ends when another version of it is running."""

import asyncio
import sys
from pathlib import Path

import pytest

from zeitnot_client import Client, Refused
from zeitnot_client.bot import run_bot
from zeitnot_client.versions import checked_version, hash_of, hash_of_script
from zeitnot_engines.bots.house import EngineBackend, House, Options

from .dicey import DICEY
from .fake_room import FakeRoom
from .fake_server import FakeServer, running
from .test_house import PONDERER


def choose_never(turn: object) -> str:
    raise AssertionError("no game starts in these tests")


def start(server: FakeServer, **fields: object) -> "asyncio.Task[None]":
    run = run_bot(server.url, "d", choose_never, ["othello"], **fields)  # type: ignore[arg-type]
    return asyncio.create_task(run)


@pytest.mark.parametrize("version", ["v2", "x" * 40, "1.2.3-beta+7_a"])
async def test_bot_sends_its_version_and_replaces_only_once(version: str) -> None:
    async with asyncio.timeout(60), running(FakeRoom(), d=DICEY) as server:
        server.invites = False
        bot = start(server, version=version, replace=True)
        for _ in range(2):
            await server.watching.get()
            await server.lobby[0].close(1012)
        bot.cancel()
        await asyncio.wait({bot})
    watches = [(watch.version, watch.replace) for watch in server.watches[:2]]
    assert watches == [(version, True), (version, False)]


async def test_refused_bot_raises_and_does_not_reconnect() -> None:
    async with asyncio.timeout(60), running(FakeRoom(), d=DICEY) as server:
        server.refuse_watch = "other_version"
        with pytest.raises(Refused, match="Version v2 of this bot is running") as refused:
            await start(server, version="v1")
    assert refused.value.code == "other_version"
    assert len(server.watches) == 1


async def test_replaced_bot_logs_and_ends(caplog: pytest.LogCaptureFixture) -> None:
    async with asyncio.timeout(60), running(FakeRoom(), d=DICEY) as server:
        server.refuse_watch = "replaced"
        await start(server, version="v1")
    assert "Version v2 of this bot is running" in caplog.text
    assert len(server.watches) == 1


async def test_replaced_house_bot_logs_and_ends(caplog: pytest.LogCaptureFixture) -> None:
    options = Options(("othello",), hash_mb=1, book=False)
    async with asyncio.timeout(60), running(FakeRoom(), b=PONDERER) as server:
        server.refuse_watch = "replaced"
        async with Client(server.url, "b") as client:
            await House(client, options, EngineBackend()).run()
    assert "Version v2 of this bot is running" in caplog.text
    assert len(server.watches) == 1


@pytest.mark.parametrize("name", ["max_games", "most_games"])
async def test_bot_sends_its_number_of_games(name: str) -> None:
    """`most_games` is the parameter's old name."""
    async with asyncio.timeout(60), running(FakeRoom(), d=DICEY) as server:
        server.invites = False
        bot = start(server, **{name: 4})
        await server.watching.get()
        bot.cancel()
        await asyncio.wait({bot})
    assert [watch.most_games for watch in server.watches] == [4]
    with pytest.raises(ValueError, match="give only one"):
        await run_bot("http://127.0.0.1:9", "d", choose_never, ["ewn"], max_games=4, most_games=4)


async def test_house_bot_sends_its_version() -> None:
    options = Options(("othello",), hash_mb=1, book=False, version="v3", replace=True)
    async with asyncio.timeout(60), running(FakeRoom(), b=PONDERER) as server:
        server.refuse_watch = "other_version"
        async with Client(server.url, "b") as client:
            with pytest.raises(Refused, match="is running"):
                await House(client, options, EngineBackend()).run()
    assert [(w.version, w.replace) for w in server.watches] == [("v3", True)]


@pytest.mark.parametrize("version", ["x" * 41, "two words", "v\u00e9", "a/b", "a\n"])
async def test_invalid_version_is_refused_at_once(version: str) -> None:
    with pytest.raises(ValueError, match="a version has at most 40 letters"):
        checked_version(version)
    with pytest.raises(ValueError, match="a version has at most 40 letters"):
        await run_bot("http://127.0.0.1:9", "d", choose_never, ["ewn"], version=version)


def test_hash_depends_on_the_program_and_its_options(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("one")
    first = hash_of([program], ["--depth", "5"])
    assert first == hash_of([program], ["--depth", "5"]) == checked_version(first)
    assert first != hash_of([program], ["--depth", "6"])
    program.write_text("two")
    assert first != hash_of([program], ["--depth", "5"])


def test_version_of_a_script_is_the_hash_of_its_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "mine.py"
    script.write_text("print(1)")
    monkeypatch.setattr(sys.modules["__main__"], "__file__", str(script), raising=False)
    first = hash_of_script()
    script.write_text("print(2)")
    assert first
    assert hash_of_script() not in ("", first)
    monkeypatch.delattr(sys.modules["__main__"], "__file__")
    assert hash_of_script() == "", "an interactive session has none"
