"""The current names of accounts that the operator has renamed, for rooms that are loaded.

Logs are rewritten after the account (`commands.admin.names`), so a room may be loaded in between,
or while the rooms in memory are renamed.
"""

from collections.abc import Iterator, Mapping

from ..rooms.room import Room

MOST = 10_000  # by then the logs of the oldest have long been rewritten


class Renames:
    """The newest MOST accounts that were renamed, and their names."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def note(self, account: str, name: str) -> None:
        """An account has been renamed."""
        self._names.pop(account, None)
        self._names[account] = name
        if len(self._names) > MOST:
            del self._names[next(iter(self._names))]

    def add_all(self, names: Mapping[str, str]) -> None:
        """Adds names by account; those noted before take precedence."""
        self._names = {**names, **self._names}

    def of(self, room: Room) -> Iterator[tuple[str, str]]:
        """The renamed accounts that have a seat in this room or are invited, with their names."""
        for seat in room.seats:
            for player in (seat.actor, seat.invited):
                if player is not None and player.account in self._names:
                    yield player.account, self._names[player.account]
