"""The bots in the lobby: the row of each, and which of its processes has which of its games."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import msgspec

import zeitnot_protocol as p
from zeitnot_engines.games import NAMES

from ..rooms.room import Actor, GameSetup, Invitation, Refusal
from .assignment import Wanted, points_of, process_of
from .bot_processes import BotProcesses
from .listing import fair
from .watcher import Watcher

BOTS_LISTED = 200
BUSY_WITH_SUCH = "{name} is playing as many such games as it may. Try again in a minute."


class LobbyBots:
    """The bots that are online. `shown`: makes the row that the lobby shows of a bot's."""

    def __init__(self) -> None:
        self.processes: BotProcesses[Watcher] = BotProcesses()
        self.shown: Callable[[p.BotView], p.BotView] = lambda bot: bot
        self._views: dict[Watcher, p.BotView] = {}  # in the order in which they came
        self._online: dict[str, p.BotView] | None = None  # by name, until one comes or goes

    # ── sockets ────────────────────────────────────────────────────────────────────────────────

    def join(self, watcher: Watcher, wanted: Mapping[str, Wanted]) -> list[str]:
        """A socket that may be a bot's. `wanted`: the bot's unfinished games that no process has.
        Returns the games that are given to one now."""
        account, view = watcher.account, watcher.bot
        if account is None or view is None:
            return []
        self._views[watcher] = view
        self._online = None
        process = process_of(watcher.watch, view.plays)
        return self.processes.join(account, watcher, watcher.watch.process, process, wanted)

    def leave(self, watcher: Watcher) -> list[str]:
        """It has disconnected. Returns the games that are given to another process now."""
        if self._views.pop(watcher, None) is None or watcher.account is None:
            return []
        self._online = None
        return self.processes.leave(watcher.account, watcher)

    def rename_owner(self, account: str, name: str) -> bool:
        """The owner of bots has another name; returns whether one of them is online."""
        owned = [watcher for watcher in self._views if watcher.origin.owner == account]
        for watcher in owned:
            watcher.origin = replace(watcher.origin, owner_name=name)
            if view := watcher.bot:
                self._views[watcher] = view
        self._online = None
        return bool(owned)

    # ── games of processes ─────────────────────────────────────────────────────────────────────

    def is_process(self, watcher: Watcher) -> bool:
        """Whether this socket is one of a bot's process that plays."""
        return watcher in self._views

    def games_of(self, watcher: Watcher) -> Collection[str] | None:
        """The games of its process; None: it sees all of its account."""
        if watcher.account is None or not self.is_process(watcher):
            return None
        return self.processes.games_of(watcher.account, watcher.watch.process)

    def numbered(self, watcher: Watcher, invited: p.Invited) -> p.Invited:
        """An invitation for this socket, with the number by which its process has the game."""
        account, process = watcher.account, watcher.watch.process
        if account is None or not process or not self.is_process(watcher):
            return invited
        number = self.processes.number_of(account, invited.game)
        return msgspec.structs.replace(invited, assignment=number)

    # ── rows ───────────────────────────────────────────────────────────────────────────────────

    def listed(self) -> list[p.BotView]:
        """The bots that the lobby shows, by name, one row each."""
        firsts: dict[str, Watcher] = {}
        for watcher, view in self._views.items():
            firsts.setdefault(view.name, watcher)
        listed = fair(firsts.values(), lambda watcher: watcher.origin.address, BOTS_LISTED)
        views, names = self._by_name(), sorted(self._views[watcher].name for watcher in listed)
        return [self.shown(views[name]) for name in names]

    def online(self) -> Collection[p.BotView]:
        """All connected bots in the order of their connections, listed or not."""
        return self._by_name().values()

    def find(self, name: str, game: str | None = None) -> tuple[p.BotView, Actor] | None:
        """A bot that is online, by name, whether or not it is listed; and its account. `game`: as
        those of its processes are that play it, if some do."""
        own = [watcher for watcher, view in self._views.items() if view.name == name]
        if not own or (actor := own[0].actor) is None:
            return None
        views = self._of_processes(own)
        playing = [view for view in views if game in view.plays]
        return merged(playing or views), actor

    def with_too_many_seats(
        self, invitations: Sequence[Invitation | None], game: str
    ) -> Invitation | None:
        """Somebody who would have several seats of this game, and is no bot that has said that it
        can."""
        seats = Counter(seat.account for seat in invitations if seat is not None)
        for seat in invitations:
            if seat is None or seats[seat.account] == 1:
                continue
            online = self.find(seat.name, game) if seat.bot else None
            if online is None or not online[0].several_seats:
                return seat
        return None

    def refusal(self, game_setup: GameSetup) -> Refusal | None:
        """Refuses a game to which a bot is invited that is online, though none of its processes can
        take it now. A bot may always make games for itself."""
        everybody = [seat for seat in game_setup.invitations if seat is not None and seat.bot]
        invited = [seat for seat in everybody if seat.account != game_setup.maker]
        for account, name in {seat.account: seat.name for seat in invited}.items():
            own = [seat for seat in invited if seat.account == account]
            points = len(own) * points_of(game_setup.control)
            level = max(seat.level or 0 for seat in own)
            wanted = Wanted(game_setup.rules.game, points, level, len(own))
            if not self.processes.can_take(account, wanted):
                return Refusal("bot_busy", BUSY_WITH_SUCH.format(name=name))
        return None

    def _by_name(self) -> dict[str, p.BotView]:
        if self._online is None:
            own = dict[str, list[Watcher]]()
            for watcher, view in self._views.items():
                own.setdefault(view.name, []).append(watcher)
            self._online = {name: merged(self._of_processes(own[name])) for name in own}
        return self._online

    def _of_processes(self, watchers: Iterable[Watcher]) -> list[p.BotView]:
        """The rows of one bot's processes, each as its newest socket says."""
        return list({each.watch.process: self._views[each] for each in watchers}.values())


def merged(views: list[p.BotView]) -> p.BotView:
    """The row of a bot with these processes; at least one. A bot takes as many games as all of
    them, if all have said how many they take."""
    newest = views[-1]
    if len(views) == 1:
        return newest
    plays = {game for view in views for game in view.plays}
    most = [view.most_games for view in views if view.most_games is not None]
    return msgspec.structs.replace(
        newest,
        plays=[game for game in NAMES if game in plays],
        levels=max(view.levels for view in views),
        most_games=sum(most) if len(most) == len(views) else None,
        several_seats=any(view.several_seats for view in views),
    )
