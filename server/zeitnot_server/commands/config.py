"""`zeitnot config show`: the settings in force."""

from pathlib import Path

import click

from .. import config as configuration
from .archive import config_option


@click.group()
def config() -> None:
    """Look at the settings."""


@config.command()
@config_option
def show(config_file: Path | None) -> None:
    """Print all settings that `zeitnot serve` would use, as TOML, without secrets."""
    try:
        click.echo(configuration.toml(configuration.read({}, file=config_file)))
    except configuration.BadConfig as bad:
        raise click.UsageError(str(bad)) from None
