"""The broker configuration of docker-compose.yml, in a real broker."""

from pathlib import Path

from ..ports import port_of, reserved
from .conftest import Broker

FOLDER = Path(__file__).parents[2] / "docker/mosquitto"


async def test_readers_may_only_read(stopped_broker: Broker, tmp_path: Path) -> None:
    """The public listener accepts no messages; the server's own listener accepts all."""
    acl = tmp_path / "readers.acl"
    acl.write_text((FOLDER / "readers.acl").read_text())
    acl.chmod(0o600)
    port_socket = reserved()
    public_port = port_of(port_socket)
    config = (FOLDER / "mosquitto.conf").read_text()
    for old, new in (
        ("listener 1883", "listener PORT 127.0.0.1"),
        ("listener 1884", f"listener {public_port} 127.0.0.1"),
        ("/mosquitto/config/readers.acl", str(acl)),
    ):
        assert config.count(old) == 1
        config = config.replace(old, new)
    broker = Broker(tmp_path, f"user root\n{config}")
    await broker.start()
    try:
        async with broker.listener("zeitnot/v1/#", port=public_port) as reader:
            async with broker.client(public_port) as stranger:
                await stranger.publish("zeitnot/v1/lobby", b"forged", qos=1)
            async with broker.client() as server:
                await server.publish("zeitnot/v1/lobby", b"true", qos=1)
            assert (await reader.next()).payload == b"true"
    finally:
        await broker.close()
        port_socket.close()
