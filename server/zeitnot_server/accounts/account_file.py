"""The file with an account's data: a ZIP archive that is written in parts.

`account.json`, `sessions.json`, `bots.json`, `ratings.json` and `clubs.json` have no secrets;
`games.jsonl` has the finished games, one a line, as `zeitnot games export` writes them,
`imported.jsonl` those that were imported, and `GAME.pgn` the played ones of each game that has PGN.
"""

import contextlib
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ..clubs.club_store import OwnClub
from ..ratings.rating_store import ClassRating
from ..rooms.player_stats import PlayerStats
from ..store import Account, Token

GAMES, IMPORTED = "games.jsonl", "imported.jsonl"


class _Sink:
    """What has been written and not taken yet."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def write(self, part: bytes) -> int:
        """Keeps a part."""
        self.parts.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """Does nothing: there is no file."""


class ZipParts:
    """Writes a ZIP archive, of which only the parts that were not taken are in memory. The file has
    no seek, so sizes follow the contents (ZIP64)."""

    def __init__(self) -> None:
        self._sink = _Sink()
        sink: Any = self._sink
        self._zip = zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED)

    def add(self, name: str, content: bytes) -> None:
        """Writes a small file."""
        self._zip.writestr(name, content)

    @contextlib.contextmanager
    def entry(self, name: str) -> Iterator[Any]:
        """A file of any length, to write to; only one at a time."""
        info = zipfile.ZipInfo(name)
        info.compress_type = zipfile.ZIP_DEFLATED
        with self._zip.open(info, "w", force_zip64=True) as file:
            yield file

    def close(self) -> None:
        """Writes the end of the archive."""
        self._zip.close()

    def take(self) -> bytes:
        """What has been written since the last time."""
        parts, self._sink.parts = self._sink.parts, []
        return b"".join(parts)


def documents(
    account: Account,
    stats: PlayerStats,
    tokens: Sequence[Token],
    bots: Sequence[Account],
    ratings: Sequence[ClassRating],
    clubs: Sequence[OwnClub],
) -> dict[str, bytes]:
    """The files about an account without its games, by name. Tokens are without their secrets."""
    return {
        "account.json": _json({**_account(account), "statistics": msgspec.to_builtins(stats)}),
        "sessions.json": _json([_token(token) for token in tokens]),
        "bots.json": _json([_account(bot) for bot in bots]),
        "ratings.json": _json([_rating(each) for each in ratings]),
        "clubs.json": _json([each._asdict() for each in clubs]),
    }


def _account(account: Account) -> dict[str, Any]:
    names = ("id", "name", "bot", "role", "created_at", "kept_at", "last_used_at")
    return {name: getattr(account, name) for name in names} | {"bot": bool(account.bot)}


def _token(token: Token) -> dict[str, Any]:
    fields = token._asdict()
    del fields["hash"]
    return fields


def _rating(rating: ClassRating) -> dict[str, Any]:
    game_and_speed = {"game_type": rating.game_type, "speed": rating.speed}
    return game_and_speed | rating.rating._asdict()


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
