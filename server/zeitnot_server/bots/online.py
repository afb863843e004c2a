"""The bots that are online: the row of each, and which of its processes has which of its games.

Bots that are connected to other nodes are online, too. If a bot's processes are connected to
several, each node gives out its own part of the bot's games (`homes`).
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import msgspec

import zeitnot_protocol as p
from zeitnot_engines.games import NAMES

from ..limits.sharing import fair
from ..limits.table import STANDARD
from ..rooms.room import Actor, GameSetup, Invitation, Refusal
from .assignment import Wanted, can_take, points_of, process_of
from .homes import node_for
from .posted import PostedBot, bounded, changed_accounts, posted_process, processes_of
from .processes import BotProcesses
from .versions import Claim, lost_to
from .versions import posted as posted_claims
from .watcher import Watcher

BOTS_LISTED = STANDARD.listed_bots
BUSY_WITH_SUCH = (
    "{name} is already playing its maximum number of such games. Try again in a minute."
)


class OnlineBots:
    """All of them, on this node, which is named `node`, and on the others."""

    def __init__(self, node: str = "main") -> None:
        self._node = node
        self._remote: Mapping[str, Mapping[str, PostedBot]] = {}  # by account and node
        self.processes: BotProcesses[Watcher] = BotProcesses()
        self._views: dict[Watcher, p.BotView] = {}  # in the order in which they came
        self._claims: dict[Watcher, Claim] = {}  # of all but the server's own bots
        self._online: dict[str, p.BotView] | None = None  # by name, until one comes or goes

    # ── sockets ────────────────────────────────────────────────────────────────────────────────

    def join(
        self, watcher: Watcher, wanted: Mapping[str, Wanted], claim: Claim | None = None
    ) -> list[str]:
        """A socket that may be a bot's. `wanted`: the bot's unfinished games that no process has;
        `claim`: as `claim_of` made it. Returns the games that are given to one now."""
        account, view = watcher.account, watcher.bot
        if account is None or view is None:
            return []
        self._views[watcher] = view
        if claim is not None:
            self._claims[watcher] = claim
        self._online = None
        process = process_of(watcher.watch, view.plays)
        if account not in self._remote:
            return self.processes.join(account, watcher, watcher.watch.process, process, wanted)
        given = self.processes.join(account, watcher, watcher.watch.process, process, {})
        return [*given, *self._note_all(account, wanted)]

    def leave(self, *watchers: Watcher) -> list[str]:
        """They, all of one account, have disconnected. Returns the games that are given to another
        process now."""
        account = watchers[0].account
        for watcher in watchers:
            self._claims.pop(watcher, None)
        if not [each for each in watchers if self._views.pop(each, None)] or account is None:
            return []
        self._online = None
        return self.processes.leave(account, *watchers)

    # ── versions ───────────────────────────────────────────────────────────────────────────────

    def claim_of(self, watcher: Watcher) -> Claim | None:
        """The claim of a bot's socket that comes now; None: it is no bot's, or of a bot of the
        server's own, whose versions are not compared."""
        if watcher.account is None or watcher.bot is None or watcher.origin.house:
            return None
        watch = watcher.watch
        return Claim(watch.version, self.processes.next_number(), watch.replace)

    def refused(
        self, watcher: Watcher, claim: Claim | None, before: Watcher | None = None
    ) -> p.Error | None:
        """Why a bot's socket with this claim may not join: another version of the bot runs.
        `before`: the same socket until now, which does not count. None: it may."""
        if watcher.account is None or claim is None:
            return None
        return lost_to(claim, self._claims_of(watcher.account, {watcher, before}))

    def outdated(self, account: str) -> dict[Watcher, p.Error]:
        """The sockets here of this bot that have to go, since another version plays, and what each
        is told."""
        found = dict[Watcher, p.Error]()
        for watcher, claim in self._claims.items():
            if watcher.account == account and (
                error := lost_to(claim, self._claims_of(account, {watcher}))
            ):
                found[watcher] = error
        return found

    def version_of(self, account: str, process: str) -> str | None:
        """The version of a bot's process here, or, where it is not known, of the bot."""
        own = [each for each in self._views if each.account == account]
        named = [each for each in own if each.watch.process == process] or own
        return next((each.watch.version for each in reversed(named)), "") or None

    def _claims_of(self, account: str, but: Collection[Watcher | None]) -> list[Claim]:
        """The claims of this bot, here and elsewhere."""
        here = (
            claim
            for each, claim in self._claims.items()
            if each.account == account and each not in but
        )
        others = self._remote.get(account, {}).values()
        return [*here, *(claim for bot in others for claim in bot.claims)]

    def rename_owner(self, account: str, name: str) -> None:
        """The account has another name; it may own bots that are online."""
        for watcher in [each for each in self._views if each.origin.owner == account]:
            watcher.origin = replace(watcher.origin, owner_name=name)
            if view := watcher.bot:
                self._views[watcher] = view
        self._online = None

    # ── games of processes ─────────────────────────────────────────────────────────────────────

    def is_process(self, watcher: Watcher) -> bool:
        """Whether this socket is one of a bot's process that plays."""
        return watcher in self._views

    def games_of(self, watcher: Watcher) -> Collection[str] | None:
        """The games of its process; None: it sees all of its account."""
        account = watcher.account
        if account is None or not self.is_process(watcher):
            return None
        games = self.processes.games_of(account, watcher.watch.process)
        if games is None and account in self._remote:
            return self.processes.numbers_of(account).keys()
        return games

    def note(self, account: str, game: str, wanted: Wanted | None) -> list[str]:
        """What this game needs of the bot now; None: nothing any more. Returns the games that are
        given to a process now."""
        has_it = self.processes.number_of(account, game) > 0
        if wanted and not has_it and not self._is_ours(account, game, wanted):
            wanted = None
        return self.processes.note(account, game, wanted)

    def _note_all(self, account: str, wanted: Mapping[str, Wanted]) -> list[str]:
        return [each for game in wanted for each in self.note(account, game, wanted[game])]

    def _is_ours(self, account: str, game: str, wanted: Wanted) -> bool:
        """Whether this node is to give the game, which no process here has, to one."""
        others = self._remote.get(account)
        if not others:
            return True
        if any(game in bot.given for bot in others.values()):
            return False
        nodes = {node: processes_of(bot) for node, bot in others.items()}
        nodes[self._node] = self.processes.loads_of(account)
        return node_for(game, wanted, nodes) == self._node

    def numbered(self, watcher: Watcher, invited: p.Invited) -> p.Invited:
        """An invitation for this socket, with the number by which its process has the game."""
        account, process = watcher.account, watcher.watch.process
        if account is None or not process or not self.is_process(watcher):
            return invited
        number = self.processes.number_of(account, invited.game)
        return msgspec.structs.replace(invited, assignment=number)

    # ── other nodes ────────────────────────────────────────────────────────────────────────────

    def see(
        self,
        remote: Mapping[str, Mapping[str, PostedBot]],
        wanted_of: Callable[[str], Mapping[str, Wanted]],
    ) -> dict[str, list[str]]:
        """Other nodes have told of their bots, by account and node. `wanted_of`: the unfinished
        games of a bot that no process here has. Returns the games that are given to processes now,
        by account: those of a node that has gone."""
        changed = changed_accounts(self._remote, remote)
        self._remote = remote
        if changed:
            self._online = None
        here = [account for account in sorted(changed) if self.processes.loads_of(account)]
        return {account: self._share(account, wanted_of(account)) for account in here}

    def _share(self, account: str, wanted: Mapping[str, Wanted]) -> list[str]:
        """Of a game that two nodes have given out, the one with the lower number lets go: the room
        has done so already."""
        given = list[str]()
        own = self.processes.numbers_of(account)
        for bot in self._remote.get(account, {}).values():
            for claim in bot.claims:
                self.processes.count_on_from(claim.number)
            for game, number in bot.given.items():
                self.processes.count_on_from(number)
                if 0 < own.get(game, 0) < number:
                    given += self.processes.note(account, game, None)
        return [*given, *self._note_all(account, wanted)]

    def posted(self) -> list[PostedBot]:
        """The bots that are connected here, for the other nodes."""
        own = dict[str, list[Watcher]]()
        for watcher in self._views:
            own.setdefault(watcher.account or "", []).append(watcher)
        fairly = fair(own, lambda account: own[account][0].origin.address, len(own))
        return bounded([self._posted(account, own[account]) for account in fairly])

    def _posted(self, account: str, watchers: list[Watcher]) -> PostedBot:
        return PostedBot(
            account,
            merged(self._of_processes(watchers)),
            [posted_process(*each) for each in self.processes.loads_of(account)],
            watchers[0].origin.address,
            self.processes.numbers_of(account),
            posted_claims(self._claims[each] for each in watchers if each in self._claims),
        )

    # ── rows ───────────────────────────────────────────────────────────────────────────────────

    def listed(self) -> list[p.BotView]:
        """The bots that the lobby shows, by name, one row each."""
        views, addresses = self._by_name(), self._addresses()
        listed = fair(addresses, addresses.__getitem__, BOTS_LISTED)
        return [views[name] for name in sorted(listed)]

    def _addresses(self) -> dict[str, str]:
        """By name, the address of each bot's first socket, in the order of their connections; where
        there are other nodes by name, since each must choose the same."""
        first = dict[str, str]()
        for watcher, view in self._views.items():
            first.setdefault(view.name, watcher.origin.address)
        if not self._remote:
            return first
        for bot in self._others():
            first[bot.view.name] = min(bot.address, first.get(bot.view.name, bot.address))
        return dict(sorted(first.items()))

    def online(self) -> Collection[p.BotView]:
        """All connected bots, listed or not."""
        return self._by_name().values()

    def find(self, name: str, game: str | None = None) -> tuple[p.BotView, Actor] | None:
        """A bot that is online, by name, whether or not it is listed; and its account. `game`: as
        those of its processes are that play it, if some do."""
        own = [watcher for watcher, view in self._views.items() if view.name == name]
        others = [bot for bot in self._others() if bot.view.name == name]
        views = [*(bot.view for bot in others), *self._of_processes(own)]
        if not views:
            return None
        actors = [watcher.actor for watcher in own if watcher.actor is not None]
        actor = actors[0] if actors else Actor(others[0].account, name, bot=True)
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
            if not self._can_take(account, wanted):
                return Refusal("bot_busy", BUSY_WITH_SUCH.format(name=name))
        return None

    def _can_take(self, account: str, wanted: Wanted) -> bool:
        """Whether one of the bot's processes, here or elsewhere, can take such a game now, or the
        bot is not online."""
        others = self._remote.get(account, {})
        every = [each for bot in others.values() for each in processes_of(bot)]
        every += self.processes.loads_of(account)
        processes = {number: process for number, (process, _) in enumerate(every)}
        loads = {number: load for number, (_, load) in enumerate(every)}
        return not every or can_take(processes, loads, wanted)

    def _others(self) -> Iterable[PostedBot]:
        """The bots at other nodes, once for each node."""
        return (bot for bots in self._remote.values() for bot in bots.values())

    def _by_name(self) -> dict[str, p.BotView]:
        if self._online is None:
            own, views = dict[str, list[Watcher]](), dict[str, list[p.BotView]]()
            for watcher, view in self._views.items():
                own.setdefault(view.name, []).append(watcher)
            for bot in self._others():
                views.setdefault(bot.view.name, []).append(bot.view)
            for name, watchers in own.items():
                views.setdefault(name, []).extend(self._of_processes(watchers))
            self._online = {name: merged(each) for name, each in views.items()}
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
