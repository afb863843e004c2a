"""Gives an account that the operator has renamed its new name in the rooms in memory, and in their
entries that were stored meanwhile."""

from ..events.accounts import AccountRenamed
from ..events.bus import Events
from ..hosting.registry import Registry
from ..hosting.room.events import RoomChanged
from ..store import Act, Store
from .acts import account_of


class Renaming:
    """Carries out one act of the operator's (`Enforcement`)."""

    def __init__(self, store: Store, registry: Registry, events: Events) -> None:
        self._store, self._registry, self._events = store, registry, events

    async def carry_out(self, act: Act) -> None:
        """Renames the account. Raises StoreError; then it can be called again."""
        account = account_of(act)
        row = await self._store.accounts.find(account)
        if row is None:
            return
        self._registry.renames.note(account, row.name)  # for those that are loaded from now on
        for room_actor in self._registry:
            # it may have left memory meanwhile
            now = self._registry.in_memory(room_actor.room.id) or room_actor
            if now.rename(account, row.name):
                await self._store.moderation.rename_in_game(room_actor.room.id, account, row.name)
                self._events.publish(RoomChanged(room_actor.room.id))
        games = await self._store.games.unfinished_of(account)
        unloaded = tuple(game for game in games if game.id not in self._registry)
        self._events.publish(AccountRenamed(account, row.name, unloaded))
