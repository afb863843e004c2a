"""The option --cluster, which distributes the work to many machines."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any

import click

from ..jobs.local import LocalExecutor
from ..jobs.run import Executor

_ADDRESS = re.compile(
    r"(?:(?:tcp|tls)://)?(?:[\w.-]+|\[[\da-fA-F:.]+\]):(?P<port>\d{1,5})", re.ASCII
)


class AddressType(click.ParamType[str]):
    """The address of a scheduler."""

    name = "address"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        found = _ADDRESS.fullmatch(value)
        if found is None or not 0 < int(found["port"]) < 1 << 16:
            raise click.UsageError(
                f'"{value}" is not an address of a scheduler such as tcp://192.0.2.1:8786.'
            )
        return value if "://" in value else f"tcp://{value}"


cluster_option: Callable[..., Any] = click.option(
    "--cluster",
    type=AddressType(),
    metavar="ADDRESS",
    help="Play the games on the workers of the Dask scheduler at ADDRESS, tcp://HOST:PORT or "
    "tls://HOST:PORT (extra zeitnot[cluster]).",
)
concurrency_option: Callable[..., Any] = click.option(
    "--concurrency", type=click.IntRange(1, 256), metavar="N", help="Games at a time (1)."
)


@contextmanager
def executor_at(cluster: str | None, concurrency: int | None = None) -> Iterator[Executor]:
    """The workers of a cluster, or threads of this process, by default one.

    Raises click.UsageError, ClusterError.
    """
    if cluster is None:
        yield LocalExecutor(concurrency or 1)
        return
    if concurrency is not None:
        raise click.UsageError(
            "--concurrency is only for this machine: a cluster plays one game at a time in each "
            "thread of its workers."
        )
    try:
        module = import_module("zeitnot_engines.jobs.cluster")
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("dask", "distributed"):
            raise
        raise click.UsageError(
            "--cluster needs Dask's distributed scheduler: pip install 'zeitnot[cluster]'"
        ) from None
    with module.ClusterExecutor(cluster, partial(click.echo, err=True)) as executor:
        yield executor
