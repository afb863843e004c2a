"""The reference page of the limits, from their table; lists and pages have their numbers from where
they are made."""

# ruff: noqa: E501  the lines of the page

import msgspec

from zeitnot_protocol import MAX_FRAME_BYTES
from zeitnot_server.app import limits_of
from zeitnot_server.config import Config
from zeitnot_server.limits.limit import Limit
from zeitnot_server.limits.table import TABLE
from zeitnot_server.store.filters import DEFAULT_LIMIT, MAX_LIMIT
from zeitnot_server.store.room_log import LOG_CHUNK
from zeitnot_server.store.sql.walks import MAX_SCANNED
from zeitnot_server.web.api.finished import MAX_BYTES
from zeitnot_server.web.api.solving import MAX_WAITING

_HEAD = """\
<!-- Generated from server/zeitnot_server/limits/table.py by `make docs`. -->

# Limits

What one client, account or address may ask of a server, in numbers: over HTTP, by opening sockets, on an open socket,
and in one game. Those marked with a star are [settings](settings.md). Why they are what they are: [why the wire is
bounded](../why/security.md). Refusals: [errors](errors.md). Every 429 says in `Retry-After` when to come again. How often
each was reached: `zeitnot_limits_reached` of the [metrics](metrics.md).

*Of* says for whom something is counted: a connection, a socket, an account, an address, a player (an account with a seat
in a running game), a game, or the whole server. An address is an IPv4 address or an IPv6 /64; a /48 has four times as
much. Of what is open at the same time an address never has more than an eighth of the connections still free, a /48 a
quarter. This machine itself is not counted by address, and the server's own bots are not counted by account: they may be
many processes on other machines.

Of several nodes each counts for itself, but for what is registered and played: [over all nodes](../how-to/cluster.md#limits-over-all-nodes).
"""
_TABLE = """
| name | of | what | bound | then |
|---|---|---|---|---|
"""
_FIRST = {
    "connections": "Connections and requests",
    "address_posts": "What is made",
    "sockets_per_address": "Sockets",
    "chat_lines_of_player": "In one game",
}
"""The title of each section, by its first limit."""
_LISTS = f"""
## Lists, books and records

| what | bound | then |
|---|---|---|
| games on a page of `GET games` | {DEFAULT_LIMIT}, or what `limit` says, at most {MAX_LIMIT} | 400 `bad_filter`; the rest by `cursor` |
| games looked at for a page | {MAX_SCANNED:,} | fewer games on it, even none, and a `cursor` |
| lists and pages of books that are read at the same time, for all | 1, one address after the other | the next waits |
| events read at the same time, of records, exports and catch-ups, for all | {LOG_CHUNK}, one address after the other | the next waits |
| positions of finished games that are solved at the same time, for all (`GET games/{{id}}/values`) | 1, in turn by address and by account, half of the time | the next waits |
| of these, positions that wait, for all | {MAX_WAITING} | 503 `busy` to the newest request of the sender, an account or an address, with the most in the queue |
| time for one of these | 2 s, less when many wait at one address; a second counts as 20 requests that read | moves not solved by then have no `value` |
| values that are remembered by position, also those that were not found in time | 1,000, for ten minutes; those that were not found after less than 2 s for 300 times as long as was looked | the oldest is solved again |
| record of a finished game with an `ETag`, and compressed | {MAX_BYTES // 1024} KiB | sent without either |
| a message on a socket | {MAX_FRAME_BYTES} bytes, in one frame or many; no compression | close 1009 |
"""


def render() -> str:
    """The whole page."""
    page = _HEAD
    for name, limit in TABLE.items():
        if title := _FIRST.get(name):
            page += f"\n## {title}\n{_TABLE}"
        page += _row(name, limit)
    return page + _LISTS


def _is_setting(name: str) -> bool:
    if name not in Config.__struct_fields__:
        return False
    changed = limits_of(msgspec.structs.replace(Config(), **{name: 7}))
    return getattr(changed, name, None) == 7


def _row(name: str, limit: Limit) -> str:
    star = " *" if _is_setting(name) else ""
    return f"| `{name}`{star} | {limit.by} | {limit.why} | {limit.text} | {limit.refusal} |\n"
