"""The configuration that docker-compose.yml gives to the broker, in a real one."""

from pathlib import Path

from ..ports import port_of, reserved
from .conftest import Broker

FOLDER = Path(__file__).parents[2] / "docker/mosquitto"


async def test_readers_may_only_read(silent_broker: Broker, tmp_path: Path) -> None:
    """The listener for everybody takes nothing in; the server's own takes all."""
    acl = tmp_path / "readers.acl"
    acl.write_text((FOLDER / "readers.acl").read_text())
    acl.chmod(0o600)
    holder = reserved()
    outside = port_of(holder)
    config = (FOLDER / "mosquitto.conf").read_text()
    for old, new in (
        ("listener 1883", "listener PORT 127.0.0.1"),
        ("listener 1884", f"listener {outside} 127.0.0.1"),
        ("/mosquitto/config/readers.acl", str(acl)),
    ):
        assert config.count(old) == 1
        config = config.replace(old, new)
    broker = Broker(tmp_path, f"user root\n{config}")
    await broker.start()
    try:
        async with broker.listener("zeitnot/v1/#", port=outside) as reader:
            async with broker.client(outside) as stranger:
                await stranger.publish("zeitnot/v1/lobby", b"forged", qos=1)
            async with broker.client() as server:
                await server.publish("zeitnot/v1/lobby", b"true", qos=1)
            assert (await reader.next()).payload == b"true"
    finally:
        await broker.end()
        holder.close()
