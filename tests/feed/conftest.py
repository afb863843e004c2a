"""A real mosquitto on a free port, which a test may kill, freeze and start again."""

import asyncio
import gc
import logging
import os
import shutil
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiomqtt
import pytest

from ..ports import port_of, reserved

PATIENCE_S = 60
PLAIN = "listener PORT 127.0.0.1\nallow_anonymous true\n"
MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


class Broker:
    """One broker process. It keeps nothing on disk, so a restart forgets all that was retained."""

    def __init__(self, folder: Path, config: str = PLAIN) -> None:
        self._holder = reserved()
        self.port = port_of(self._holder)
        self.url = f"mqtt://127.0.0.1:{self.port}"
        self._config = folder / "mosquitto.conf"
        self._config.write_text(config.replace("PORT", str(self.port)))
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Returns when connections are accepted."""
        assert MOSQUITTO is not None
        self._process = await asyncio.create_subprocess_exec(
            MOSQUITTO, "-c", str(self._config), stderr=asyncio.subprocess.DEVNULL
        )
        async with asyncio.timeout(PATIENCE_S):
            while not await self._answers():
                assert self._process.returncode is None, "mosquitto did not start"
                await asyncio.sleep(0.02)

    async def _answers(self) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        writer.close()
        await writer.wait_closed()
        return True

    async def kill(self) -> None:
        """Dies at once, without a word to its clients."""
        self.signal(signal.SIGKILL)
        if self._process:
            await self._process.wait()

    async def end(self) -> None:
        """Dies, and its port is free again."""
        self.signal(signal.SIGCONT)
        await self.kill()
        self._holder.close()

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal to a broker that is there."""
        if self._process and self._process.returncode is None:
            self._process.send_signal(number)

    def client(self, port: int | None = None) -> aiomqtt.Client:
        """A client that is yet to connect; to this port if the broker has several."""
        version = aiomqtt.ProtocolVersion.V5
        at = self.port if port is None else port
        return aiomqtt.Client("127.0.0.1", at, protocol=version, timeout=PATIENCE_S)

    @asynccontextmanager
    async def listener(self, *topics: str, port: int | None = None) -> "AsyncIterator[Listener]":
        """A subscriber of its own connection."""
        async with self.client(port) as client:
            for topic in topics:
                await client.subscribe(topic, qos=1)
            yield Listener(client)


class Listener:
    """What a subscriber receives."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self._messages = client.messages

    async def next(self) -> aiomqtt.Message:
        """The next message. Fails when none comes."""
        async with asyncio.timeout(PATIENCE_S):
            return await anext(aiter(self._messages))

    async def until(self, topic: str, payload: bytes) -> aiomqtt.Message:
        """Skips to this very message."""
        while True:
            message = await self.next()
            if str(message.topic) == topic and message.payload == payload:
                return message


@pytest.fixture(scope="session", autouse=True)
def mosquitto_is_there() -> None:
    """Without mosquitto these tests cannot run; where all tests must run, that is a failure."""
    if MOSQUITTO is None and os.environ.get("CI"):
        pytest.fail("mosquitto is not installed")


@pytest.fixture(autouse=True)
def nothing_is_left_behind(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No exception of a task or future that nobody looked at."""
    yield
    gc.collect()
    records = [*caplog.get_records("call"), *caplog.get_records("teardown")]
    assert [r.getMessage() for r in records if r.levelno >= logging.ERROR] == []


@pytest.fixture
async def silent_broker(tmp_path: Path) -> AsyncIterator[Broker]:
    """A broker that has not been started."""
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed")
    broker = Broker(tmp_path)
    yield broker
    await broker.end()


@pytest.fixture
async def broker(silent_broker: Broker) -> Broker:
    """A broker that runs."""
    await silent_broker.start()
    return silent_broker
