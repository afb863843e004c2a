"""The broker configurations of the compose files, in a real broker."""

import os
import pwd
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import yaml

from ..ports import port_of, reserved
from .conftest import MOSQUITTO, Broker

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docker/mosquitto"
SMALL, CLUSTER = "docker-compose.yml", "docker-compose.cluster.yml"


def configuration(file: str) -> Path:
    """The configuration of the broker in this compose file."""
    service = yaml.safe_load((ROOT / file).read_text())["services"]["mosquitto"]
    *_, path = service.get("command", ["/mosquitto/config/mosquitto.conf"])  # the image's default
    assert "./docker/mosquitto:/mosquitto/config:ro" in service["volumes"]
    return FOLDER / Path(path).relative_to("/mosquitto/config")


@asynccontextmanager
async def broker_of(file: str, folder: Path) -> AsyncIterator[tuple[Broker, int]]:
    """The broker of this compose file, and the port of its public listener."""
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed")
    acl = folder / "readers.acl"
    acl.write_text((FOLDER / "readers.acl").read_text())
    acl.chmod(0o600)
    port_socket = reserved()
    public_port = port_of(port_socket)
    config = configuration(file).read_text()
    for old, new in (
        ("listener 1883", "listener PORT 127.0.0.1"),
        ("listener 1884", f"listener {public_port} 127.0.0.1"),
        ("/mosquitto/config/readers.acl", str(acl)),
    ):
        assert config.count(old) == 1
        config = config.replace(old, new)
    config = config.replace("/mosquitto/data/", f"{folder}/")
    broker = Broker(folder, f"user {pwd.getpwuid(os.geteuid()).pw_name}\n{config}")
    await broker.start()
    try:
        yield broker, public_port
    finally:
        await broker.close()
        port_socket.close()


@pytest.mark.parametrize("file", [SMALL, CLUSTER])
async def test_readers_may_only_read(file: str, tmp_path: Path) -> None:
    """The public listener accepts no messages; that of the server accepts all."""
    async with (
        broker_of(file, tmp_path) as (broker, public_port),
        broker.listener("zeitnot/v1/#", port=public_port) as reader,
    ):
        async with broker.client(public_port) as stranger:
            await stranger.publish("zeitnot/v1/lobby", b"forged", qos=1)
        async with broker.client() as server:
            await server.publish("zeitnot/v1/lobby", b"true", qos=1)
        assert (await reader.next()).payload == b"true"


async def test_the_clusters_broker_restores_its_retained_messages(tmp_path: Path) -> None:
    """Nodes only publish the rooms in their memory again."""
    async with broker_of(CLUSTER, tmp_path) as (broker, public_port):
        async with broker.client() as server:
            await server.publish("zeitnot/v1/games/abcd/state", b"kept", qos=1, retain=True)
        await broker.stop()
        await broker.start()
        async with broker.client() as server:
            await server.publish("zeitnot/v1/games/efgh/state", b"new", qos=1, retain=True)
        async with broker.listener("zeitnot/v1/games/+/state", port=public_port) as reader:
            payloads = {(await reader.next()).payload for _ in range(2)}
    assert payloads == {b"kept", b"new"}


def test_the_configurations_differ_only_in_persistence() -> None:
    """A broker that is killed has recently saved its retained messages to a volume."""
    small, cluster = (
        [
            line
            for line in configuration(file).read_text().splitlines()
            if not line.startswith(("#", "persistence", "autosave"))
        ]
        for file in (SMALL, CLUSTER)
    )
    assert small == cluster
    settings = dict(
        line.split(maxsplit=1)
        for line in configuration(CLUSTER).read_text().splitlines()
        if line.startswith(("persistence", "autosave"))
    )
    assert settings["persistence"] == "true"
    assert 0 < int(settings["autosave_interval"]) <= 60
    content = yaml.safe_load((ROOT / CLUSTER).read_text())
    target = settings["persistence_location"].rstrip("/")
    (volume,) = (
        source
        for source, where, *_ in (
            mount.split(":") for mount in content["services"]["mosquitto"]["volumes"]
        )
        if where == target
    )
    assert volume in content["volumes"]
