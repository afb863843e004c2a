"""Generates the reference page of who may use what, from the table that the server applies."""

# ruff: noqa: E501  the lines of the page

import zeitnot_protocol as p
from zeitnot_server.web.http.access import EACH, MESSAGES, ROUTES, SOCKETS, Rule

_HEAD = """\
<!-- Generated from server/zeitnot_server/web/http/access.py by `make docs`. -->

# Access

Who may use each route, socket and message. A session may do all that its account may. A token with scopes (`scopes` of
[POST tokens](protocol.md#parts-and-http-bodies)) needs one of those in the row, also where no token is needed.

| scope | for |
|---|---|
| `read` | what only you may read: your games with your hidden cards, your tokens, your data |
| `play` | everything in rooms: seats, moves, offers, chat |
| `challenge` | making and importing games, answering invitations, ladders |
| `bot` | a bot's program: being online, answering invitations, playing, reporting faults |
| `organise` | making accounts for others, leading clubs |

*Kept* is an account whose name is kept. *Teacher* includes admins. Tokens and bots of other accounts are not found.
"""
_TABLE = """
| {} | who | scopes |
|---|---|---|
"""


def render() -> str:
    """The full page."""
    routes = {f"{method} {path}": rule for (method, path), rule in ROUTES.items()}
    messages = {kind.__struct_config__.tag: rule for kind, rule in MESSAGES.items()}
    parts = {"route": ("Routes", routes), "socket": ("Sockets", SOCKETS)}
    parts["message"] = ("Messages", {str(tag): rule for tag, rule in messages.items()})
    page = _HEAD
    for heading, (title, rules) in parts.items():
        page += f"\n## {title}\n{_TABLE.format(heading)}"
        page += "".join(_row(name, rule) for name, rule in rules.items())
    return page + _NOTES


_NOTES = """
A token with scopes may rotate only itself, and a bot's needs `bot` for a `watch` with games that it plays.
A token takes its account off a ladder with `challenge`, and other accounts with `organise`.
Only a token with all scopes makes somebody a leader of a club, or ends that.
"""


def _row(name: str, rule: Rule) -> str:
    named = ", ".join(f"`{scope}`" for scope in sorted(rule.scopes))
    scopes = "any" if rule.scopes == EACH else named or f"only `{p.ALL_SCOPES}`"
    return f"| `{name}` | {rule.who} | {scopes} |\n"
