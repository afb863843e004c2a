"""The migrations as Alembic runs them. Imported late, only when there is something to migrate."""

from alembic.config import Config
from alembic.script import ScriptDirectory

from . import migrations


def config() -> Config:
    """Alembic's settings, set here instead of in an ini file."""
    config = Config()
    config.set_main_option("script_location", str(migrations.directory()).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def scripts() -> ScriptDirectory:
    """The migrations themselves."""
    return ScriptDirectory.from_config(config())
