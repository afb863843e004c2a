"""The current names of accounts that the operator has renamed, for rooms that are loaded.

The logs are rewritten after the account (`commands.admin.names`). A room that is loaded before that
has the old name.
"""

from collections.abc import Iterator, Mapping

from ..rooms.room import Room

MAX_RENAMES = 10_000  # the logs have been rewritten by the time that more are renamed


class Renames:
    """The names of the MAX_RENAMES accounts that were renamed last."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def note(self, account: str, name: str) -> None:
        """Notes the new name of an account."""
        self._names.pop(account, None)
        self._names[account] = name
        if len(self._names) > MAX_RENAMES:
            del self._names[next(iter(self._names))]

    def add_all(self, names: Mapping[str, str]) -> None:
        """Adds names by account; those noted before take precedence."""
        self._names = {**names, **self._names}

    def names_in(self, room: Room) -> Iterator[tuple[str, str]]:
        """The renamed accounts that have a seat in this room or are invited, with their names."""
        for seat in room.seats:
            for player in (seat.actor, seat.invited, seat.left):
                if player is not None and player.account in self._names:
                    yield player.account, self._names[player.account]
