"""The address of a PostgreSQL database: a libpq URL,
`postgresql://name:password@host:port/database`.

The password may instead be in PGPASSWORD or ~/.pgpass, as for psql, and so may everything else that
the URL leaves out. Parameters after `?` are asyncpg's: `host` (also the folder of a Unix socket),
`port`, `sslmode`, `sslrootcert` and others.

Several hosts, `//name@one:5432,two:5432/database`, are a primary and its standbys, in any order;
connections go to the current primary.
"""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit

SCHEMES = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Address:
    """A database of a cluster. `str` has no password."""

    url: str

    def __post_init__(self) -> None:
        """Raises ValueError for an invalid URL."""
        try:
            parts = urlsplit(self.url)
            for url in self.hosts:
                _ = urlsplit(url).port
        except ValueError as bad:
            raise ValueError(f"{self}: {bad}.") from None
        if f"{parts.scheme}://" not in SCHEMES:
            raise ValueError(f"{self} is not a postgresql:// URL.")
        if not parts.path.strip("/"):
            raise ValueError(f"{self} does not name a database.")

    def __str__(self) -> str:
        return without_password(self.url)

    @property
    def hosts(self) -> tuple[str, ...]:
        """One URL for each of its hosts, with only that host."""
        scheme, _, rest = self.url.partition("://")
        parts = urlsplit(self.url)
        who, at, where = parts.netloc.rpartition("@")
        rest = rest.removeprefix(parts.netloc)
        if where:
            return tuple(f"{scheme}://{who}{at}{host}{rest}" for host in where.split(","))
        query = dict(parse_qsl(parts.query))
        if "host" not in query:
            return (self.url,)
        return tuple(
            f"{scheme}://{parts.netloc}{parts.path}?{urlencode({**query, 'host': host})}"
            for host in query["host"].split(",")
        )


def without_password(url: str) -> str:
    """The URL with *** between its first colon and its last @, so that no part of a password is
    shown even if it is not encoded correctly."""
    return re.sub(r"(://[^:/@]*):.*@", r"\1:***@", url, count=1, flags=re.DOTALL)


def host_of(url: str) -> str:
    """The host, and the port if it is named, of a URL with one host; empty if it names none."""
    parts = urlsplit(without_password(url))
    return parts.netloc.rpartition("@")[2] or dict(parse_qsl(parts.query)).get("host", "")


def is_url(text: str) -> bool:
    """Whether this is the URL of a PostgreSQL database, not a file."""
    return text.startswith(SCHEMES)
