"""Settings of `zeitnot serve`: command line, then ZEITNOT_* variables, then a TOML file, which is
named by --config or ZEITNOT_CONFIG.

A setting has one name everywhere: the option --db, the variable ZEITNOT_DB, the key `db`.

A list is written with commas between its parts, or as a list in TOML; `none` is an empty one. An
error names the option, variable or key with the invalid value.
"""

import os
import stat
import tomllib
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

import zeitnot_protocol as p

from .store.address import Address, is_url, without_password
from .variables import CONFIG, suggest

MIN_MB = 96  # of `zeitnot bot --memory`
Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
PositiveInt = Annotated[int, msgspec.Meta(ge=1)]
Networks = tuple[str, ...]
"""Addresses and networks, IPv4 or IPv6: 192.0.2.7, 10.0.0.0/8, fd00::/8."""
HostName = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$")]
HostNames = tuple[HostName, ...]
_DEFAULT_PORTS = (("http", 80), ("https", 443))
_HOST = r"([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])"
_ORIGINS = (
    rf"{scheme}://{_HOST}(:(?!{port}$)[1-9][0-9]{{0,4}})?" for scheme, port in _DEFAULT_PORTS
)
Origin = Annotated[str, msgspec.Meta(pattern=rf"^({'|'.join(_ORIGINS)})$(?!\n)")]
"""As browsers write it (RFC 6454, section 6.2), because it is compared exactly."""
Origins = tuple[Origin, ...]
RatedGames = Literal["together", "apart", "off"]
ProxyHeader = Literal["x-forwarded", "forwarded", "none"]

LOOPBACK: Networks = ("127.0.0.0/8", "::1")
EMPTY_LIST = "none"
Reserve = Annotated[int, msgspec.Meta(ge=0, le=2**40)]
Days = Annotated[int, msgspec.Meta(ge=0, le=36_500)]
BotGames = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
BotMemory = Annotated[int, msgspec.Meta(ge=MIN_MB, le=1 << 20)]

NodeName = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")]
NodeUrl = Annotated[str, msgspec.Meta(pattern=r"^https?://[^/?#@\s]+$")]
DrainSeconds = Annotated[int, msgspec.Meta(ge=0, le=600)]

BotToken = Annotated[str, msgspec.Meta(pattern=r"^zn_[!-~]{32,}$")]
"""Anyone who knows it can act as a house bot, to which no limit applies."""
SECRET = frozenset({"bot_token"})
"""Settings that are never shown."""
MAX_FILE_BYTES = 1 << 20
"""A longer file cannot be a settings file, and is refused."""


