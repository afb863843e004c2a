"""One socket in the lobby: its account, and what it has asked for."""

from collections.abc import Iterable
from dataclasses import dataclass

import zeitnot_protocol as p
from zeitnot_engines.games import NAMES

from ..hosting.room.send_queue import SendQueue
from ..rooms.room import Actor
from .pool_entries import known_pool
from .takes import known_takes
from .versions import close_reason


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a watcher comes from. `address`: the one that it counts for, or empty. Of a bot also:
    `house`: it is a house bot; `owner`, `owner_name`: the account of the person who registered it,
    and its name, or empty; `muted`: its version, which is a text, is not shown; `lesson`: that
    explains how a textbook opponent plays, or empty."""

    address: str = ""
    house: bool = False
    owner: str = ""
    owner_name: str = ""
    muted: bool = False
    lesson: str = ""


class Watcher:
    """One socket in the lobby. `watch`: its first message, in which a bot says what it plays."""

    def __init__(
        self, actor: Actor | None, send_queue: SendQueue, watch: p.Watch, origin: Origin = Origin()
    ) -> None:
        self.actor = actor
        self.send_queue = send_queue
        self.watch = watch
        self.origin = origin

    @property
    def account(self) -> str | None:
        """Its account; None: it is not signed in."""
        return self.actor.account if self.actor else None

    @property
    def bot(self) -> p.BotView | None:
        """The lobby's row for this watcher, if it is a bot that plays a known game."""
        if self.actor is None or not self.actor.bot:
            return None
        plays = [game for game in NAMES if game in self.watch.plays]
        if not plays:
            return None
        return p.BotView(
            name=self.actor.name,
            plays=plays,
            levels=self.watch.levels,
            most_games=self.watch.most_games,
            house=self.origin.house,
            owner=self.origin.owner_name or None,
            several_seats=self.watch.several_seats,
            lesson=self.origin.lesson or None,
            version=None if self.origin.muted else self.watch.version or None,
            takes=known_takes(self.watch),
            pool=known_pool(self.watch, plays),
        )

    def close_with(self, error: p.Error) -> None:
        """Sends a bot's socket this error, and closes it."""
        self.send_queue.put(p.encode(error))
        self.send_queue.close(p.POLICY_VIOLATION, close_reason(error))


def people_among(watchers: Iterable[Watcher]) -> set[str]:
    """The accounts of these sockets that are not bots."""
    return {each.actor.account for each in watchers if each.actor and not each.actor.bot}


def sockets_of(account: str, watchers: Iterable[Watcher]) -> list[Watcher]:
    """Those of these sockets that are this account's."""
    return [each for each in watchers if each.actor and each.actor.account == account]
