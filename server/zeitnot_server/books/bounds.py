"""How much of a book one may teach in a day, pure.

Guests can be made by the dozen, and games played in a second: so of the games between the same
players, and of those in which somebody from the same address plays, only a few are learnt. All
numbers are here. They hold for each kind of game, and for games that ended within a day of each
other, in whatever order they are learnt.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..net.site_prefix import site_prefix

WITHIN_MS = 86_400_000
PER_PLAYERS = 1
"""Games of the same players, people or bots."""

PER_ADDRESS = 2
"""Games of an address, or of all the networks of an IPv6 site: fewer than a bot wants behind a
move. This machine has no address."""


@dataclass(frozen=True, slots=True)
class LearntGame:
    """A game to learn: who played it, and the addresses, where known, at which their accounts were
    made. `at`: when it ended, Unix ms."""

    game: str
    game_type: str
    at: int
    accounts: frozenset[str]
    addresses: frozenset[str] = frozenset()

    @property
    def bounds(self) -> dict[tuple[str, ...], int]:
        """The names that it counts for, and how many games of each are learnt."""
        players = {(self.game_type, "players", *sorted(self.accounts)): PER_PLAYERS}
        sites = {site_prefix(address) for address in self.addresses}
        return players | {(self.game_type, "address", site): PER_ADDRESS for site in sites}


def learnt_game(
    game: str, game_type: str, at: int, accounts: Iterable[str], known: Mapping[str, str]
) -> LearntGame:
    """A game of these accounts; `known`: the addresses of some."""
    players = frozenset(accounts)
    addresses = frozenset(known[account] for account in players if account in known)
    return LearntGame(game, game_type, at, players, addresses)


class LearntGames:
    """The games that were learnt within the last days."""

    def __init__(self) -> None:
        self._learnt: dict[str, LearntGame] = {}
        self._counted: defaultdict[tuple[str, ...], dict[str, int]] = defaultdict(dict)
        self._newest = 0

    def __len__(self) -> int:
        return len(self._learnt)

    def take(self, game: LearntGame) -> bool:
        """Counts a game, if it may be learnt; a game that is counted already may."""
        if game.game in self._learnt:
            return True
        if any(self._near(of, game.at) >= most for of, most in game.bounds.items()):
            return False
        self.know(game)
        return True

    def know(self, game: LearntGame) -> None:
        """Counts a game that has been learnt."""
        self._learnt[game.game] = game
        for of in game.bounds:
            self._counted[of][game.game] = game.at
        if game.at > self._newest + WITHIN_MS // 24:
            self._newest = game.at
            self._drop_old()

    def _near(self, of: tuple[str, ...], at: int) -> int:
        return sum(abs(at - other) < WITHIN_MS for other in self._counted.get(of, {}).values())

    def _drop_old(self) -> None:
        """Once an hour at most."""
        before = self._newest - 2 * WITHIN_MS
        for old in [one for one in self._learnt.values() if one.at < before]:
            del self._learnt[old.game]
            for of in old.bounds:
                del self._counted[of][old.game]
                if not self._counted[of]:
                    del self._counted[of]