class BadConfig(ValueError):
    """A setting is invalid; the message names it and says why."""


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings. The docstring of each is its text in docs/reference/settings.md; None is "not
    set" there."""

    host: str = "127.0.0.1"
    """The address to listen on; `0.0.0.0` or `::` means all addresses of this machine."""
    port: Port = 8080
    """The TCP port to listen on; 0: any free port, as for a test."""
    db: str = "data/zeitnot.db"
    """The database: a path, relative to the folder in which the command is started, or a
    `sqlite:///` URL; or a `postgresql://` URL ([more than one machine](../how-to/cluster.md)). A
    password in it is a secret: give it as a variable, or in PGPASSWORD or ~/.pgpass."""
    node: NodeName | None = None
    """The name of this server among several that share a PostgreSQL database
    ([nodes](../how-to/operating.md#one-of-several-nodes)). No two running nodes may have the same
    name."""
    node_url: NodeUrl | None = None
    """The URL at which clients reach this node directly, such as `https://two.play.example`. Other
    nodes send clients there for its rooms. Not set: clients go through the balancer, with the
    node's name."""
    drain_seconds: DrainSeconds = 0
    """How many seconds the server goes on after the signal to stop, while `/readyz` answers 404 so
    that a balancer sends it no new clients."""
    mqtt: str | None = None
    """The MQTT broker to which the [feed](feed.md) is published, such as `mqtt://host:1883`; not
    set: no feed."""
    bots: bool = True
    """Whether to start the house bots."""
    textbook_bots: bool = True
    """Whether the house bots include the textbook opponents, such as `minimax-2`."""
    bot_token: BotToken | None = None
    """The house bots' token, if they run apart from the server: `zn_` and a random text of at least
    32 characters; not set: a new one at each start. It is a secret: give it as a variable, or in a
    file that only the service may read."""
    tables: str | None = None
    """The folder with the tablebases of the house bots, and for the [pages of
    bots](../how-to/engines.md#a-bots-page); it must exist; not set: none."""
    connections: PositiveInt = 20_000
    """The number of open TCP connections in all; never more than the process's limit of open files,
    less 256."""
    sockets_per_address: PositiveInt = 1_000
    """The number of open WebSockets per address; connections from this machine are not counted."""
    anonymous_sockets_per_address: PositiveInt = 50
    """The number of open WebSockets per address that belong to no account; connections from this
    machine are not counted."""
    sockets_per_account: PositiveInt = 500
    """The number of open WebSockets per account; connections from this machine are not counted."""
    owner_bots_a_day: PositiveInt = 20
    """The number of bots that one account may register in a day, and one address from which nobody
    is signed in; registrations from this machine are not counted by address ([a class behind one
    address](../how-to/operating.md#a-class-behind-one-address))."""
    address_bots_a_day: PositiveInt = 100
    """The number of bots that may be registered from one address in a day; registrations from this
    machine are not counted."""
    trusted_proxies: Networks = LOOPBACK
    """Addresses and networks of the proxies that are trusted to name the client ([behind a
    proxy](../how-to/behind-a-proxy.md))."""
    proxy_header: ProxyHeader = "x-forwarded"
    """The headers in which proxies name the client: `x-forwarded` is `X-Forwarded-For`, `-Proto`
    and `-Host`; `forwarded` is RFC 7239."""
    metrics_from: Networks = LOOPBACK
    """Addresses and networks that may read [/metrics](metrics.md)."""
    hosts: HostNames = ()
    """The host names that the server accepts besides addresses and `localhost`
    ([why](../why/security.md#who-is-who)). With none it accepts every name, or, if it listens only
    on this machine's own address, no other."""
    cors_origins: Origins = ()
    """The origins of other sites' pages that may use the server as its own page does, with their
    visitors' cookies ([why](../why/security.md#pages-of-other-origins)), such as
    `https://bots.example`; with none, no other page may."""
    join: p.Join = "open"
    """Who may join: `open` means everybody, as a guest or by keeping a name; with `code`, guests
    need a code to keep a name (`zeitnot admin join-code`); with `closed` there are no guests, and
    admins and teachers make the accounts ([who may join](../how-to/people.md#who-may-join))."""
    access_log: bool = False
    """Whether to log every request, one per line."""
    bot_metrics_port: Port | None = None
    """The port on 127.0.0.1 where the house bots serve their own [metrics](metrics.md); not set:
    none."""
    disk_reserve_mb: Reserve = 256
    """With fewer MiB than this free on the database's disk, the server stores only games in
    progress ([a full disk](../how-to/operating.md#a-full-disk)); 0: no such limit."""
    audit_days: Days = 365
    """How many days the rows of the audit log are kept; 0: for ever."""
    bot_games: BotGames | None = None
    """How many games each house bot plays at a time, counted once per seat; not set: as many as
    cores and memory allow."""
    bot_memory: BotMemory | None = None
    """How many MB of memory the house bots may use; not set: half of a container's limit, or an
    eighth of the machine's memory."""
    games_per_account_with_bots: PositiveInt = 8
    """The number of games with bots that one account may play at a time."""
    games_per_address_with_bots: PositiveInt = 32
    """The number of games with bots that one address may play at a time; games made from this
    machine are not counted."""
    rated_games: RatedGames = "together"
    """Who can play [rated games](../why/ratings.md) with each other: `together`, people and bots;
    `apart`, people with people and bots with bots; `off`, there are none."""
    rate_one_address: bool = False
    """Whether rated games count whose players share a network address, as in a club behind one
    router; without it they change no ratings."""

    def is_local(self) -> bool:
        """Whether the server listens only on a loopback address."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    def is_shared(self) -> bool:
        """Whether several servers can share the database."""
        return is_url(self.db)

    def tables_folder(self) -> Path | None:
        """The folder of tablebases."""
        return None if self.tables is None else Path(self.tables).expanduser()

    def database(self) -> Path | Address:
        """The database's file, or its address. Raises BadConfig."""
        if is_url(self.db):
            try:
                return Address(self.db)
            except ValueError as bad:
                raise BadConfig(f"db: {bad}") from None
        path = self.db.removeprefix("sqlite:///")
        if "://" in path or not path:
            raise BadConfig(
                f"db: {without_password(self.db)!r} is neither a path"
                " nor a sqlite:/// or postgresql:// URL"
            )
        try:
            return Path(path).expanduser().resolve()
        except RuntimeError as loop:
            raise BadConfig(f"db: {self.db!r}: {loop}") from None


