"""New names of accounts, and guests merged into accounts, since a room was loaded."""

from ...rooms.merging import merged
from ...rooms.room import Room


class Identities:
    """What has changed about the people in one room, which a step that began before must not
    undo."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}  # by account
        self._accounts: dict[str, str] = {}  # by the guest that was merged into each

    def rename(self, room: Room, account: str, name: str) -> Room:
        """The room with an account's new name, which is noted."""
        self._names[account] = name
        return room.renamed(account, name)

    def merge(self, room: Room, guest: str, account: str) -> Room:
        """The room with an account in the place of a guest, which is noted."""
        self._accounts[guest] = account
        return merged(room, guest, account)

    def apply(self, room: Room) -> Room:
        """The room with all of this."""
        for guest, account in self._accounts.items():
            room = merged(room, guest, account)
        for account, name in self._names.items():
            room = room.renamed(account, name)
        return room
