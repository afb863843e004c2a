"""`zeitnot serve`: starts the server and the house bots."""

import contextlib
import os
import secrets
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zeitnot_client.commands.paths import PathType

from .. import config as configuration
from .. import supervisor
from ..exits import DAMAGED, NO_ACCESS
from ..memory_halving import MemoryHalving
from ..variables import CONFIG

if TYPE_CHECKING:
    from ..database import Place


def _bots_environ(config: configuration.Config, token: str) -> dict[str, str]:
    tables = config.tables and str(Path(config.tables).expanduser())
    variables = {
        "ZEITNOT_TOKEN": token,
        "ZEITNOT_TABLES": tables,
        "ZEITNOT_BOT_GAMES": config.bot_games,
        "ZEITNOT_BOT_MEMORY": config.bot_memory,
        "ZEITNOT_METRICS_PORT": config.bot_metrics_port,
    }
    return {
        **os.environ,
        **{name: str(value) for name, value in variables.items() if value is not None},
    }


def address(host: str, port: int) -> str:
    """The address to print and to connect to. For the wildcard it is this machine's."""
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


class UnreadableDatabase(click.ClickException):
    """The database is too damaged for a server to start."""

    exit_code = DAMAGED


@click.command()
@click.option("--host", help="Address to listen on [default: 127.0.0.1].")
@click.option("--port", type=int, help="Port to listen on, or 0 for any free port [default: 8080].")
@click.option(
    "--db",
    help="Database file, sqlite:/// or postgresql:// URL, or ZEITNOT_DB [default: "
    "data/zeitnot.db].",
)
@click.option(
    "--node", metavar="NAME", help="Name of this node, where several share a PostgreSQL database."
)
@click.option(
    "--node-url",
    metavar="URL",
    help="URL at which clients reach this node directly [default: the balancer, with the "
    "node's name].",
)
@click.option(
    "--drain-seconds",
    type=int,
    metavar="N",
    help="How long to go on after the signal to stop, while /readyz says 404 [default: 0].",
)
@click.option("--mqtt", help="MQTT broker for the feed, such as mqtt://host:1883.")
@click.option("--bots/--no-bots", default=None, help="Start the house bots [default: yes].")
@click.option(
    "--textbook-bots/--no-textbook-bots",
    default=None,
    help="With the textbook opponents, such as minimax-2 [default: yes].",
)
@click.option(
    "--bot-games",
    type=int,
    metavar="N",
    help="Games that each house bot plays at a time, counted once per seat [default: as many "
    "as cores and memory allow].",
)
@click.option(
    "--bot-memory",
    type=int,
    metavar="MB",
    help="Memory that the house bots may use [default: by the machine's memory].",
)
@click.option(
    "--tables", metavar="DIR", help="Folder of tablebases for the house bots [default: none]."
)
@click.option(
    "--rated-games",
    metavar="WHO",
    help="Who plays rated games with each other: together (people and bots), apart, or off "
    "[default: together].",
)
@click.option(
    "--rate-one-address/--no-rate-one-address",
    default=None,
    help="Count rated games whose players share a network address, as in a club behind one "
    "router [default: no].",
)
@click.option(
    "--trusted-proxies",
    metavar="LIST",
    help="Comma-separated addresses and networks of proxies that are trusted to name the "
    "client, or none [default: 127.0.0.0/8,::1].",
)
@click.option(
    "--proxy-header",
    metavar="FORM",
    help="Headers in which they name it: x-forwarded, forwarded or none [default: x-forwarded].",
)
@click.option(
    "--metrics-from",
    metavar="LIST",
    help="Comma-separated addresses and networks that may read /metrics, or none [default: "
    "127.0.0.0/8,::1].",
)
@click.option(
    "--hosts",
    metavar="LIST",
    help="Comma-separated host names, without ports, that the server accepts besides "
    "addresses and localhost. With none it accepts every name, or, if it listens only on "
    "this machine's own address, no other [default: none].",
)
@click.option(
    "--cors-origins",
    metavar="LIST",
    help="Comma-separated origins of other sites whose pages may use the server as its own page "
    "does, such as https://bots.example, or none [default: none].",
)
@click.option(
    "--join",
    metavar="WHO",
    help="Who may join: open, code (to keep a name) or closed (no guests) [default: open].",
)
@click.option("--access-log/--no-access-log", default=None, help="Log every request [default: no].")
@click.option(
    "--bot-metrics-port",
    type=int,
    help="Port on 127.0.0.1 where the house bots serve their own metrics [default: none].",
)
@click.option(
    "--config",
    "file",
    type=PathType(path_type=Path),
    help="TOML file with settings, or ZEITNOT_CONFIG [default: none].",
)
def serve(file: Path | None, **options: Any) -> None:
    """Start the server and its house bots, and print the address."""
    with supervisor.Signals() as signals:  # Ctrl-C may follow as soon as the address is printed
        config, listener = _prepare(file, options)
        code = _run(config, listener, signals)
    sys.exit(code)