def read(
    options: Mapping[str, Any], environ: Mapping[str, str] = os.environ, file: Path | None = None
) -> Config:
    """The settings from all three places. `options`: of the command line, None for those not given;
    `file`: None for the one that ZEITNOT_CONFIG names, if any. Raises BadConfig."""
    if file is None and (named := environ.get(CONFIG)):
        file = Path(named)
    merged = {**_from_file(file), **_from_environ(environ), **_from_options(options)}
    config = Config(**{name: _convert(name, value) for name, value in merged.items()})
    if (tables := config.tables_folder()) is not None and not tables.is_dir():
        raise BadConfig(f"{merged['tables'].origin}: {config.tables!r} is not a folder")
    _check_nodes(config, merged)
    config.database()
    return config


class _NamedValue(NamedTuple):
    """A value, and where the user has set it: `--db`, `ZEITNOT_DB`, or file and key."""

    value: Any
    origin: str


def _check_nodes(config: Config, given: Mapping[str, _NamedValue]) -> None:
    """Raises BadConfig if this server is to be one of several on a database for one."""
    for name in ("node", "node_url"):
        if getattr(config, name) is not None and not config.is_shared():
            raise BadConfig(
                f"{given[name].origin}: several nodes need a postgresql:// database (db)"
            )
    if config.node is not None and config.bots and config.bot_token is None:
        raise BadConfig(
            "bots: nodes share the token of their bots: give every node the same "
            "bot_token, or --no-bots"
        )


def _from_file(file: Path | None) -> dict[str, _NamedValue]:
    if file is None:
        return {}
    content = _content(file)
    try:
        settings = tomllib.loads(content.decode())
    except ValueError as bad:  # no UTF-8, no TOML, or a number of thousands of digits
        raise BadConfig(f"{file}: not valid TOML: {bad}") from None
    except RecursionError:
        raise BadConfig(f"{file}: nested too deeply") from None
    return {name: _NamedValue(value, f"{file}: {name}") for name, value in settings.items()}


