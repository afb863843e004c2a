"""The argument of a feature's `register`: the parts that all features share, and the server's
lists of work."""

from dataclasses import dataclass, field

from ..events.bus import Events
from ..feed import Feed
from ..limits.disk import DiskReserve
from ..ratings.options import RatingOptions
from ..store import Store
from .registry import Registry
from .retrying import Work
from .room.now import AdjustedClock


@dataclass(frozen=True, slots=True)
class App:
    """The parts of one server; a feature adds its work to the lists. `house_accounts`: the accounts
    of the house bots. `ratings`: what the operator has chosen about them. `starts`: run one after
    the other before the first request; they may raise StoreError. `tasks`: run in the background,
    by their names in the log; one that fails is logged and run again. `closes`: run one after the
    other at the end; if one fails, that is logged, and the others still run."""

    store: Store
    clock: AdjustedClock
    feed: Feed
    disk: DiskReserve
    registry: Registry
    house_accounts: frozenset[str] = frozenset()
    ratings: RatingOptions = RatingOptions()  # noqa: RUF009  a constant
    starts: list[Work] = field(default_factory=list)
    tasks: dict[str, Work] = field(default_factory=dict)
    closes: list[Work] = field(default_factory=list)

    @property
    def events(self) -> Events:
        """The bus on which features publish facts."""
        return self.store.events

    def add_task(self, name: str, work: Work) -> None:
        """Adds a task. Raises ValueError if there is one with this name."""
        if name in self.tasks:
            raise ValueError(f"there are two tasks named {name}")
        self.tasks[name] = work

    def wall_ms(self) -> int:
        """The current time, Unix milliseconds."""
        return self.clock.now().wall
