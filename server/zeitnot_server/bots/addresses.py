"""The address from which each account last made a game with bots or asked for a rematch."""

from collections import OrderedDict
from collections.abc import Sequence

from ..rooms.room import Actor

MAX_ADDRESSES = 10_000  # accounts whose address is remembered


class PlayerAddresses:
    """The addresses of the accounts that were active last, in the form that bans use (of IPv6 the
    /64); None is this machine."""

    def __init__(self) -> None:
        self._by_account: OrderedDict[str, str | None] = OrderedDict()

    def remember(self, account: str, address: str | None) -> None:
        """Sets the account's address."""
        self._by_account[account] = address
        self._by_account.move_to_end(account)
        if len(self._by_account) > MAX_ADDRESSES:
            self._by_account.popitem(last=False)

    def of(self, account: str) -> str | None:
        """The account's address; None: this machine, or unknown."""
        return self._by_account.get(account)

    def of_players(self, players: Sequence[Actor]) -> tuple[str | None, bool]:
        """The address that a rematch of these players counts for, and whether it is known: that of
        the first person who is not on this machine. Bots count only if no person plays, because
        the house bots are on this machine."""
        people = [player for player in players if not player.bot] or players
        address = next(filter(None, (self.of(player.account) for player in people)), None)
        return address, address is not None or all(
            player.account in self._by_account for player in people
        )
