"""A server's address, parsed from what people type or paste."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from .exceptions import BadAddress

DEFAULT_SERVER = "http://127.0.0.1:8080"
_GAME = re.compile(r"[0-9A-Za-z]{4,32}")
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


@dataclass(frozen=True, slots=True)
class Address:
    """A server's base address, such as `http://127.0.0.1:8080`, without a slash at the end."""

    url: str

    @staticmethod
    def parse(text: str) -> "Address":
        """Parses `http(s)://host[:port]` or `host[:port]`, and ignores the rest. Raises
        BadAddress."""
        full = text if "://" in text else f"http://{text}"
        try:
            parts = urlsplit(full)
            _ = parts.port  # raises ValueError for a bad port
        except ValueError:
            raise BadAddress(f"not a server's address: {text}") from None
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
            raise BadAddress(f"not a server's address: {text}")
        # The same form as a browser's Origin header, because the server compares the text.
        port = {"http": ":80", "https": ":443"}[parts.scheme]
        return Address(f"{parts.scheme}://{parts.netloc.lower().removesuffix(port)}")

    @property
    def api(self) -> str:
        """Base of the HTTP API, `http://127.0.0.1:8080/api/v1`."""
        return f"{self.url}/api/v1"

    @property
    def loopback(self) -> bool:
        """Whether the server is on this machine, so that no HTTP proxy is used."""
        return urlsplit(self.url).hostname in _LOOPBACK

    @property
    def lobby(self) -> str:
        """The lobby's socket, `ws://127.0.0.1:8080/ws/lobby`."""
        return self.socket("/ws/lobby")

    def room(self, game: str) -> str:
        """The socket of a game's room, `ws://127.0.0.1:8080/ws/games/ID`."""
        return self.socket(f"/ws/games/{game}")

    def page(self, game: str) -> str:
        """The link of a game, for people to share, `http://127.0.0.1:8080/game/ID`."""
        return f"{self.url}/game/{game}"

    def socket(self, path: str) -> str:
        """The WebSocket URL of this path."""
        return f"ws{self.url.removeprefix('http')}{path}"


def parse_link(text: str) -> tuple[Address, str]:
    """Parses a game's link, `http://host:port/game/ID`. Raises BadAddress."""
    address = Address.parse(text)
    path = urlsplit(text if "://" in text else f"http://{text}").path.rstrip("/")
    game = path.rpartition("/")[2]
    if path not in (f"/game/{game}", f"/ws/games/{game}") or not _GAME.fullmatch(game):
        raise BadAddress(f"not a game's link: {text}")
    return address, game
