"""What a store publishes, as plain calls."""

from collections.abc import Callable

from zeitnot_server.events.bus import Events
from zeitnot_server.store.events import LeaseLost, StorageState


def on_trouble(events: Events, call: Callable[[str | None], object]) -> None:
    """`call` is told every change of the store's `trouble`."""
    events.subscribe(StorageState, lambda state: call(state.trouble))


def on_lease_lost(events: Events, call: Callable[[], object]) -> None:
    """`call` is called when the node's lease has ended."""
    events.subscribe(LeaseLost, lambda lost: call())
