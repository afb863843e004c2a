"""Settings of `zeitnot serve`: command line, then ZEITNOT_* variables, then a TOML file.

One name everywhere: the option --db, the variable ZEITNOT_DB, the key `db`.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

Bound = Annotated[int, msgspec.Meta(ge=1)]


class BadConfig(ValueError):
    """A setting that cannot be used; the message names it and says why."""


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a server needs to know.

    `db` is a path or sqlite:/// URL; `mqtt` a broker's URL (mqtt://host:1883) or null.
    `tables` is the folder of tables of endings that the house bots look up, or null.
    `connections` bounds all of them together; the bounds by address and by account do not count
    what comes from this machine.
    """

    host: str = "127.0.0.1"
    port: int = 8080
    db: str = "data/zeitnot.db"
    mqtt: str | None = None
    bots: bool = True
    bot_token: str | None = None
    tables: str | None = None
    connections: Bound = 20_000
    sockets_per_address: Bound = 1_000
    sockets_per_account: Bound = 500

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
    merged = {**_from_file(file), **_from_environ(environ)}
    merged |= {name: value for name, value in given.items() if value is not None}
    try:
        config = msgspec.convert(merged, Config, strict=False)
    except msgspec.ValidationError as bad:
        raise BadConfig(str(bad)) from None
    if not 0 <= config.port <= 65535:
        raise BadConfig(f"port: {config.port} is not between 0 and 65535")
    if config.tables is not None and not Path(config.tables).expanduser().is_dir():
        raise BadConfig(f"tables: {config.tables!r} is no folder")
    config.database()
    return config


def _from_file(file: Path | None) -> dict[str, Any]:
    if file is None:
        return {}
    try:
        return tomllib.loads(file.read_text())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as bad:
        raise BadConfig(f"{file}: {bad}") from None


def _from_environ(environ: Mapping[str, str]) -> dict[str, str]:
    names = {f"ZEITNOT_{name.upper()}": name for name in Config.__struct_fields__}
    return {names[key]: value for key, value in environ.items() if key in names and value != ""}


def toml(config: Config) -> str:
    """The settings as a TOML file would have them; the token stays secret."""
    lines = []
    for name in Config.__struct_fields__:
        value = getattr(config, name)
        if value is None or name == "bot_token":
            continue
        lines.append(f"{name} = {msgspec.json.encode(value).decode()}")
    return "\n".join(lines)
