"""A real mosquitto on a free port, which tests may kill, stop and restart."""

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
from ..with_parent import WITH_PARENT

WAIT_S = 60
DEFAULT_CONFIG = "listener PORT 127.0.0.1\nallow_anonymous true\n"
MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


class Broker:
    """One broker process. With the default configuration it stores nothing on disk, so a restart
    drops all retained messages."""

    def __init__(self, folder: Path, config: str = DEFAULT_CONFIG) -> None:
        self._port_socket = reserved()
        self.port = port_of(self._port_socket)
        self.url = f"mqtt://127.0.0.1:{self.port}"
        self._config = folder / "mosquitto.conf"
        self._config.write_text(config.replace("PORT", str(self.port)))
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Starts the broker; returns when it accepts connections."""
        assert MOSQUITTO is not None
        self._process = await asyncio.create_subprocess_exec(
            *WITH_PARENT, MOSQUITTO, "-c", str(self._config), stderr=asyncio.subprocess.DEVNULL
        )
        async with asyncio.timeout(WAIT_S):
            while not await self._accepts_connections():
                assert self._process.returncode is None, "mosquitto did not start"
                await asyncio.sleep(0.02)

    async def _accepts_connections(self) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        writer.close()
        await writer.wait_closed()
        return True

    async def kill(self) -> None:
        """Kills the broker, without closing its connections."""
        self.signal(signal.SIGKILL)
        if self._process:
            await self._process.wait()

    async def stop(self) -> None:
        """Shuts the broker down cleanly."""
        self.signal(signal.SIGTERM)
        if self._process:
            await self._process.wait()

    async def close(self) -> None:
        """Kills the broker and frees its port."""
        self.signal(signal.SIGCONT)
        await self.kill()
        self._port_socket.close()

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal to the broker if it runs."""
        if self._process and self._process.returncode is None:
            self._process.send_signal(number)

    def client(self, port: int | None = None) -> aiomqtt.Client:
        """A client that is not connected yet. `port`: of another listener of the broker."""
        version = aiomqtt.ProtocolVersion.V5
        port_ = self.port if port is None else port
        return aiomqtt.Client("127.0.0.1", port_, protocol=version, timeout=WAIT_S)

    @asynccontextmanager
    async def listener(self, *topics: str, port: int | None = None) -> "AsyncIterator[Listener]":
        """A subscriber with its own connection."""
        async with self.client(port) as client:
            for topic in topics:
                await client.subscribe(topic, qos=1)
            yield Listener(client)


class Listener:
    """The messages that a subscriber receives."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self._messages = client.messages

    async def next(self) -> aiomqtt.Message:
        """The next message. Raises TimeoutError if there is none."""
        async with asyncio.timeout(WAIT_S):
            return await anext(aiter(self._messages))

    async def until(self, topic: str, payload: bytes) -> aiomqtt.Message:
        """Reads up to the message with this topic and payload."""
        while True:
            message = await self.next()
            if str(message.topic) == topic and message.payload == payload:
                return message


@pytest.fixture(scope="session", autouse=True)
def mosquitto_is_installed() -> None:
    """Without mosquitto these tests are skipped, or fail in CI."""
    if MOSQUITTO is None and os.environ.get("CI"):
        pytest.fail("mosquitto is not installed")


@pytest.fixture(autouse=True)
def no_error_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No task or future has an exception that was never retrieved, which asyncio would log."""
    yield
    gc.collect()
    records = [*caplog.get_records("call"), *caplog.get_records("teardown")]
    assert [record.getMessage() for record in records if record.levelno >= logging.ERROR] == []


@pytest.fixture
async def stopped_broker(tmp_path: Path) -> AsyncIterator[Broker]:
    """A broker that has not been started."""
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed")
    broker = Broker(tmp_path)
    yield broker
    await broker.close()


@pytest.fixture
async def broker(stopped_broker: Broker) -> Broker:
    """A broker that runs."""
    await stopped_broker.start()
    return stopped_broker
