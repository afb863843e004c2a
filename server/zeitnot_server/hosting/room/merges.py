"""Guests who have been merged into accounts while rooms may still name them: rooms that are loaded
before all rows have been moved, and steps that began before."""

from ...rooms.merging import merged
from ...rooms.room import Room

MAX_MERGES = 10_000  # the rows have been moved by the time that more are merged


class Merges:
    """The accounts of the MAX_MERGES guests that were merged last; all rooms share it."""

    def __init__(self) -> None:
        self._accounts: dict[str, str] = {}

    def note(self, guest: str, account: str) -> bool:
        """Notes a merge; False: it is known."""
        if guest in self._accounts:
            return False
        self._accounts[guest] = account
        if len(self._accounts) > MAX_MERGES:
            del self._accounts[next(iter(self._accounts))]
        return True

    def forget(self, guest: str) -> None:
        """Forgets a merge that could not be carried out, so that it is tried again."""
        self._accounts.pop(guest, None)

    def apply(self, room: Room) -> Room:
        """The room with the accounts in the place of merged guests."""
        if not self._accounts:
            return room
        players = [
            player for seat in room.seats for player in (seat.actor, seat.invited, seat.left)
        ]
        named = {player.account for player in players if player is not None}
        for guest in {*named, room.game_setup.creator or ""} & self._accounts.keys():
            room = merged(room, guest, self._accounts[guest])
        return room