def _prepare(
    file: Path | None, options: dict[str, Any]
) -> tuple[configuration.Config, socket.socket]:
    """Reads the settings, listens, and brings the database up to date. Checks that change nothing
    come first; clients that connect meanwhile wait. Raises click.UsageError, UnreadableDatabase."""
    try:
        config = configuration.read(options, file=file)
        _check_broker(config.mqtt)
        _check_bot_metrics(config)
        listener = supervisor.listen(config.host, config.port)
        _migrate(config.database())
    except configuration.BadConfig as bad:
        raise click.UsageError(str(bad)) from None
    except OSError as bad:
        place = bad.filename or f"{config.host}:{config.port}"
        raise click.UsageError(f"{place}: {bad.strerror or bad}") from None
    return config, listener


def _migrate(path: "Place") -> None:
    """Brings the database up to date. Raises click.UsageError, UnreadableDatabase, OSError."""
    from ..database import START_SECONDS, upgrade
    from ..start_errors import DiskFull, StartFailed, translating_errors
    from ..store import StoreError, Unavailable
    from .migrate import upgrade_message

    try:
        if isinstance(path, Path):
            path.parent.mkdir(parents=True, exist_ok=True)
        with translating_errors(path):
            result = upgrade(path, START_SECONDS)
    except DiskFull:
        return  # the server's process migrates as soon as it can, and says so
    except StartFailed as bad:
        if bad.status == DAMAGED:
            raise UnreadableDatabase(str(bad)) from None
        if isinstance(bad.__cause__, Unavailable):
            return  # as above
        raise click.UsageError(str(bad if bad.status == NO_ACCESS else bad.__cause__)) from None
    except StoreError as bad:
        raise click.UsageError(str(bad)) from None
    if upgraded := upgrade_message(path, result):
        _say(upgraded)


def _check_broker(url: str | None) -> None:
    """Raises BadConfig if the URL is not the address of a broker."""
    if url is None:
        return
    from ..feed import Address, BadAddress  # imported late: needed only with a broker

    try:
        Address.parse(url)
    except BadAddress as bad:
        raise configuration.BadConfig(f"mqtt: {bad}") from None


def _check_bot_metrics(config: configuration.Config) -> None:
    """Raises BadConfig if the port is in use, because the bots would retry for ever."""
    if config.bot_metrics_port and config.bots:
        try:
            supervisor.listen("127.0.0.1", config.bot_metrics_port).close()
        except OSError as bad:
            raise configuration.BadConfig(f"bot_metrics_port: {bad.strerror}") from None


def _run(config: configuration.Config, listener: socket.socket, signals: supervisor.Signals) -> int:
    url = address(config.host, listener.getsockname()[1])
    token = config.bot_token or (f"zn_{secrets.token_urlsafe(32)}" if config.bots else None)
    variables = configuration.environ(config) | ({"ZEITNOT_BOT_TOKEN": token} if token else {})
    inherited = {name: value for name, value in os.environ.items() if name != CONFIG}
    environ = {**inherited, **variables}  # without CONFIG, because the file was read already
    ready = supervisor.Readiness(
        lambda: _print(f"Zeitnot is at {url}  (database {config.database()}; Ctrl-C stops it)")
    )
    fds = (listener.fileno(), ready.fd)
    server = supervisor.python("zeitnot_server.app", *map(str, fds))
    children = [supervisor.Child("server", server, environ, fds, ready=ready)]
    if config.bots and token is not None:
        textbook = ("--textbook",) if config.textbook_bots else ()
        bots = supervisor.python("zeitnot_server.cli", "bot", "--server", url, *textbook)
        environ = _bots_environ(config, token)
        children.append(supervisor.Child("bots", bots, environ, on_exit=MemoryHalving()))
    try:
        return supervisor.supervise(children, signals, _say, config.drain_seconds)
    finally:
        ready.close()


def _say(line: str) -> None:
    _print(f"zeitnot: {line}", err=True)


def _print(line: str, *, err: bool = False) -> None:
    """Prints a line. A closed pipe or a full disk is ignored, so that the games go on."""
    with contextlib.suppress(OSError):
        click.echo(line, err=err)
