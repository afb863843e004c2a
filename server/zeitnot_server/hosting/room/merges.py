"""Guests who have been merged into accounts while rooms may still name them: rooms that are loaded
before all rows have been moved, and steps that began before."""

from ...rooms.merging import merged
from ...rooms.room import Room

MAX_MERGES = 10_000  # the rows have been moved by the time that more are merged


class Merges(dict[str, str]):
    """The accounts of the MAX_MERGES guests that were merged last, by guest; all rooms share it.
    A dict, so that a room that asks for each command makes no call."""

    def note(self, guest: str, account: str) -> bool:
        """Notes a merge; False: it is known."""
        if guest in self:
            return False
        self[guest] = account
        if len(self) > MAX_MERGES:
            del self[next(iter(self))]
        return True

    def forget(self, guest: str) -> None:
        """Forgets a merge that could not be carried out, so that it is tried again."""
        self.pop(guest, None)

    def account_of(self, account: str) -> str:
        """The account that this one was merged into, or itself."""
        return self.get(account, account)

    def apply(self, room: Room) -> Room:
        """The room with the accounts in the place of merged guests."""
        if not self:
            return room
        players = [
            player for seat in room.seats for player in (seat.actor, seat.invited, seat.left)
        ]
        named = {player.account for player in players if player is not None}
        for guest in {*named, room.game_setup.creator or ""} & self.keys():
            room = merged(room, guest, self[guest])
        return room
