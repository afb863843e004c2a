"""Everything that the Dockerfile and the compose files name exists; no container engine needed."""

import importlib
import importlib.resources
import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
import yaml

from zeitnot_engines.bots.memory import MIN_MB, plan
from zeitnot_server.cli import COMMANDS
from zeitnot_server.config import Config, read

ROOT = Path(__file__).parents[1]
SMALL, CLUSTER = "docker-compose.yml", "docker-compose.cluster.yml"
COMPOSE: dict[str, dict[str, Any]] = {
    name: yaml.safe_load((ROOT / name).read_text()) for name in (SMALL, CLUSTER)
}
SERVICES: dict[str, dict[str, Any]] = COMPOSE[SMALL]["services"]
CLUSTER_SERVICES: dict[str, dict[str, Any]] = COMPOSE[CLUSTER]["services"]
ALL_SERVICES = [(file, name) for file, compose in COMPOSE.items() for name in compose["services"]]
ZEITNOT_SERVICES = [
    (file, name)
    for file, name in ALL_SERVICES
    if COMPOSE[file]["services"][name]["image"] == "zeitnot"
]
every_service = pytest.mark.parametrize(("file", "name"), ALL_SERVICES)
every_zeitnot_service = pytest.mark.parametrize(("file", "name"), ZEITNOT_SERVICES)
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
    zeitnot_names = {name for name in names if name.startswith("ZEITNOT_")}
    assert zeitnot_names
    assert zeitnot_names <= variables("serve")


# ── compose files ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("file", COMPOSE)
def test_compose_files_are_valid(file: str) -> None:
    """They match the schema of the Compose Specification."""
    schemas = importlib.resources.files("check_jsonschema") / "builtin_schemas/vendor"
    schema = json.loads((schemas / "compose-spec.json").read_text())
    jsonschema.validate(COMPOSE[file], schema)
    broken = {**COMPOSE[file], "services": {"server": {"image": "zeitnot", "memory_limit": "1g"}}}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, schema)


def test_compose_has_a_server_bots_and_a_broker() -> None:
    assert set(SERVICES) == {"server", "bots", "mosquitto"}


def test_the_cluster_has_two_nodes_and_their_services() -> None:
    nodes = {"node-a", "node-b"}
    others = {"postgres", "standby", "mosquitto", "haproxy", "bots", "prometheus"}
    assert set(CLUSTER_SERVICES) == nodes | others


@every_service
def test_services_are_confined(file: str, name: str) -> None:
    service = COMPOSE[file]["services"][name]
    assert int(str(service["user"]).partition(":")[0]) > 0
    assert service["cap_drop"] == ["ALL"]
    assert service["read_only"] is True
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == "unless-stopped"


def megabytes(text: str) -> int:
    """A size in the notation of compose files, in megabytes."""
    number, unit = re.fullmatch(r"(\d+)([mg])", text).groups()  # type: ignore[union-attr]
    return int(number) * (1024 if unit == "g" else 1)


@every_service
def test_services_have_memory_limits(file: str, name: str) -> None:
    """No service may swap: a search on swapped memory would be very slow instead of failing."""
    service = COMPOSE[file]["services"][name]
    assert megabytes(service["mem_limit"]) >= 64
    assert service["memswap_limit"] == service["mem_limit"]


@pytest.mark.parametrize("file", COMPOSE)
def test_the_bots_budget_is_well_below_their_limit(file: str) -> None:
    bots = COMPOSE[file]["services"]["bots"]
    budget = int(bots["command"][bots["command"].index("--memory") + 1])
    assert MIN_MB <= budget <= 0.75 * megabytes(bots["mem_limit"])
    assert plan(budget, cores=2, hash_mb=16).hash_mb == 16


