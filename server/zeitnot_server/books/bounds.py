"""Limits on the games that a book takes in a day from the same players or address; pure.

Guest accounts are free, and a game can be played in a second. So only a few games between the same
players, and with a player from the same address, are indexed. The limits apply to each game type,
and to games that ended within a day of each other, in any order of indexing.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..net.site_prefix import site_prefix

PERIOD_MS = 86_400_000
"""The time for which the limits hold: a day."""

MAX_GAMES_OF_SAME_PLAYERS = 1
"""Games of the same players, people or bots."""

MAX_GAMES_OF_ADDRESS = 2
"""Games of one address, or of all networks of one IPv6 site: fewer than a bot requires before it
plays a book move. This machine has no address."""


@dataclass(frozen=True, slots=True)
class IndexedGame:
    """A game with its players, and the addresses from which their accounts were created, if known.
    `at`: when it ended, Unix ms."""

    game: str
    game_type: str
    at: int
    accounts: frozenset[str]
    addresses: frozenset[str] = frozenset()

    @property
    def bounds(self) -> dict[tuple[str, ...], int]:
        """The keys under which it is counted, each with its limit."""
        players = {(self.game_type, "players", *sorted(self.accounts)): MAX_GAMES_OF_SAME_PLAYERS}
        sites = {site_prefix(address) for address in self.addresses}
        return players | {(self.game_type, "address", site): MAX_GAMES_OF_ADDRESS for site in sites}


def indexed_game(
    game: str, game_type: str, at: int, accounts: Iterable[str], known_addresses: Mapping[str, str]
) -> IndexedGame:
    """A game of these accounts. `known_addresses`: the known addresses, by account."""
    players = frozenset(accounts)
    addresses = frozenset(
        known_addresses[account] for account in players if account in known_addresses
    )
    return IndexedGame(game, game_type, at, players, addresses)


class IndexedGames:
    """The games that were indexed in the last days."""

    def __init__(self) -> None:
        self._games: dict[str, IndexedGame] = {}
        self._counted: defaultdict[tuple[str, ...], dict[str, int]] = defaultdict(dict)
        self._newest = 0

    def __len__(self) -> int:
        return len(self._games)

    def admit(self, game: IndexedGame) -> bool:
        """Counts a game unless that exceeds a limit. Returns whether the game is counted."""
        if game.game in self._games:
            return True
        if any(self._count_near(key, game.at) >= bound for key, bound in game.bounds.items()):
            return False
        self.note(game)
        return True

    def note(self, game: IndexedGame) -> None:
        """Counts a game that is in the book already."""
        self._games[game.game] = game
        for key in game.bounds:
            self._counted[key][game.game] = game.at
        if game.at > self._newest + PERIOD_MS // 24:
            self._newest = game.at
            self._drop_old()

    def _count_near(self, key: tuple[str, ...], at: int) -> int:
        """How many games counted under this key ended within PERIOD_MS of `at`."""
        return sum(abs(at - other) < PERIOD_MS for other in self._counted.get(key, {}).values())

    def _drop_old(self) -> None:
        """Drops old games, once an hour at most."""
        oldest = self._newest - 2 * PERIOD_MS
        for old in [game for game in self._games.values() if game.at < oldest]:
            del self._games[old.game]
            for key in old.bounds:
                del self._counted[key][old.game]
                if not self._counted[key]:
                    del self._counted[key]
