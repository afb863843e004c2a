"""The file with an account's data: a ZIP archive that is written in parts.

`account.json`, `sessions.json`, `passkeys.json`, `bots.json`, `ratings.json`, `clubs.json` and
`people.json` (followed, blocked, complaints made) have no secrets, and other people's names only;
`rating-history.jsonl` has the changes of the ratings, one a line; `games.jsonl` the finished games,
as `zeitnot games export` writes them, `imported.jsonl` those that were imported, and `GAME.pgn` the
played ones of each game that has PGN.
"""

import contextlib
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ..profiles.people_store import Complaint
from ..ratings.rating_store import Change, ClassRating
from ..store import Account, Passkey, Token
from ..store.admin import AccountDetails

GAMES, IMPORTED, RATING_HISTORY = "games.jsonl", "imported.jsonl", "rating-history.jsonl"


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


def documents(about: AccountDetails) -> dict[str, bytes]:
    """The files about an account without its games and the history of its ratings, by name. Tokens
    are without their secrets, and passkeys without their keys."""
    statistics = {"statistics": msgspec.to_builtins(about.stats)}
    people = {
        "follows": about.follows,
        "blocks": about.blocks,
        "complaints": [_complaint(each) for each in about.complaints],
    }
    return {
        "account.json": _json({**_account(about.account), **statistics}),
        "sessions.json": _json([_token(token) for token in about.tokens]),
        "passkeys.json": _json([_passkey(passkey) for passkey in about.passkeys]),
        "bots.json": _json([_account(bot) for bot in about.bots]),
        "ratings.json": _json([_rating(each) for each in about.ratings]),
        "clubs.json": _json([each._asdict() for each in about.clubs]),
        "people.json": _json(people),
    }


def rating_changes(changes: Sequence[Change]) -> bytes:
    """Lines of `rating-history.jsonl`."""
    lines = []
    for change in changes:
        fields = change._asdict()
        del fields["account"]
        lines.append(msgspec.json.encode(fields) + b"\n")
    return b"".join(lines)


def _complaint(stored: Complaint) -> dict[str, Any]:
    """Without the account that it is about, and without the operator's note."""
    complaint = stored.complaint
    return {
        "at": stored.at,
        "about": complaint.name,
        "reason": complaint.reason,
        "text": complaint.text,
        "game": complaint.game,
        "messages": [message._asdict() for message in complaint.messages],
        "resolved_at": stored.resolved_at,
    }


def _account(account: Account) -> dict[str, Any]:
    names = ("id", "name", "bot", "role", "created_at", "kept_at", "last_used_at")
    return {name: getattr(account, name) for name in names} | {"bot": bool(account.bot)}


def _token(token: Token) -> dict[str, Any]:
    fields = token._asdict()
    del fields["hash"]
    return fields


def _passkey(passkey: Passkey) -> dict[str, Any]:
    names = ("id", "name", "origin", "created_at", "last_used_at")
    return {name: getattr(passkey, name) for name in names}


def _rating(rating: ClassRating) -> dict[str, Any]:
    game_and_speed = {"game_type": rating.game_type, "speed": rating.speed}
    return game_and_speed | rating.rating._asdict()


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
