"""How many games a book learns in a day from the same players or address, pure.

Guest accounts are free, and a game can be played in a second: so only a few of the games between
the same players, and of those with a player from the same address, are learnt. The numbers apply to
each game type, and to games that ended within a day of each other, in whatever order they are
learnt.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..net.site_prefix import site_prefix

WITHIN_MS = 86_400_000
PER_PLAYERS = 1
"""Games of the same players, people or bots."""

PER_ADDRESS = 2
"""Games of an address, or of all the networks of an IPv6 site: fewer than a bot requires before it
plays a move of the book. This machine has no address."""


@dataclass(frozen=True, slots=True)
class LearntGame:
    """A game to learn: its players, and the addresses from which their accounts were made, if
    known. `at`: when it ended, Unix ms."""

    game: str
    game_type: str
    at: int
    accounts: frozenset[str]
    addresses: frozenset[str] = frozenset()

    @property
    def bounds(self) -> dict[tuple[str, ...], int]:
        """The keys under which it is counted, with the largest number of learnt games of each."""
        players = {(self.game_type, "players", *sorted(self.accounts)): PER_PLAYERS}
        sites = {site_prefix(address) for address in self.addresses}
        return players | {(self.game_type, "address", site): PER_ADDRESS for site in sites}


def learnt_game(
    game: str, game_type: str, at: int, accounts: Iterable[str], known_addresses: Mapping[str, str]
) -> LearntGame:
    """A game of these accounts; `known_addresses`: the addresses of some."""
    players = frozenset(accounts)
    addresses = frozenset(
        known_addresses[account] for account in players if account in known_addresses
    )
    return LearntGame(game, game_type, at, players, addresses)


class LearntGames:
    """The games that were learnt in the last days."""

    def __init__(self) -> None:
        self._learnt: dict[str, LearntGame] = {}
        self._counted: defaultdict[tuple[str, ...], dict[str, int]] = defaultdict(dict)
        self._newest = 0

    def __len__(self) -> int:
        return len(self._learnt)

    def take(self, game: LearntGame) -> bool:
        """Counts a game if it may be learnt, and returns whether; True if it is already counted."""
        if game.game in self._learnt:
            return True
        if any(self._count_near(key, game.at) >= bound for key, bound in game.bounds.items()):
            return False
        self.know(game)
        return True

    def know(self, game: LearntGame) -> None:
        """Counts a game that has been learnt."""
        self._learnt[game.game] = game
        for key in game.bounds:
            self._counted[key][game.game] = game.at
        if game.at > self._newest + WITHIN_MS // 24:
            self._newest = game.at
            self._drop_old()

    def _count_near(self, key: tuple[str, ...], at: int) -> int:
        """The counted games under this key that ended within WITHIN_MS of `at`."""
        return sum(abs(at - other) < WITHIN_MS for other in self._counted.get(key, {}).values())

    def _drop_old(self) -> None:
        """Drops old games, once an hour at most."""
        oldest = self._newest - 2 * WITHIN_MS
        for old in [game for game in self._learnt.values() if game.at < oldest]:
            del self._learnt[old.game]
            for key in old.bounds:
                del self._counted[key][old.game]
                if not self._counted[key]:
                    del self._counted[key]
