"""Ends a training command that Ctrl-C has stopped; its state is saved."""

from typing import NoReturn

import click

from ..interrupts import INTERRUPTS


def stop(ctx: click.Context, done: str) -> NoReturn:
    """Prints how far the training got (`done`, such as "300 iterations"), and exits."""
    click.echo(f"stopped after {done}; run the command again to continue", err=True)
    ctx.exit(INTERRUPTS.exit_code)