def _content(file: Path) -> bytes:
    """Raises BadConfig for a file that cannot be read, is too long, or is no regular file."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise BadConfig(f"{file}: not a regular file")
        with file.open("rb") as opened:
            content = opened.read(MAX_FILE_BYTES + 1)
    except OSError as bad:
        raise BadConfig(f"{file}: {bad.strerror}") from None
    if len(content) > MAX_FILE_BYTES:
        raise BadConfig(f"{file}: longer than {MAX_FILE_BYTES >> 20} MiB")
    return content


def _from_environ(environ: Mapping[str, str]) -> dict[str, _NamedValue]:
    names = {f"ZEITNOT_{name.upper()}": name for name in Config.__struct_fields__}
    return {names[key]: _NamedValue(environ[key], key) for key in names if environ.get(key)}


def _from_options(options: Mapping[str, Any]) -> dict[str, _NamedValue]:
    values = {name: v for name, v in options.items() if v is not None}
    return {name: _NamedValue(v, f"--{name.replace('_', '-')}") for name, v in values.items()}


_ALLOWED: dict[Any, str] = {
    Port: "a whole number from 0 to 65535",
    Port | None: "a whole number from 0 to 65535",
    PositiveInt: "a whole number of 1 or more",
    Days: "a whole number of days, 0 or more",
    Reserve: "a whole number of MiB, 0 or more",
    NodeName | None: "up to 32 letters, digits, - and _",
    NodeUrl | None: "http://host or https://host, optionally with a port",
    DrainSeconds: "a whole number of seconds from 0 to 600",
    BotGames | None: "a whole number from 1 to 10000",
    BotMemory | None: f"a whole number of MB from {MIN_MB} to {1 << 20}",
    BotToken | None: "zn_ followed by at least 32 characters without blanks",
    bool: "true or false",
    Networks: "a list of addresses and networks",
    HostNames: "a list of names, without ports",
    Origins: "a list of exact origins such as https://bots.example, in lower case, without path, "
    "default port or *",
    ProxyHeader: "x-forwarded, forwarded or none",
    RatedGames: "together, apart or off",
    p.Join: "open, code or closed",
}


def values(name: str) -> str:
    """The values that a setting may have, in words. Raises KeyError."""
    types = {field.name: field.type for field in msgspec.structs.fields(Config)}
    return _ALLOWED.get(types[name], "text in quotes")


def _convert(name: str, raw: _NamedValue) -> Any:
    """The value, converted to its setting's type. Raises BadConfig."""
    types = {field.name: field.type for field in msgspec.structs.fields(Config)}
    if name not in types:
        raise BadConfig(f"{raw.origin}: no setting has this name{suggest(name, types)}")
    is_list = types[name] in (Networks, HostNames, Origins)
    value = _split_list(raw.value) if is_list and isinstance(raw.value, str) else raw.value
    try:
        checked = msgspec.convert(value, types[name], strict=False)
    except msgspec.ValidationError:
        value = "this" if name in SECRET else repr(raw.value)
        raise BadConfig(f"{raw.origin}: {value} is not {values(name)}") from None
    for network in checked if types[name] == Networks else ():
        _check_network(network, raw.origin)
    return checked


def _split_list(text: str) -> list[str]:
    return [] if text.strip() == EMPTY_LIST else [part.strip() for part in text.split(",")]


def _check_network(text: str, setting: str) -> None:
    """Raises BadConfig."""
    try:
        ip_network(text)
    except ValueError as bad:
        raise BadConfig(f"{setting}: {bad}") from None


def environ(config: Config) -> dict[str, str]:
    """The settings as environment variables that `read` accepts; those not set are left out."""
    values = {name: getattr(config, name) for name in config.__struct_fields__}
    return {f"ZEITNOT_{k.upper()}": _as_text(v) for k, v in values.items() if v is not None}


def _as_text(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(value) or EMPTY_LIST
    return str(value).lower() if isinstance(value, bool) else str(value)


def toml(config: Config) -> str:
    """All settings as a TOML file; those not set and the secret ones are comments."""
    return "\n".join(_toml_line(name, getattr(config, name)) for name in Config.__struct_fields__)


def _toml_line(name: str, value: Any) -> str:
    if value is None:
        return f"# {name} is not set"
    if name in SECRET:
        return f"# {name} is set, and not shown"
    text = _without_password(value) if name == "mqtt" else value
    line = f"{name} = {msgspec.json.encode(text).decode()}"
    return line if text == value else f"# {line} (the password is not shown)"


def _without_password(url: str) -> str:
    """The URL with `***` between the user's name and the last @."""
    scheme, slashes, address = url.rpartition("://")
    user, at, host = address.rpartition("@")
    name, colon, _ = user.partition(":")
    return f"{scheme}{slashes}{name}{colon}***{at}{host}" if at and colon else url
