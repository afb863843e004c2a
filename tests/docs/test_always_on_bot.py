"""The files on the page of always-on bots use existing options and variables."""

import importlib.resources
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
import yaml

from zeitnot_client.commands.bot import bot

PAGE = (Path(__file__).parents[2] / "docs/how-to/always-on-bot.md").read_text("utf-8")
BLOCKS = dict(re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
UNIT = dict(line.split("=", 1) for line in BLOCKS["ini"].splitlines() if "=" in line)
PROGRAM = "/opt/bot/bin/zeitnot-bot"


def check(arguments: list[str]) -> None:
    """Fails unless these are options of `zeitnot-bot` and their values."""
    options = {flag: param for param in bot.params for flag in param.opts}
    for flag, value in zip(arguments[::2], arguments[1::2], strict=True):
        option = options[flag]
        assert isinstance(option, click.Option)
        option.type.convert(value, option, None)


def test_the_page_has_a_file_of_each_kind() -> None:
    assert set(BLOCKS) == {"ini", "dockerfile", "yaml"}


def test_the_units_options_and_variables_exist() -> None:
    program, *arguments = shlex.split(UNIT["ExecStart"])
    assert program == PROGRAM
    check(arguments)
    variables = {param.envvar for param in bot.params if isinstance(param, click.Option)}
    assert set(re.findall(r"ZEITNOT_\w+", PAGE)) <= variables


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    """/bin/true replaces the program, which is not installed here."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    unit = tmp_path / "othello-bot.service"
    unit.write_text(BLOCKS["ini"].replace(PROGRAM, "/bin/true"))
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(unit)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert (result.returncode, result.stderr) == (0, "")


def test_the_image_runs_the_command_with_existing_options() -> None:
    compose: dict[str, Any] = yaml.safe_load(BLOCKS["yaml"])
    schemas = importlib.resources.files("check_jsonschema") / "builtin_schemas/vendor"
    jsonschema.validate(compose, json.loads((schemas / "compose-spec.json").read_text()))
    (service,) = compose["services"].values()
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", BLOCKS["dockerfile"], re.MULTILINE)
    program, *arguments = json.loads(entry)
    assert program == "zeitnot-bot"
    check(arguments + service["command"])
