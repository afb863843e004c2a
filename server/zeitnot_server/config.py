"""Settings of `zeitnot serve`: command line, then ZEITNOT_* variables, then a TOML file.

One name everywhere: the option --db, the variable ZEITNOT_DB, the key `db`.

A list is written with commas between its parts, or as a list in TOML; `none` is an empty one.
What cannot be used is refused under the name by which it was given.
"""

import os
import tomllib
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

LEAST_MB = 96  # of `zeitnot bot --memory`
Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
Bound = Annotated[int, msgspec.Meta(ge=1)]
Networks = tuple[str, ...]
"""Addresses and networks, IPv4 or IPv6: 192.0.2.7, 10.0.0.0/8, fd00::/8."""
HostName = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$")]
HostNames = tuple[HostName, ...]
ProxyHeader = Literal["x-forwarded", "forwarded", "none"]

LOOPBACK: Networks = ("127.0.0.0/8", "::1")
NONE = "none"
Reserve = Annotated[int, msgspec.Meta(ge=0, le=2**40)]
Days = Annotated[int, msgspec.Meta(ge=0, le=36_500)]
BotGames = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
BotMemory = Annotated[int, msgspec.Meta(ge=LEAST_MB, le=1 << 20)]


class BadConfig(ValueError):
    """A setting that cannot be used; the message names it and says why."""


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a server needs to know.

    `db` is a path or sqlite:/// URL; `mqtt` a broker's URL (mqtt://host:1883) or null.
    `tables` is the folder of tables of endings that the house bots look up, or null.
    `connections` bounds all of them together; the bounds by address and by account do not count
    what comes from this machine. `disk_reserve_mb`: with less than so many MiB free on the
    database's disk, only the games that are on are stored; 0: never. `audit_days`: how long rows of
    the audit log are kept; 0: for good. `trusted_proxies` may say for
    whom they ask, in `proxy_header` (docs/how-to/behind-a-proxy.md); `metrics_from` may read
    /metrics; `access_log` writes a line a request; `bot_metrics_port`: where the house bots serve
    their own metrics, or null. `bot_games` and `bot_memory` (MB) bound what the house bots take;
    null: by the machine's cores and memory. `hosts`: the names under which the server answers,
    beside addresses and localhost (docs/why/security.md); none: this machine's own if it listens
    there alone, else all. The bounds on games with bots are of one account, and of one address that
    is not this machine's.
    """

    host: str = "127.0.0.1"
    port: Port = 8080
    db: str = "data/zeitnot.db"
    mqtt: str | None = None
    bots: bool = True
    bot_token: str | None = None
    tables: str | None = None
    connections: Bound = 20_000
    sockets_per_address: Bound = 1_000
    anonymous_sockets_per_address: Bound = 50
    sockets_per_account: Bound = 500
    trusted_proxies: Networks = LOOPBACK
    proxy_header: ProxyHeader = "x-forwarded"
    metrics_from: Networks = LOOPBACK
    hosts: HostNames = ()
    access_log: bool = False
    bot_metrics_port: Port | None = None
    disk_reserve_mb: Reserve = 256
    audit_days: Days = 365
    bot_games: BotGames | None = None
    bot_memory: BotMemory | None = None
    games_per_account_with_bots: Bound = 8
    games_per_address_with_bots: Bound = 32

    def is_local(self) -> bool:
        """Whether it listens on this machine's own address alone."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    def database(self) -> Path:
        """The database's file. Raises BadConfig for anything but SQLite."""
        path = self.db.removeprefix("sqlite:///")
        if "://" in path or not path:
            raise BadConfig(f"db: {self.db!r} is neither a path nor a sqlite:/// URL")
        return Path(path).expanduser().resolve()


def read(
    given: Mapping[str, Any], environ: Mapping[str, str] = os.environ, file: Path | None = None
) -> Config:
    """The settings from all three places; None in `given` means not given. Raises BadConfig."""
    merged = {**_from_file(file), **_from_environ(environ), **_from_options(given)}
    config = Config(**{name: _checked(name, told) for name, told in merged.items()})
    if config.tables is not None and not Path(config.tables).expanduser().is_dir():
        raise BadConfig(f"{merged['tables'].called}: {config.tables!r} is no folder")
    config.database()
    return config


class _Told(NamedTuple):
    """A value, and the name under which the user knows it."""

    value: Any
    called: str


def _from_file(file: Path | None) -> dict[str, _Told]:
    if file is None:
        return {}
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as bad:
        raise BadConfig(f"{file}: {bad.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as bad:
        raise BadConfig(f"{file}: no TOML: {bad}") from None
    return {name: _Told(value, f"{file}: {name}") for name, value in settings.items()}


def _from_environ(environ: Mapping[str, str]) -> dict[str, _Told]:
    names = {f"ZEITNOT_{name.upper()}": name for name in Config.__struct_fields__}
    return {names[key]: _Told(environ[key], key) for key in names if environ.get(key)}


def _from_options(given: Mapping[str, Any]) -> dict[str, _Told]:
    told = {name: v for name, v in given.items() if v is not None}
    return {name: _Told(v, f"--{name.replace('_', '-')}") for name, v in told.items()}


_KINDS: dict[Any, str] = {
    Port: "a whole number from 0 to 65535",
    Port | None: "a whole number from 0 to 65535",
    Bound: "a whole number from 1",
    Days: "a whole number of days from 0",
    Reserve: "a whole number of MiB from 0",
    BotGames | None: "a whole number from 1 to 10000",
    BotMemory | None: f"a whole number from {LEAST_MB} to {1 << 20}",
    bool: "true or false",
    Networks: "a list of addresses and networks",
    HostNames: "a list of names, without ports",
    ProxyHeader: "x-forwarded, forwarded or none",
}


def _checked(name: str, told: _Told) -> Any:
    """The value as its setting has it. Raises BadConfig."""
    types = {field.name: field.type for field in msgspec.structs.fields(Config)}
    if name not in types:
        raise BadConfig(f"{told.called}: there is no such setting")
    is_list = types[name] in (Networks, HostNames)
    value = _parts(told.value) if is_list and isinstance(told.value, str) else told.value
    try:
        checked = msgspec.convert(value, types[name], strict=False)
    except msgspec.ValidationError:
        kind = _KINDS.get(types[name], "text in quotes")
        raise BadConfig(f"{told.called}: {told.value!r} is not {kind}") from None
    for network in checked if types[name] == Networks else ():
        _check_network(network, told.called)
    return checked


def _parts(text: str) -> list[str]:
    return [] if text.strip() == NONE else [part.strip() for part in text.split(",")]


def _check_network(text: str, called: str) -> None:
    """Raises BadConfig."""
    try:
        ip_network(text)
    except ValueError as bad:
        raise BadConfig(f"{called}: {bad}") from None


def environ(config: Config) -> dict[str, str]:
    """The settings as variables that `read` takes; what is null is left out."""
    values = {name: getattr(config, name) for name in config.__struct_fields__}
    return {f"ZEITNOT_{k.upper()}": _written(v) for k, v in values.items() if v is not None}


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(value) or NONE
    return str(value).lower() if isinstance(value, bool) else str(value)


def toml(config: Config) -> str:
    """The settings as a TOML file would have them; the token stays secret."""
    lines = []
    for name in Config.__struct_fields__:
        value = getattr(config, name)
        if value is None or name == "bot_token":
            continue
        lines.append(f"{name} = {msgspec.json.encode(value).decode()}")
    return "\n".join(lines)
