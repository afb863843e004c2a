"""Where the database is: a URL as libpq has them, `postgresql://name:password@host:port/database`.

The password may stand in the environment (PGPASSWORD) or in ~/.pgpass, as for psql; so may all that
the URL leaves out. Parameters after `?` are asyncpg's: `host` (also the folder of a Unix socket),
`port`, `sslmode`, `sslrootcert` and the like.
"""

from dataclasses import dataclass
from urllib.parse import urlsplit

SCHEMES = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Address:
    """A database of a cluster. `str` has no password."""

    url: str

    def __post_init__(self) -> None:
        """Raises ValueError for what is no such URL."""
        try:
            parts = urlsplit(self.url)
            _ = parts.port
        except ValueError as bad:
            raise ValueError(f"{self}: {bad}.") from None
        if f"{parts.scheme}://" not in SCHEMES:
            raise ValueError(f"{self} is no postgresql:// URL.")
        if not parts.path.strip("/"):
            raise ValueError(f"{self} names no database.")

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        who, _, where = parts.netloc.rpartition("@")
        name, secret, _ = who.partition(":")
        shown = f"{name}{':***' if secret else ''}@{where}" if who else where
        scheme, _, rest = self.url.partition("://")
        return f"{scheme}://{shown}{rest.removeprefix(parts.netloc)}"

    @property
    def for_sqlalchemy(self) -> str:
        """The same, with the name of the driver."""
        return f"postgresql+asyncpg://{self.url.partition('://')[2]}"


def is_url(text: str) -> bool:
    """Whether this names a database of PostgreSQL, not a file."""
    return text.startswith(SCHEMES)
