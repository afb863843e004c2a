"""The broker's address."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

_PORTS = {"mqtt": 1883, "mqtts": 8883}


class BadAddress(ValueError):
    """The text is not a broker's address; the message is for the command line."""


@dataclass(frozen=True, slots=True)
class Address:
    """`mqtt://[user[:password]@]host[:port]`, or `mqtts://` for TLS."""

    host: str
    port: int
    tls: bool = False
    username: str | None = None
    password: str | None = None

    @staticmethod
    def parse(url: str) -> "Address":
        """Reads an address. Raises BadAddress."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise BadAddress(f"{url!r} is not an MQTT address: {error}") from None
        if parts.scheme not in _PORTS or not parts.hostname:
            raise BadAddress(
                f"{url!r} is not an MQTT address: write mqtt://HOST or mqtt://HOST:PORT"
            )
        if parts.path not in ("", "/") or parts.query or parts.fragment:
            raise BadAddress(f"{url!r} is not an MQTT address: remove what follows the port")
        return Address(
            parts.hostname,
            _PORTS[parts.scheme] if port is None else port,
            parts.scheme == "mqtts",
            _unquoted(parts.username),
            _unquoted(parts.password),
        )

    def __str__(self) -> str:
        """The address without its password, for logs."""
        return f"{'mqtts' if self.tls else 'mqtt'}://{self.host}:{self.port}"


def _unquoted(part: str | None) -> str | None:
    return None if part is None else unquote(part)
