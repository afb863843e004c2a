"""The settings page and the example file list exactly the fields of `Config`."""

import re
import tomllib
from pathlib import Path

import click
import msgspec

import settings_page
from zeitnot_server.commands.serve import serve
from zeitnot_server.config import Config, read

from ..each import each

REFERENCE = Path(__file__).parents[2] / "docs/reference"
EXAMPLE = (REFERENCE / "zeitnot.toml").read_text("utf-8")
EXAMPLE_VALUES = tomllib.loads(re.sub(r"^#(?=\w)", "", EXAMPLE, flags=re.MULTILINE))


def test_the_example_file_changes_no_default() -> None:
    assert read({}, {}, REFERENCE / "zeitnot.toml") == Config()


def test_the_file_shows_every_setting_and_its_default() -> None:
    assert list(EXAMPLE_VALUES) == list(Config.__struct_fields__)
    defaults = msgspec.to_builtins(Config())
    for name, value in defaults.items():
        assert value is None or msgspec.json.encode(EXAMPLE_VALUES[name]) == msgspec.json.encode(
            value
        ), name


def test_the_shown_values_are_valid(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    text = EXAMPLE.replace("/var/lib/zeitnot/tables", str(tmp_path / "tables"))
    # The example has no valid token, because users might leave it unchanged.
    text = text.replace('"zn_…"', f'"zn_{40 * "x"}"')
    text = re.sub(r"^#node.*$", "", text, flags=re.MULTILINE)
    file = tmp_path / "zeitnot.toml"
    file.write_text(re.sub(r"^#(?=\w)", "", text, flags=re.MULTILINE))
    config = read({}, {}, file)
    assert config.bot_metrics_port == 9101


@each("name", Config.__struct_fields__)
def test_every_setting_is_explained(name: str) -> None:
    assert settings_page.texts()[name].endswith(".")


def test_every_option_of_serve_is_a_setting() -> None:
    """`--config` is the only exception."""
    names = {param.name for param in serve.params if isinstance(param, click.Option)}
    assert names - {"file"} <= set(Config.__struct_fields__)
