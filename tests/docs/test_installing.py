"""The files on the installation page use existing options, settings and exit statuses."""

import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from zeitnot_server.app import SPARE_FILES
from zeitnot_server.cli import COMMANDS
from zeitnot_server.commands.serve import serve
from zeitnot_server.config import Config, read
from zeitnot_server.exits import PERMANENT
from zeitnot_server.supervisor import STOP_SECONDS

PAGE = (Path(__file__).parents[2] / "docs/how-to/installing.md").read_text("utf-8")
FILE = r"^`/etc/[^`]*/([^`/]+)`(?:[^\n]|\n(?!\n))*:\n\n```\w+\n(.*?)^```$"
FILES = dict(re.findall(FILE, PAGE, re.MULTILINE | re.DOTALL))
PROGRAM = "/opt/zeitnot/bin/zeitnot"


def unit(name: str) -> dict[str, str]:
    """The assignments of a systemd unit; the last one of those that are repeated, like
    `Environment`."""
    lines = [line for line in FILES[name].splitlines() if "=" in line and line[0] != "#"]
    return {key: value for key, _, value in (line.partition("=") for line in lines)}


SERVICE, BACKUP = "zeitnot.service", "zeitnot-backup.service"


def test_every_file_is_tested() -> None:
    assert set(FILES) == {"zeitnot.toml", SERVICE, BACKUP, "zeitnot-backup.timer"}


def test_the_settings_are_valid(tmp_path: Path) -> None:
    file = tmp_path / "zeitnot.toml"
    file.write_text(FILES["zeitnot.toml"])
    config = read({}, {}, file)
    assert config.database().parent == Path(unit(SERVICE)["ReadWritePaths"])
    assert config.bot_memory is not None
    assert config.bot_memory + 1024 <= int(unit(SERVICE)["MemoryMax"].removesuffix("M"))
    assert set(tomllib.loads(FILES["zeitnot.toml"])) <= set(Config.__struct_fields__)


def test_commands_and_options_exist() -> None:
    program, command, *rest = shlex.split(unit(SERVICE)["ExecStart"])
    assert (program, command) == (PROGRAM, serve.name)
    flags = {flag for param in serve.params for flag in (*param.opts, *param.secondary_opts)}
    assert {word for word in rest if word.startswith("--")} <= flags
    assert set(re.findall(rf"{PROGRAM} (\w+)", PAGE)) <= set(COMMANDS)
    assert "/bin/zeitnot backup /var/backups/zeitnot/" in unit(BACKUP)["ExecStart"]


def test_variables_exist() -> None:
    known = {f"ZEITNOT_{name.upper()}" for name in Config.__struct_fields__}
    named = set(re.findall(r"ZEITNOT_\w+", PAGE))
    assert named - {"ZEITNOT_NAME", "ZEITNOT_CONFIG"} <= known


def test_systemd_restarts_exactly_the_statuses_that_need_it() -> None:
    service = unit(SERVICE)
    assert service["Restart"] == "on-failure"
    assert {int(code) for code in service["RestartPreventExitStatus"].split()} >= PERMANENT
    assert float(service["TimeoutStopSec"]) > STOP_SECONDS


def test_the_service_may_open_the_configured_number_of_files() -> None:
    assert int(unit(SERVICE)["LimitNOFILE"]) >= Config().connections + SPARE_FILES


def test_systemd_accepts_the_files(tmp_path: Path) -> None:
    """/bin/true replaces the program, which is not installed here."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    for name, text in FILES.items():
        if name != "zeitnot.toml":
            (tmp_path / name).write_text(text.replace(PROGRAM, "/bin/true"))
    units = [str(tmp_path / name) for name in FILES if name != "zeitnot.toml"]
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *units]
    result = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert (result.returncode, result.stderr) == (0, "")
