"""`zeitnot config show`: the settings in force."""

from pathlib import Path

import click

from .. import config as configuration


@click.group()
def config() -> None:
    """Look at the settings."""


@config.command()
@click.option("--config", "file", type=click.Path(path_type=Path), help="Settings, a TOML file.")
def show(file: Path | None) -> None:
    """Print the settings that `zeitnot serve` would use, as TOML."""
    try:
        click.echo(configuration.toml(configuration.read({}, file=file)))
    except configuration.BadConfig as bad:
        raise click.UsageError(str(bad)) from None
