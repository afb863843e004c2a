"""Applies the operator's new name of an account to the rooms in memory, and to log entries that
these rooms have stored in the meantime."""

from ..events.accounts import AccountRenamed
from ..events.bus import Events
from ..hosting.registry import Registry
from ..hosting.room.events import RoomChanged
from ..store import AuditEntry, Store
from .operator_actions import account_in


class Renaming:
    """Carries out the operator's action `renamed`."""

    def __init__(self, store: Store, registry: Registry, events: Events) -> None:
        self._store, self._registry, self._events = store, registry, events

    async def carry_out(self, act: AuditEntry) -> None:
        """Renames the account. Raises StoreError; calling it again is safe."""
        account = account_in(act)
        row = await self._store.accounts.find(account)
        if row is None:
            return
        self._registry.renames.note(account, row.name)  # for rooms that are loaded from now on
        for room_actor in self._registry:
            # it may have been unloaded meanwhile
            now = self._registry.in_memory(room_actor.room.id) or room_actor
            if now.rename(account, row.name):
                await self._store.moderation.rename_in_game(room_actor.room.id, account, row.name)
                self._events.publish(RoomChanged(room_actor.room.id))
        games = await self._store.games.unfinished_of(account)
        unloaded = tuple(game for game in games if game.id not in self._registry)
        self._events.publish(AccountRenamed(account, row.name, unloaded))
