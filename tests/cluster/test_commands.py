"""`make cluster` runs the same commands as docker-compose.cluster.yml, except for addresses and
folders."""

import json
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from cluster import programs
from cluster.compose import CHECKED_BY, SET_BY, MissingVariable, Service, read
from cluster.places import Places

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docker-compose.cluster.yml"
DOCKERFILE = (ROOT / "Dockerfile").read_text()
SECRETS = {
    name: f"{name}-x" for name in ("ZEITNOT_BOT_TOKEN", "DB_PASSWORD", "REPLICATION_PASSWORD")
}
CONTENT: dict[str, Any] = yaml.safe_load(FILE.read_text())["services"]
COMPOSE = read(FILE, SECRETS)
SERVICES = {service.name: service for service in COMPOSE.services}
every_service = pytest.mark.parametrize("service", COMPOSE.services, ids=lambda s: s.name)


@pytest.fixture
def places(tmp_path: Path) -> Iterator[Places]:
    instance = Places(COMPOSE, ROOT, tmp_path, {})
    yield instance
    instance.close()


def address_of(places: Places, name: str, port: int) -> str:
    return f"127.0.0.1:{places.port(name, port)}"


@every_service
def test_a_command_differs_only_in_addresses_and_folders(service: Service, places: Places) -> None:
    """With addresses and folders replaced, each argument is the same as in the file."""
    arguments = [places.text(service, argument) for argument in service.command]
    for target in service.mounts:
        folder = str(places.folder_of(service, target))
        arguments = [argument.replace(folder, target) for argument in arguments]
    for name in SERVICES:
        for port in (1883, 8080, 5432):
            arguments = [
                argument.replace(address_of(places, name, port), f"{name}:{port}")
                for argument in arguments
            ]
    any_address = re.compile(r"127\.0\.0\.1:\d+$")
    in_file = [*service.command]
    assert [any_address.sub("0.0.0.0:9090", argument) for argument in arguments] == in_file
    assert in_file[-len(CONTENT[service.name]["command"]) :] == CONTENT[service.name]["command"]


def test_a_nodes_command_and_environment_have_real_addresses(places: Places) -> None:
    node = SERVICES["node-a"]
    broker = f"mqtt://{address_of(places, 'mosquitto', 1883)}"
    arguments = [places.text(node, argument) for argument in node.command]
    assert arguments == ["zeitnot", "serve", "--no-bots", "--node", "a", "--mqtt", broker]
    variables = places.environment(node)
    assert variables["ZEITNOT_HOST"] == "127.0.0.1"
    assert variables["ZEITNOT_PORT"] == str(places.port("node-a", 8080))
    both = f"{address_of(places, 'postgres', 5432)},{address_of(places, 'standby', 5432)}"
    url = f"postgresql://zeitnot:DB_PASSWORD-x@/zeitnot?host={both}"
    assert variables["ZEITNOT_DB"] == f"{url}&target_session_attrs=primary"
    assert variables["ZEITNOT_TRUSTED_PROXIES"] == variables["ZEITNOT_METRICS_FROM"] == "127.0.0.1"


def test_every_service_finds_the_others(places: Places) -> None:
    balancer = places.environment(SERVICES["haproxy"])
    assert balancer["ADDRESS_1"] == address_of(places, "node-a", 8080)
    assert balancer["ADDRESS_2"] == address_of(places, "node-b", 8080)
    assert balancer["LISTEN"] == address_of(places, "haproxy", 8080)
    assert balancer["UNLIMITED"] == "127.0.0.0/8"
    primary, standby = (places.environment(SERVICES[n]) for n in ("postgres", "standby"))
    assert standby["PRIMARY"] == f"127.0.0.1:{primary['PGPORT']}"
    assert primary["PGPORT"] != standby["PGPORT"]
    assert primary["PGDATA"] != standby["PGDATA"]
    bots = SERVICES["bots"]
    assert f"http://{address_of(places, 'haproxy', 8080)}" in [
        places.text(bots, w) for w in bots.command
    ]
    assert places.environment(bots)["ZEITNOT_TOKEN"] == SECRETS["ZEITNOT_BOT_TOKEN"]


def test_the_balancer_uses_the_same_configuration_file(places: Places) -> None:
    (folder,) = places.prepare(SERVICES["haproxy"])
    copy, file = folder / "haproxy.cfg", ROOT / "docker/haproxy/haproxy.cfg"
    assert copy.read_text() == file.read_text()
    command = [
        places.text(SERVICES["haproxy"], argument) for argument in SERVICES["haproxy"].command
    ]
    assert command[-1] == str(copy)


def test_other_configurations_differ_only_in_addresses_and_folders(places: Places) -> None:
    data, folder = places.prepare(SERVICES["mosquitto"])
    lines = (folder / "cluster.conf").read_text().splitlines()
    ports = {port: places.port("mosquitto", port) for port in (1883, 1884)}
    assert {f"listener {port} 127.0.0.1" for port in ports.values()} <= set(lines)
    assert f"acl_file {folder}/readers.acl" in lines
    assert f"persistence_location {data}/" in lines
    _, folder = places.prepare(SERVICES["prometheus"])
    targets = (folder / "prometheus.yml").read_text()
    assert address_of(places, "node-b", 8080) in targets
    assert "node-b:" not in targets


def test_services_start_after_their_dependencies() -> None:
    order = list(SERVICES)
    for name, service in SERVICES.items():
        assert all(order.index(needed) < order.index(name) for needed in service.needs)
    assert set(SERVICES["node-b"].needs) == {"postgres", "standby", "mosquitto"}


def test_services_are_stopped_like_the_containers() -> None:
    assert SERVICES["postgres"].stop_signal is signal.SIGINT
    assert SERVICES["postgres"].stop_seconds == 60
    assert SERVICES["node-a"].stop_signal is signal.SIGTERM
    assert SERVICES["node-a"].stop_seconds == 20


def test_environment_and_health_check_of_the_image_are_those_of_the_dockerfile() -> None:
    for name, value in SET_BY["zeitnot"].items():
        assert re.search(rf"\b{name}={re.escape(value)}( |$)", DOCKERFILE, re.MULTILINE)
    assert CHECKED_BY["zeitnot"][-1] in DOCKERFILE
    assert json.dumps(["zeitnot"]) in DOCKERFILE


def test_a_missing_secret_is_reported() -> None:
    for name in SECRETS:
        with pytest.raises(MissingVariable, match=f"{name}: see the first lines"):
            read(FILE, {key: value for key, value in SECRETS.items() if key != name})


def test_the_preferred_port_is_used_if_it_is_free(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        preferred = {("haproxy", 8080): server.getsockname()[1]}
        places = Places(COMPOSE, ROOT, tmp_path, preferred)
        assert places.port("haproxy", 8080) not in preferred.values()
        places.close()
    places = Places(COMPOSE, ROOT, tmp_path, preferred)
    assert places.port("haproxy", 8080) in preferred.values()
    places.close()


def test_other_users_must_be_able_to_enter_the_folder(tmp_path: Path) -> None:
    inner = tmp_path / "open"
    inner.mkdir()
    tmp_path.chmod(0o700)
    inner.chmod(0o755)
    assert programs.inaccessible_parent(inner) == tmp_path
    assert programs.inaccessible_parent(Path("/usr/lib")) is None


def test_a_missing_program_is_reported(tmp_path: Path) -> None:
    assert programs.missing(SERVICES["haproxy"], str(tmp_path)) == "haproxy"
    (tmp_path / "sh").touch(0o755)
    assert programs.missing(SERVICES["standby"], str(tmp_path)) == "initdb"
