"""Generates the reference page of the limits from their table."""

# ruff: noqa: E501  the lines of the page

import msgspec

from zeitnot_server.app import limits_of
from zeitnot_server.config import Config
from zeitnot_server.limits.limit import Limit
from zeitnot_server.limits.table import TABLE

_HEAD = """\
<!-- Generated from server/zeitnot_server/limits/table.py by `make docs`. -->

# Limits

The limits on what one client, account or address may ask of a server: over HTTP, by opening sockets, on an open socket,
and in one game. Those marked with a star are [settings](settings.md). The reasons are in [why the wire is
bounded](../why/security.md), and the refusals in [errors](errors.md). Every 429 has a `Retry-After` that says when to try
again. `zeitnot_limits_reached` of the [metrics](metrics.md) counts how often most rates and holds were reached; sizes and
times are not counted.

The column *of* says whose use is counted: that of a connection, a socket, an account, an address, a player (an account
with a seat in a running game), a game, or the whole server. An address is an IPv4 address or an IPv6 /64; a /48 has four
times as much. An address never holds more than an eighth of the connections still free, and a /48 no
more than a quarter.

This machine itself is not counted by address, and neither are its accounts' sockets nor the free seats that they take: to
try these limits, come from another address. The server's own bots are not counted by account, because they may be many
processes on other machines.

Each of several nodes counts for itself, except for registrations and games: see [over all
nodes](../how-to/cluster.md#limits-over-all-nodes).
"""
_TABLE = """
| name | of | what | limit | beyond it |
|---|---|---|---|---|
"""
_FIRST = {
    "connections": "Connections and requests",
    "address_posts": "What is made",
    "open_games": "Games that are made",
    "sockets_per_address": "Sockets",
    "listed_games": "Lists, books and records",
    "bot_challenges": "Challenges by bots",
    "chat_lines_of_player": "In one game",
}
"""The title of each section, by its first limit."""


def render() -> str:
    """The full page."""
    page = _HEAD
    for name, limit in TABLE.items():
        if title := _FIRST.get(name):
            page += f"\n## {title}\n{_TABLE}"
        page += _row(name, limit)
    return page


def _is_setting(name: str) -> bool:
    if name not in Config.__struct_fields__:
        return False
    changed = limits_of(msgspec.structs.replace(Config(), **{name: 7}))
    return getattr(changed, name, None) == 7


def _row(name: str, limit: Limit) -> str:
    star = " *" if _is_setting(name) else ""
    return f"| `{name}`{star} | {limit.by} | {limit.why} | {limit.text} | {limit.refusal} |\n"
