"""Reads the services of a compose file, with the fields that are needed to run them."""

import re
import signal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from ipaddress import IPv4Network, ip_network
from pathlib import Path
from typing import Any

import yaml

VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")
STARTED_BY: Mapping[str, Sequence[str]] = {
    "zeitnot": ("zeitnot",),
    "prom/prometheus": ("prometheus",),
}
"""The entry points of images, for services that do not set one."""
SET_BY = {"zeitnot": {"ZEITNOT_HOST": "0.0.0.0", "ZEITNOT_PORT": "8080"}}
"""The variables that images set."""
CHECKED_BY = {"zeitnot": ("CMD", "wget", "http://127.0.0.1:8080/readyz")}
"""The health checks of images."""


class MissingVariable(ValueError):
    """A variable that the file needs is not set; the message is from the file."""


@dataclass(frozen=True)
class Service:
    """A service. `check`: its health check. `mounts`: folders of the container, each with its
    source: a path of the project, a volume's name, or None for an empty folder."""

    name: str
    image: str
    command: Sequence[str]
    environment: Mapping[str, str]
    mounts: Mapping[str, str | None]
    needs: Sequence[str]
    check: Sequence[str]
    stop_signal: signal.Signals
    stop_seconds: float


@dataclass(frozen=True)
class Compose:
    """A compose file: its services, each after those that it needs, and the networks' addresses."""

    services: Sequence[Service]
    networks: Sequence[IPv4Network]


def read(file: Path, variables: Mapping[str, str]) -> Compose:
    """Reads a compose file. `variables`: those of .env. Raises MissingVariable."""
    content = _filled_in(yaml.safe_load(file.read_text()), variables)
    services = {name: _service(name, fields) for name, fields in content["services"].items()}
    order = TopologicalSorter({name: service.needs for name, service in services.items()})
    return Compose(
        [services[name] for name in order.static_order()],
        list(_subnets(content.get("networks", {}))),
    )


def _filled_in(value: Any, variables: Mapping[str, str]) -> Any:
    """The value with every `${NAME}`, `${NAME:-default}` and `${NAME:?message}` replaced."""
    match value:
        case str():
            return VARIABLE.sub(lambda m: _variable(m, variables), value)
        case dict():
            return {key: _filled_in(part, variables) for key, part in value.items()}
        case list():
            return [_filled_in(part, variables) for part in value]
    return value


def _variable(match: re.Match[str], variables: Mapping[str, str]) -> str:
    name, kind, rest = match.groups()
    value = variables.get(name, "")
    if not value and kind == "?":
        raise MissingVariable(f"{name}: {rest}")
    return value or (rest if kind == "-" else "")


def _service(name: str, fields: Mapping[str, Any]) -> Service:
    image, _, _ = str(fields["image"]).partition(":")
    start: Sequence[str] = fields.get("entrypoint") or STARTED_BY.get(image, ())
    check = fields["healthcheck"]["test"] if "healthcheck" in fields else CHECKED_BY[image]
    return Service(
        name=name,
        image=image,
        command=[*start, *fields["command"]],
        environment={**SET_BY.get(image, {}), **fields.get("environment", {})},
        mounts=dict(_mounts(fields)),
        needs=list(fields.get("depends_on", ())),
        check=check,
        stop_signal=signal.Signals[fields.get("stop_signal", "SIGTERM")],
        stop_seconds=float(str(fields.get("stop_grace_period", "10s")).removesuffix("s")),
    )


def _mounts(fields: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    for mount in fields.get("volumes", ()):
        source, target, *_ = mount.split(":")
        yield target, source
    for target in fields.get("tmpfs", ()):
        if target != "/tmp":
            yield target, None


def _subnets(networks: Mapping[str, Any]) -> Iterator[IPv4Network]:
    for network in networks.values():
        for config in (network or {}).get("ipam", {}).get("config", ()):
            subnet = ip_network(config["subnet"])
            assert isinstance(subnet, IPv4Network)
            yield subnet
