"""The limits on lists, books, records and pages of bots; see `table`."""

from dataclasses import dataclass

from ..store.filters import MAX_LIMIT, MAX_SCANNED
from ..store.room_log import LOG_CHUNK
from .limit import size, time

KIB = 1024


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """The limits, with their defaults."""

    listed_games: int = size(
        *("server", "games", 24, "the others are not listed"),
        "open games, and as many games in progress, that the lobby lists: one of each "
        "account and address before a second of any",
    )
    listed_bots: int = size(
        *("server", "bots", 200, "the others are not listed"),
        "bots that the lobby lists, shared among addresses in the same way",
    )
    page_games: int = size(
        *("request", "games", MAX_LIMIT, "400 `bad_filter`"),
        "on a page of `GET games`, as `limit` says (20 without it); `cursor` leads to the rest",
    )
    page_rows: int = size(
        *("request", "games", MAX_SCANNED, "a shorter page, perhaps empty, and a `cursor`"),
        "examined for one page",
    )
    lists_at_once: int = size(
        *("server", "lists", 1, "the next waits"),
        "lists and pages of books read at the same time, where addresses take turns",
    )
    events_at_once: int = size(
        *("server", "events", LOG_CHUNK, "the next ones wait"),
        "events of records, exports and catch-ups read at the same time, where addresses "
        "take turns",
    )
    record_bytes: int = size(
        *("request", "bytes", 256 * KIB, "sent without them"),
        "the record of a finished game that gets an `ETag` and compression",
    )
    solved_at_once: int = size(
        *("server", "positions", 1, "the next waits"),
        "positions of finished games being solved at the same time (`GET "
        "games/{id}/values`); addresses and accounts take turns, and solving takes half of the "
        "time at most",
    )
    solving_waits: int = size(
        *("server", "positions", 32, "503 `busy`"),
        "positions waiting to be solved; when there are more, the newest of the account "
        "or address with the most is refused",
    )
    solving_seconds: float = time(
        *("request", 2.0, "moves without `value`"),
        "for one of these, or less when many wait at one address; a second counts as 20 "
        "requests that read",
    )
    bot_pages_waiting: int = size(
        "server", "pages", 32, "503 `busy`", "pages of bots that are being computed, two at a time"
    )
    profiles_waiting: int = size(
        *("server", "profiles", 32, "503 `busy`"),
        "profiles that are being computed, two at a time, and as many pages of two people, "
        "histories of ratings and leaderboards",
    )
    graded_bots: int = size(
        *("server", "bots", 32, "not compared now"),
        "bots whose games wait to be compared with the exact values (`GET bots/{name}/losses`)",
    )
    values_kept: int = size(
        *("server", "positions", 1_000, "the oldest is solved again"),
        "solved positions kept for ten minutes; one that was not solved in time is kept "
        "300 times as long as was spent on it",
    )