@pytest.mark.parametrize("file", COMPOSE)
def test_servers_have_more_processor_shares_than_bots(file: str) -> None:
    services = COMPOSE[file]["services"]
    servers = [service for service in services.values() if "serve" in service.get("command", ())]
    assert servers
    assert all(server["cpu_shares"] > services["bots"]["cpu_shares"] for server in servers)


@every_service
def test_services_have_health_checks(file: str, name: str) -> None:
    """Each service defines a health check or uses that of the image."""
    service = COMPOSE[file]["services"][name]
    check = service.get("healthcheck")
    assert check is not None or (service["image"] == "zeitnot" and name != "bots")
    if check and check["test"][1] == "python":
        assert check["test"][:3] == ["CMD", "python", "-c"]
        compile(check["test"][3], name, "exec")


@every_service
def test_third_party_images_are_pinned(file: str, name: str) -> None:
    """A tag names at least the minor version, so that two machines do not run different ones."""
    service = COMPOSE[file]["services"][name]
    if service["image"] != "zeitnot":
        assert re.fullmatch(r"[a-z/-]+:v?\d+\.\d+[\d.]*(-[a-z]+)?", service["image"])


@every_zeitnot_service
def test_commands_and_their_options_exist(file: str, name: str) -> None:
    command, *arguments = COMPOSE[file]["services"][name]["command"]
    flags = [argument for argument in arguments if argument.startswith("--")]
    assert flags
    assert set(flags) <= set(options(command))


@every_zeitnot_service
def test_variables_are_read_by_the_command(file: str, name: str) -> None:
    service = COMPOSE[file]["services"][name]
    assert set(service["environment"]) <= variables(service["command"][0])


@pytest.mark.parametrize("file", COMPOSE)
def test_servers_and_bots_share_one_required_token(file: str) -> None:
    services = COMPOSE[file]["services"]
    bots = services["bots"]["environment"]["ZEITNOT_TOKEN"]
    assert re.fullmatch(r"\$\{ZEITNOT_BOT_TOKEN:\?.+\}", bots)
    for service in services.values():
        if "serve" in service.get("command", ()):
            assert service["environment"]["ZEITNOT_BOT_TOKEN"] == bots
            assert "--no-bots" in service["command"]


@pytest.mark.parametrize("file", COMPOSE)
def test_secrets_come_from_variables_and_not_from_commands(file: str) -> None:
    """Compose reads each from .env, and refuses to start without it."""
    for service in COMPOSE[file]["services"].values():
        for variable, value in service.get("environment", {}).items():
            if re.search("PASSWORD|TOKEN|_DB$", variable):
                assert re.search(r"\$\{\w+:\?.+\}", value), variable
        assert not re.search("PASSWORD|TOKEN", str(service.get("command")))


@pytest.mark.parametrize("file", COMPOSE)
def test_volumes_exist(file: str) -> None:
    for service in COMPOSE[file]["services"].values():
        for mount in service.get("volumes", []):
            source = mount.partition(":")[0]
            exists = (
                (ROOT / source).exists() if "/" in source else source in COMPOSE[file]["volumes"]
            )
            assert exists, mount
            assert "/" not in source or mount.endswith(":ro")


@pytest.mark.parametrize("file", COMPOSE)
def test_services_refer_only_to_existing_names(file: str) -> None:
    """Checks dependencies, networks and the hosts of all addresses."""
    services = COMPOSE[file]["services"]
    for service in services.values():
        assert set(service.get("depends_on", {})) <= set(services)
        assert set(service.get("networks", ())) <= set(COMPOSE[file].get("networks", ()))
        texts = [*service.get("command", ()), *map(str, service.get("environment", {}).values())]
        for text in texts:
            for host in re.findall(r"(?:^|://|[@,])([a-z][\w-]*):\d+", text):
                assert host in services, text


# ── published ports, and a proxy on the host ─────────────────────────────────────────────────────


@every_service
def test_ports_are_local_by_default(file: str, name: str) -> None:
    for port in COMPOSE[file]["services"][name].get("ports", ()):
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
