"""Settings have three sources with an order of precedence; an invalid one gives a clear error."""

import json
from pathlib import Path

import pytest

from zeitnot_server.config import BadConfig, Config, environ, read, toml

from ..each import each

TOKEN = "zn_" + "5ecre7" * 6


def test_settings_have_defaults() -> None:
    config = read({}, environ={})
    assert (config.host, config.port, config.mqtt, config.bots) == ("127.0.0.1", 8080, None, True)


def test_only_a_postgresql_database_is_shared() -> None:
    assert Config(db="postgresql://zeitnot@db/zeitnot").is_shared()
    assert not Config(db="zeitnot.db").is_shared()


def test_the_command_line_beats_the_environment_beats_the_file(tmp_path: Path) -> None:
    file = tmp_path / "zeitnot.toml"
    file.write_text('port = 1\nhost = "a"\ndb = "x.db"\n')
    environ = {"ZEITNOT_PORT": "2", "ZEITNOT_HOST": "b", "ZEITNOT_BOTS": "false"}
    config = read({"port": 3, "host": None}, environ, file)
    assert (config.port, config.host, config.db, config.bots) == (3, "b", "x.db", False)


@each(
    ("options", "environ", "message"),
    [
        ({"port": 70000}, {}, "--port: 70000 is not a whole number from 0 to 65535"),
        ({}, {"ZEITNOT_PORT": "many"}, "ZEITNOT_PORT: 'many' is not a whole number from 0"),
        (
            {},
            {"ZEITNOT_CONNECTIONS": "0"},
            "ZEITNOT_CONNECTIONS: '0' is not a whole number of 1 or more",
        ),
        ({"bot_memory": 5}, {}, "--bot-memory: 5 is not a whole number of MB from 96 to 1048576"),
        (
            {},
            {"ZEITNOT_BOT_GAMES": "0"},
            "ZEITNOT_BOT_GAMES: '0' is not a whole number from 1 to 10000",
        ),
        ({}, {"ZEITNOT_BOTS": "perhaps"}, "ZEITNOT_BOTS: 'perhaps' is not true or false"),
        ({"db": "mysql://x/y"}, {}, "db"),
        ({"db": ""}, {}, "db"),
        (
            {},
            {"ZEITNOT_TABLES": "nowhere/tables"},
            "ZEITNOT_TABLES: 'nowhere/tables' is not a folder",
        ),
        ({"trusted_proxies": "10.0.0.1/8"}, {}, "--trusted-proxies: 10.0.0.1/8 has host bits set"),
        ({}, {"ZEITNOT_TRUSTED_PROXIES": "::1,"}, "ZEITNOT_TRUSTED_PROXIES: '' does not appear"),
        ({}, {"ZEITNOT_TRUSTED_PROXIES": "*"}, "ZEITNOT_TRUSTED_PROXIES: '\\*' does not appear"),
        ({}, {"ZEITNOT_METRICS_FROM": "::1,none"}, "ZEITNOT_METRICS_FROM: 'none' does not appear"),
        (
            {"proxy_header": "via"},
            {},
            "--proxy-header: 'via' is not x-forwarded, forwarded or none",
        ),
        ({"cors_origins": "*"}, {}, r"--cors-origins: '\*' is not a list of exact origins such as"),
        ({"hosts": "a.example:80"}, {}, "--hosts: 'a.example:80' is not a list of names, without"),
        ({}, {"ZEITNOT_HOSTS": "a, ,b"}, "ZEITNOT_HOSTS: 'a, ,b' is not a list of names"),
        (
            {},
            {"ZEITNOT_AUDIT_DAYS": "-1"},
            "ZEITNOT_AUDIT_DAYS: '-1' is not a whole number of days",
        ),
        ({}, {"ZEITNOT_ACCESS_LOG": "file"}, "ZEITNOT_ACCESS_LOG: 'file' is not true or false"),
        ({"node": "one"}, {}, "--node: several nodes need a postgresql:// database"),
        (
            {},
            {"ZEITNOT_NODE_URL": "http://one"},
            "ZEITNOT_NODE_URL: several nodes need a postgresql:// database",
        ),
        ({"node": "one/two"}, {}, "--node: 'one/two' is not up to 32 letters, digits, - and _"),
        ({"node_url": "one:80"}, {}, "--node-url: 'one:80' is not http://host or https://host"),
        ({"drain_seconds": 601}, {}, "--drain-seconds: 601 is not a whole number of seconds"),
        ({"bot_metrics_port": -1}, {}, "--bot-metrics-port: -1 is not a whole number from 0"),
    ],
)
def test_bad_values_are_named(
    options: dict[str, object], environ: dict[str, str], message: str
) -> None:
    with pytest.raises(BadConfig, match=message):
        read(options, environ)


@pytest.mark.parametrize("token", ["zn_x", "zn_" + 31 * "a", "a" * 40, "zn_" + "a b" * 20])
def test_a_guessable_token_is_refused_and_not_printed(token: str) -> None:
    with pytest.raises(BadConfig) as refused:
        read({}, {"ZEITNOT_BOT_TOKEN": token})
    message = "ZEITNOT_BOT_TOKEN: this is not zn_ followed by at least 32 characters without blanks"
    assert str(refused.value) == message
    assert read({}, {"ZEITNOT_BOT_TOKEN": TOKEN}).bot_token == TOKEN


