"""Dockerfile and compose file, read without a container engine: everything they name exists."""

import importlib
import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from zeitnot_engines.bots.memory import LEAST_MB, plan
from zeitnot_server.cli import COMMANDS
from zeitnot_server.config import Config, read

ROOT = Path(__file__).parents[1]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OWN_SERVICES = [name for name, service in SERVICES.items() if service["image"] == "zeitnot"]
INSTRUCTIONS = {
    *("FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK"),
    *("ENTRYPOINT", "CMD"),
}


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions in order: keyword and arguments."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in lines if line.strip()]


def last_stage() -> dict[str, str]:
    """The instructions of the last stage; the last instruction of each keyword counts."""
    steps = instructions()
    start = max(index for index, (word, _) in enumerate(steps) if word == "FROM")
    return dict(steps[start:])


def options(command: str) -> dict[str, click.Option]:
    """Every option of a `zeitnot` command, by flag."""
    module, _, name = COMMANDS[command].partition(":")
    result: click.Command = getattr(importlib.import_module(module), name)
    listed = [param for param in result.params if isinstance(param, click.Option)]
    return {flag: param for param in listed for flag in (*param.opts, *param.secondary_opts)}


def variables(command: str) -> set[str]:
    """The environment variables that a command reads."""
    if command == "serve":
        return {f"ZEITNOT_{name.upper()}" for name in Config.__struct_fields__}
    return {str(option.envvar) for option in options(command).values() if option.envvar}


# ── Dockerfile ───────────────────────────────────────────────────────────────────────────────────


def test_dockerfile_has_only_known_instructions() -> None:
    assert {word for word, _ in instructions()} <= INSTRUCTIONS


def test_copied_files_exist() -> None:
    """Sources are in the tree or in an earlier stage, and .dockerignore does not exclude them."""
    ignored = set((ROOT / ".dockerignore").read_text().split())
    stages: list[str] = []
    for word, arguments in instructions():
        if word == "FROM":
            stages.append(arguments.partition(" AS ")[2])
        if word != "COPY":
            continue
        *sources, _ = shlex.split(arguments)
        if sources[0].startswith("--from="):
            assert sources[0].removeprefix("--from=") in stages[:-1]
            continue
        for source in sources:
            assert (ROOT / source).exists(), source
            assert source not in ignored


def test_the_image_has_every_package_of_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packages = project["tool"]["scikit-build"]["wheel"]["packages"].values()
    copied = [Path(shlex.split(text)[0]) for word, text in instructions() if word == "COPY"]
    missing = [p for p in packages if not {Path(p), *Path(p).parents} & set(copied)]
    assert missing == []


def test_the_image_runs_unprivileged_with_a_health_check() -> None:
    stage = last_stage()
    assert stage["USER"] not in ("root", "0")
    assert stage["VOLUME"] == "/data"
    command = json.loads(stage["HEALTHCHECK"].partition(" CMD ")[2])
    assert command[:2] == ["python", "-c"]
    compile(command[2], "HEALTHCHECK", "exec")


def test_image_starts_the_server() -> None:
    stage = last_stage()
    assert json.loads(stage["ENTRYPOINT"]) == ["zeitnot"]
    assert json.loads(stage["CMD"]) == ["serve"]


def test_image_sets_variables_that_the_server_reads() -> None:
    names = {pair.partition("=")[0] for pair in shlex.split(last_stage()["ENV"])}
    own_names = {name for name in names if name.startswith("ZEITNOT_")}
    assert own_names
    assert own_names <= variables("serve")


# ── docker-compose.yml ───────────────────────────────────────────────────────────────────────────


def test_compose_has_a_server_bots_and_a_broker() -> None:
    assert set(SERVICES) == {"server", "bots", "mosquitto"}
    assert OWN_SERVICES == ["server", "bots"]


@pytest.mark.parametrize("name", SERVICES)
def test_services_are_confined(name: str) -> None:
    service = SERVICES[name]
    assert int(str(service["user"]).partition(":")[0]) > 0
    assert service["cap_drop"] == ["ALL"]
    assert service["read_only"] is True
    assert service["restart"] == "unless-stopped"


