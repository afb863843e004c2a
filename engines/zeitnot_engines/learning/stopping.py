"""The end of a training that Ctrl-C has stopped, whose state is kept."""

from typing import NoReturn

import click

from ..interrupts import INTERRUPTS


def stop(ctx: click.Context, done: str) -> NoReturn:
    """Says how far it came (`done`, as "300 iterations"), and leaves the command."""
    click.echo(f"stopped after {done}; call again to go on", err=True)
    ctx.exit(INTERRUPTS.exit_code)
