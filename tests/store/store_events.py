"""Subscribes simple callbacks to the events that a store publishes."""

from collections.abc import Callable

from zeitnot_server.events.bus import Events
from zeitnot_server.store.events import LeaseLost, StorageState


def on_trouble(events: Events, call: Callable[[str | None], object]) -> None:
    """Calls `call` with every change of the store's `read_only_reason`."""
    events.subscribe(StorageState, lambda state: call(state.read_only_reason))


def on_lease_lost(events: Events, call: Callable[[], object]) -> None:
    """Calls `call` when the node's lease has ended."""
    events.subscribe(LeaseLost, lambda lost: call())