def megabytes(text: str) -> int:
    """A size in the notation of compose files, in megabytes."""
    number, unit = re.fullmatch(r"(\d+)([mg])", text).groups()  # type: ignore[union-attr]
    return int(number) * (1024 if unit == "g" else 1)


@pytest.mark.parametrize("name", SERVICES)
def test_services_have_memory_limits(name: str) -> None:
    """No service may swap: a search on swapped memory would be very slow instead of failing."""
    service = SERVICES[name]
    assert megabytes(service["mem_limit"]) >= 64
    assert service["memswap_limit"] == service["mem_limit"]


def test_the_bots_budget_is_well_below_their_limit() -> None:
    command = SERVICES["bots"]["command"]
    budget = int(command[command.index("--memory") + 1])
    assert LEAST_MB <= budget <= 0.75 * megabytes(SERVICES["bots"]["mem_limit"])
    assert plan(budget, cores=2, hash_mb=16).hash_mb == 16


def test_the_server_has_more_processor_shares_than_the_bots() -> None:
    assert SERVICES["server"]["cpu_shares"] > SERVICES["bots"]["cpu_shares"]


@pytest.mark.parametrize("name", SERVICES)
def test_services_have_health_checks(name: str) -> None:
    """Each service has a health check of its own, or the image's."""
    check = SERVICES[name].get("healthcheck")
    assert check is not None or SERVICES[name].get("build") == "."
    if check and check["test"][1] == "python":
        assert check["test"][:3] == ["CMD", "python", "-c"]
        compile(check["test"][3], name, "exec")


@pytest.mark.parametrize("name", OWN_SERVICES)
def test_commands_and_their_options_exist(name: str) -> None:
    command, *arguments = SERVICES[name]["command"]
    flags = [argument for argument in arguments if argument.startswith("--")]
    assert flags
    assert set(flags) <= set(options(command))


@pytest.mark.parametrize("name", OWN_SERVICES)
def test_variables_are_read_by_the_command(name: str) -> None:
    assert set(SERVICES[name]["environment"]) <= variables(SERVICES[name]["command"][0])


def test_server_and_bots_share_one_required_token() -> None:
    server = SERVICES["server"]["environment"]["ZEITNOT_BOT_TOKEN"]
    bots = SERVICES["bots"]["environment"]["ZEITNOT_TOKEN"]
    assert server == bots
    assert re.fullmatch(r"\$\{ZEITNOT_BOT_TOKEN:\?.+\}", server)
    assert "--no-bots" in SERVICES["server"]["command"]


def test_volumes_exist() -> None:
    for service in SERVICES.values():
        for mount in service.get("volumes", []):
            source = mount.partition(":")[0]
            assert (ROOT / source).exists() if "/" in source else source in COMPOSE["volumes"]


def test_dependencies_exist() -> None:
    for service in SERVICES.values():
        assert set(service.get("depends_on", {})) <= set(SERVICES)
        for argument in service["command"] if service["image"] == "zeitnot" else []:
            if host := re.match(r"\w+://(\w+):", argument):
                assert host[1] in SERVICES


# ── published, and behind a proxy on the host ────────────────────────────────────────────────────


@pytest.mark.parametrize("name", [name for name in SERVICES if "ports" in SERVICES[name]])
def test_ports_are_local_by_default(name: str) -> None:
    for port in SERVICES[name]["ports"]:
        assert re.fullmatch(r"\$\{PUBLISH_\w+:-127\.0\.0\.1:\d+\}:\d+", port)


def test_the_proxy_example_trusts_only_the_gateway() -> None:
    page = (ROOT / "docs/how-to/containers.md").read_text()
    blocks = dict(re.findall(r"^```(yaml|sh)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    (network,) = yaml.safe_load(blocks["yaml"])["networks"]["default"]["ipam"]["config"]
    environment = dict(line.split("=", 1) for line in blocks["sh"].splitlines())
    assert set(environment) <= set(SERVICES["server"]["environment"])
    config = read({}, environ=environment)
    assert config.trusted_proxies == (network["gateway"],)
    assert "server" in config.hosts


def test_optional_variables_may_be_missing() -> None:
    """An empty variable counts as unset."""
    environment = SERVICES["server"]["environment"]
    empty = {name: "" for name, value in environment.items() if value.endswith(":-}")}
    assert empty
    assert read({}, environ=empty) == Config()
