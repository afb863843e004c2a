"""Settings: three places, one order, one clear sentence for what cannot be."""

from pathlib import Path

import pytest

from zeitnot_server.config import BadConfig, read, toml


def test_defaults() -> None:
    config = read({}, environ={})
    assert (config.host, config.port, config.mqtt, config.bots) == ("127.0.0.1", 8080, None, True)


def test_the_command_line_beats_the_environment_beats_the_file(tmp_path: Path) -> None:
    file = tmp_path / "zeitnot.toml"
    file.write_text('port = 1\nhost = "a"\ndb = "x.db"\n')
    environ = {"ZEITNOT_PORT": "2", "ZEITNOT_HOST": "b", "ZEITNOT_BOTS": "false"}
    config = read({"port": 3, "host": None}, environ, file)
    assert (config.port, config.host, config.db, config.bots) == (3, "b", "x.db", False)


@pytest.mark.parametrize(
    ("given", "environ", "words"),
    [
        ({"port": 70000}, {}, "port"),
        ({}, {"ZEITNOT_PORT": "many"}, "port"),
        ({}, {"ZEITNOT_BOTS": "perhaps"}, "bots"),
        ({"db": "mysql://x/y"}, {}, "db"),
        ({"db": ""}, {}, "db"),
        ({}, {"ZEITNOT_TABLES": "nowhere/tables"}, "tables: 'nowhere/tables' is no folder"),
    ],
)
def test_bad_values_are_named(
    given: dict[str, object], environ: dict[str, str], words: str
) -> None:
    with pytest.raises(BadConfig, match=words):
        read(given, environ)


@pytest.mark.parametrize("text", ["port = ", "prot = 1\n", "port = [1]\n"])
def test_bad_files_are_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "zeitnot.toml"
    file.write_text(text)
    with pytest.raises(BadConfig):
        read({}, {}, file)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match=r"nowhere\.toml"):
        read({}, {}, tmp_path / "nowhere.toml")


def test_what_is_shown_can_be_read_again(tmp_path: Path) -> None:
    config = read({"port": 99, "mqtt": "mqtt://h", "bots": False, "bot_token": "secret"}, {})
    file = tmp_path / "zeitnot.toml"
    file.write_text(toml(config))
    assert "secret" not in file.read_text()
    again = read({}, {}, file)
    assert (again.port, again.mqtt, again.bots) == (99, "mqtt://h", False)
