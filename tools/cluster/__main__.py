"""`make cluster`: runs the services of docker-compose.cluster.yml on this machine until Ctrl-C."""

import asyncio
import os
import secrets
import signal
import sys
from pathlib import Path

import click

from . import programs
from .compose import Compose, read
from .places import HERE, Places
from .processes import Cluster, DidNotStart

PROJECT = Path(__file__).parents[2]
FILE = PROJECT / "docker-compose.cluster.yml"
OPTIONAL = "prometheus"
"""The service that is skipped if its program is not installed."""


def secrets_of(folder: Path) -> dict[str, str]:
    """The cluster's secrets, which are generated at the first start and stored with its data."""
    file = folder / ".env"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        names = {"ZEITNOT_BOT_TOKEN": "zn_", "DB_PASSWORD": "", "REPLICATION_PASSWORD": ""}
        file.touch(0o600)
        file.write_text("".join(f"{n}={p}{secrets.token_hex(32)}\n" for n, p in names.items()))
    return dict(line.split("=", 1) for line in file.read_text().splitlines())


def runnable(compose: Compose, path: str) -> Compose:
    """The services whose programs are installed. Raises click.ClickException if a required one is
    missing."""
    runnable_services = []
    for service in compose.services:
        program = programs.missing(service, path)
        if program is None:
            runnable_services.append(service)
        elif service.name == OPTIONAL:
            click.echo(f"skipping {service.name}: there is no program {program}")
        else:
            raise click.ClickException(
                f"{service.name} needs {program}: apt install {service.image}"
            )
    return Compose(runnable_services, compose.networks)


def check_folder(folder: Path) -> None:
    """Raises click.ClickException if the folder must be accessible to other users but is not."""
    if os.geteuid() == 0 and (closed := programs.inaccessible_parent(folder)):
        text = (
            f"PostgreSQL does not run as root, and other users cannot enter {closed}: "
            "choose another --folder"
        )
        raise click.ClickException(text)


async def run(cluster: Cluster, address: str) -> None:
    """Runs the cluster until SIGINT or SIGTERM."""
    stop_requested = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop_requested.set)
    starting = asyncio.create_task(cluster.start())
    stopping = asyncio.create_task(stop_requested.wait())
    try:
        await asyncio.wait([starting, stopping], return_when=asyncio.FIRST_COMPLETED)
        if not stop_requested.is_set():
            await starting
            click.echo(f"Zeitnot is at {address}; Ctrl-C stops it.")
            await stop_requested.wait()
    finally:
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        await cluster.stop()


@click.command()
@click.option("--folder", type=Path, default=PROJECT / "build/cluster", help="Data and logs.")
@click.option("--port", default=8080, help="The balancer's port, if it is free.")
def main(folder: Path, port: int) -> None:
    """Run two nodes, bots, PostgreSQL with a standby, a broker and the balancer."""
    folder, path = folder.resolve(), programs.search_path()
    compose = runnable(read(FILE, secrets_of(folder)), path)
    check_folder(folder)
    places = Places(compose, PROJECT, folder, {("haproxy", 8080): port})
    cluster = Cluster(compose, places, path, click.echo)
    try:
        asyncio.run(run(cluster, f"http://{HERE}:{places.port('haproxy', 8080)}"))
    except* DidNotStart as failed:
        raise click.ClickException(str(failed.exceptions[0])) from None


if __name__ == "__main__":
    sys.exit(main())