def test_a_bad_value_is_ignored_if_overridden() -> None:
    assert read({"port": 3}, {"ZEITNOT_PORT": "many"}).port == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"port = ", "not valid TOML: Invalid value"),
        (b"a=" + 5000 * b"[", "nested too deeply"),
        (b"#" * ((1 << 20) + 1), "longer than 1 MiB"),
        (b"\xff", "not valid TOML: 'utf-8' codec can't decode byte 0xff"),
        (b"prot = 1\n", r"prot: no setting has this name; did you mean port\?$"),
        (b"zzz = 1\n", "zzz: no setting has this name$"),
        (b"port = [1]\n", r"port: \[1\] is not a whole number from 0"),
        (b"host = 1\n", "host: 1 is not text in quotes"),
        (b"trusted_proxies = 1\n", "trusted_proxies: 1 is not a list of addresses and networks"),
        (b'metrics_from = ["::1", 1]\n', r"metrics_from: \['::1', 1\] is not a list of addresses"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, text: bytes, message: str) -> None:
    file = tmp_path / "zeitnot.toml"
    file.write_bytes(text)
    with pytest.raises(BadConfig, match=rf"zeitnot\.toml: {message}"):
        read({}, {}, file)


@pytest.mark.parametrize("file", ["/dev/zero", "/"])
def test_only_regular_files_are_read(file: str) -> None:
    with pytest.raises(BadConfig, match=f"^{file}: not a regular file$"):
        read({}, {"ZEITNOT_CONFIG": file})


@pytest.mark.parametrize(
    ("text", "networks"),
    [
        ("none", ()),
        (" none ", ()),
        ("10.0.0.5", ("10.0.0.5",)),
        ("10.0.0.0/8, fd00::/8,::1", ("10.0.0.0/8", "fd00::/8", "::1")),
    ],
)
def test_lists_are_parsed_from_one_line(text: str, networks: tuple[str, ...]) -> None:
    config = read({"metrics_from": text}, {"ZEITNOT_TRUSTED_PROXIES": text})
    assert config.metrics_from == config.trusted_proxies == networks


def test_settings_survive_the_environment_of_a_child() -> None:
    config = read(
        {"trusted_proxies": "none", "metrics_from": "::1,10.0.0.0/8", "access_log": True}, {}
    )
    variables = environ(config)
    assert variables["ZEITNOT_TRUSTED_PROXIES"] == "none"
    assert "ZEITNOT_MQTT" not in variables
    assert read({}, variables) == config
    assert read({}, environ(read({}, {}))) == read({}, {})


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match=r"nowhere\.toml: No such file or directory$"):
        read({}, {}, tmp_path / "nowhere.toml")


def test_printed_settings_can_be_read_again(tmp_path: Path) -> None:
    config = read(
        {"port": 99, "mqtt": "mqtt://h", "bots": False, "bot_token": TOKEN},
        {"ZEITNOT_TRUSTED_PROXIES": "none", "ZEITNOT_METRICS_FROM": "::1,10.0.0.0/8"},
    )
    file = tmp_path / "zeitnot.toml"
    file.write_text(toml(config))
    assert TOKEN not in file.read_text()
    reread = read({}, {}, file)
    assert (reread.port, reread.mqtt, reread.bots) == (99, "mqtt://h", False)
    assert (reread.trusted_proxies, reread.metrics_from) == ((), ("::1", "10.0.0.0/8"))


def test_all_settings_are_printed_without_secrets() -> None:
    printed = toml(read({"mqtt": "mqtt://ann:s3cret@h:1883", "bot_token": TOKEN}, {}))
    assert 'mqtt = "mqtt://ann:***@h:1883" (the password is not shown)' in printed
    assert "s3cret" not in printed
    assert TOKEN not in printed
    assert "# bot_token is set, and not shown" in printed
    assert "# tables is not set" in printed
    assert all(f"{name} " in printed for name in Config.__struct_fields__)
    assert 'mqtt = "mqtt://h:1883"' in toml(read({"mqtt": "mqtt://h:1883"}, {})).splitlines()


def test_the_file_can_be_set_by_a_variable(tmp_path: Path) -> None:
    file = tmp_path / "zeitnot.toml"
    file.write_text("port = 99\n")
    assert read({}, {"ZEITNOT_CONFIG": str(file)}).port == 99
    with pytest.raises(BadConfig, match=r"nowhere\.toml: No such file"):
        read({}, {"ZEITNOT_CONFIG": str(tmp_path / "nowhere.toml")})


def test_a_symlink_loop_is_refused(tmp_path: Path) -> None:
    loop = tmp_path / "loop.db"
    loop.symlink_to(loop)
    with pytest.raises(BadConfig, match=r"loop\.db"):
        Config(db=str(loop)).database()


@each(
    "origin",
    [
        "https://bots.example/",
        "https://Bots.example",
        "https://bots.example:443",
        "http://bots.example:80",
        "https://bots.example:0",
        "https://bots.example:",
        "https://bots.example?x",
        "https://user@bots.example",
        "https://bücher.example",
        "wss://bots.example",
        "bots.example",
        "null",
        "",
        "https://bots.example\n",
    ],
)
def test_an_origin_must_be_written_as_browsers_do(tmp_path: Path, origin: str) -> None:
    file = tmp_path / "zeitnot.toml"
    file.write_text(f"cors_origins = [{json.dumps(origin)}]", encoding="utf-8")
    with pytest.raises(BadConfig, match=r"cors_origins: .* is not a list of exact origins"):
        read({}, {}, file)


def test_exact_origins_are_accepted() -> None:
    origins = ("https://bots.example", "http://localhost:5173", "https://bots.example:80")
    origins += ("http://[::1]:3000", "https://xn--bcher-kva.example", "http://192.0.2.7")
    config = read({"cors_origins": ", ".join(origins)}, {})
    assert config.cors_origins == origins
    assert read({}, environ(config)).cors_origins == origins
    assert read({}, {}).cors_origins == ()
