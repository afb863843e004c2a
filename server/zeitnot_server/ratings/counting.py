"""Against farming: how much a game counts. docs/why/ratings.md has the rules for players.

A player's last RECENT games in a class that have counted are kept as a short text, an entry a game:
eight digits that stand for the opponent, and whether the player lost it by leaving at once. Games
that do not count leave no entry, or they would push out those that do.
"""

import hashlib
from collections.abc import Sequence
from typing import Literal, NamedTuple

RECENT = 20
"""How many of a player's last games are looked at."""
HALF_FROM, QUARTER_FROM = 10, 15
"""From so many games against the same opponent on, among the last RECENT of both, a game counts a
half, and a quarter."""
QUICK_PLIES = 4
"""A game that a player leaves, or loses on time, with fewer plies than this for each seat was left
at once."""
QUICK_ALLOWED = 2
"""How many of the last RECENT games a player may have left at once; further ones do not count."""

Note = Literal["", "address", "opponent", "quick"]
"""Why a game counts less: the players share an address or an owner; they play mostly each
other; the loser often leaves at once."""

_SEPARATOR = " "
_QUICK = "q"


class Weight(NamedTuple):
    """How much a game counts, from 0 to 1, and why it is less than 1."""

    value: float
    note: Note = ""


class Player(NamedTuple):
    """A player of a game of two. `recent`: the text of the last games; `left_at_once`: this player
    has lost the game by leaving at once."""

    account: str
    recent: str
    left_at_once: bool = False


def weight_of(first: Player, second: Player) -> Weight:
    """How much a game of these two counts."""
    if any(each.left_at_once and _quick(each.recent) >= QUICK_ALLOWED for each in (first, second)):
        return Weight(0.0, "quick")
    together = min(_against(first.recent, second.account), _against(second.recent, first.account))
    if together >= QUARTER_FROM:
        return Weight(0.25, "opponent")
    return Weight(0.5, "opponent") if together >= HALF_FROM else Weight(1.0)


def with_game(player: Player, opponent: str) -> str:
    """The text of the player's last games after this one."""
    entry = _digits(opponent) + (_QUICK if player.left_at_once else "")
    return _SEPARATOR.join([*_entries(player.recent), entry][-RECENT:])


def _against(recent: str, account: str) -> int:
    digits = _digits(account)
    return sum(entry.removesuffix(_QUICK) == digits for entry in _entries(recent))


def _quick(recent: str) -> int:
    return sum(entry.endswith(_QUICK) for entry in _entries(recent))


def _entries(recent: str) -> Sequence[str]:
    return recent.split(_SEPARATOR) if recent else []


def _digits(account: str) -> str:
    return hashlib.sha256(account.encode()).hexdigest()[:8]
