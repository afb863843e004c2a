"""The bots that are online: the row of each, and the assignments of its games to its processes.

Bots that are connected to other nodes are online, too. If a bot's processes are connected to
several nodes, each node assigns its own part of the bot's games (`homes`).
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
from .assignment import Process, Requirements, can_take, points_of, process_of
from .homes import node_for
from .pool_entries import merged_pool
from .posted import PostedBot, changed_accounts, posted_process, processes_of, truncated
from .processes import BotProcesses
from .takes import merged_takes, refusal_of, wanted_of
from .versions import VersionClaim, decisive_claims, version_conflict
from .watcher import Watcher

BOTS_LISTED = STANDARD.listed_bots
NO_FREE_PROCESS = (
    "{name} is already playing its maximum number of such games. Try again in a minute."
)


class OnlineBots:
    """The bots on this node, whose name is `node`, and on the others."""

    def __init__(self, node: str = "main") -> None:
        self._node = node
        self._remote: Mapping[str, Mapping[str, PostedBot]] = {}  # by account and node
        self.processes: BotProcesses[Watcher] = BotProcesses()
        self._views: dict[Watcher, p.BotView] = {}  # in the order of their connections
        self._claims: dict[Watcher, VersionClaim] = {}  # not of house bots
        self._online: dict[str, p.BotView] | None = None  # by name; None after a change
        self._accounts: set[str | None] | None = None  # those online; None after a change

    # ── sockets ────────────────────────────────────────────────────────────────────────────────

    def join(
        self,
        watcher: Watcher,
        unassigned: Mapping[str, Requirements],
        claim: VersionClaim | None = None,
    ) -> list[str]:
        """Adds a socket, if it is a bot's. `unassigned`: the bot's unfinished games that no process
        has; `claim`: from `make_claim`. Returns the games that have been assigned."""
        account, view = watcher.account, watcher.bot
        if account is None or view is None:
            return []
        self._views[watcher] = view
        if claim is not None:
            self._claims[watcher] = claim
        self._online = self._accounts = None
        process = process_of(watcher.watch, view.plays)
        if account not in self._remote:
            return self.processes.join(account, watcher, watcher.watch.process, process, unassigned)
        assigned = self.processes.join(account, watcher, watcher.watch.process, process, {})
        return [*assigned, *self._note_all(account, unassigned)]

    def leave(self, *watchers: Watcher) -> list[str]:
        """Removes sockets of one account that have disconnected. Returns the games that have been
        assigned to another process."""
        account = watchers[0].account
        for watcher in watchers:
            self._claims.pop(watcher, None)
        if not [each for each in watchers if self._views.pop(each, None)] or account is None:
            return []
        self._online = self._accounts = None
        return self.processes.leave(account, *watchers)

    # ── versions ───────────────────────────────────────────────────────────────────────────────

    def make_claim(self, watcher: Watcher) -> VersionClaim | None:
        """The claim of a bot's socket that connects now; None: it is not a bot's, or a house bot's,
        whose versions are not compared."""
        if watcher.account is None or watcher.bot is None or watcher.origin.house:
            return None
        watch = watcher.watch
        return VersionClaim(watch.version, self.processes.next_number(), watch.replace)

    def conflict_of(
        self, watcher: Watcher, claim: VersionClaim | None, before: Watcher | None = None
    ) -> p.Error | None:
        """The error for a bot's socket that may not join because another version of the bot runs;
        None: it may. `before`: the same socket with its previous `watch`, which does not count."""
        if watcher.account is None or claim is None:
            return None
        return version_conflict(claim, self._claims_of(watcher.account, {watcher, before}))

    def outdated(self, account: str) -> dict[Watcher, p.Error]:
        """The sockets of this bot on this node that have to leave because another version plays,
        each with its error."""
        found = dict[Watcher, p.Error]()
        for watcher, claim in self._claims.items():
            if watcher.account == account and (
                error := version_conflict(claim, self._claims_of(account, {watcher}))
            ):
                found[watcher] = error
        return found

    def version_of(self, account: str, process: str) -> str | None:
        """The version of a bot's process on this node; of any of its processes, if that one is
        elsewhere; None: not known."""
        own = [each for each in self._views if each.account == account]
        named = [each for each in own if each.watch.process == process] or own
        return next((each.watch.version for each in reversed(named)), "") or None

    def _claims_of(self, account: str, exclude: Collection[Watcher | None]) -> list[VersionClaim]:
        """The claims of this bot on all nodes."""
        here = (
            claim
            for each, claim in self._claims.items()
            if each.account == account and each not in exclude
        )
        others = self._remote.get(account, {}).values()
        return [*here, *(claim for bot in others for claim in bot.claims)]

    def merge_owner(self, guest: str, account: str, name: str) -> None:
        """Handles a guest who was merged into an account with this name: its bots are the
        account's."""
        for watcher in [each for each in self._views if each.origin.owner == guest]:
            watcher.origin = replace(watcher.origin, owner=account)
        self.rename_owner(account, name)

    def rename_owner(self, account: str, name: str) -> None:
        """Sets the new name of an account, which may own bots that are online."""
        for watcher in [each for each in self._views if each.origin.owner == account]:
            watcher.origin = replace(watcher.origin, owner_name=name)
            if view := watcher.bot:
                self._views[watcher] = view
        self._online = None

    # ── games of processes ─────────────────────────────────────────────────────────────────────

    def is_process(self, watcher: Watcher) -> bool:
        """Whether this socket belongs to a process of a bot that plays."""
        return watcher in self._views

    def games_of(self, watcher: Watcher) -> Collection[str] | None:
        """The games of the watcher's process; None: all games of its account."""
        account = watcher.account
        if account is None or not self.is_process(watcher):
            return None
        games = self.processes.games_of(account, watcher.watch.process)
        if games is None and account in self._remote:
            return self.processes.assignment_numbers_of(account).keys()
        return games

    def note(self, account: str, game: str, required: Requirements | None) -> list[str]:
        """Sets what this game needs of the bot; None: nothing any more. Returns the games that have
        been assigned."""
        is_assigned = self.processes.assignment_number_of(account, game) > 0
        if required and not is_assigned and not self._is_ours(account, game, required):
            required = None
        return self.processes.note(account, game, required)

    def _note_all(self, account: str, unassigned: Mapping[str, Requirements]) -> list[str]:
        return [each for game in unassigned for each in self.note(account, game, unassigned[game])]

    def _is_ours(self, account: str, game: str, required: Requirements) -> bool:
        """Whether this node has to assign the game, which no process on it has."""
        others = self._remote.get(account)
        if not others:
            return True
        if any(game in bot.assigned for bot in others.values()):
            return False
        nodes = {node: processes_of(bot) for node, bot in others.items()}
        nodes[self._node] = self.processes.loads_of(account)
        return node_for(game, required, nodes) == self._node

    def with_assignment_number(self, watcher: Watcher, invited: p.Invited) -> p.Invited:
        """An invitation for this socket, with the number of the assignment to its process."""
        account, process = watcher.account, watcher.watch.process
        if account is None or not process or not self.is_process(watcher):
            return invited
        number = self.processes.assignment_number_of(account, invited.game)
        return msgspec.structs.replace(invited, assignment=number)

    # ── other nodes ────────────────────────────────────────────────────────────────────────────

    def apply_remote(
        self,
        remote: Mapping[str, Mapping[str, PostedBot]],
        unassigned_of: Callable[[str], Mapping[str, Requirements]],
    ) -> dict[str, list[str]]:
        """Replaces the bots of other nodes. `remote`: by account and node; `unassigned_of`: returns
        the unfinished games of a bot that no process here has. Returns the games that have been
        assigned, by account: those of a node that has gone."""
        changed = changed_accounts(self._remote, remote)
        self._remote = remote
        if changed:
            self._online = self._accounts = None
        here = [account for account in sorted(changed) if self.processes.loads_of(account)]
        return {account: self._reconcile(account, unassigned_of(account)) for account in here}

    def _reconcile(self, account: str, unassigned: Mapping[str, Requirements]) -> list[str]:
        """Ends the assignment of each game that another node has assigned with a higher number, as
        the room has done already; then assigns the games that are this node's."""
        assigned = list[str]()
        own = self.processes.assignment_numbers_of(account)
        for bot in self._remote.get(account, {}).values():
            for claim in bot.claims:
                self.processes.advance_past(claim.number)
            for game, number in bot.assigned.items():
                self.processes.advance_past(number)
                if 0 < own.get(game, 0) < number:
                    assigned += self.processes.note(account, game, None)
        return [*assigned, *self._note_all(account, unassigned)]

    def posted(self) -> list[PostedBot]:
        """The bots that are connected here, for the other nodes."""
        own = dict[str, list[Watcher]]()
        for watcher in self._views:
            own.setdefault(watcher.account or "", []).append(watcher)
        accounts = fair(own, lambda account: own[account][0].origin.address, len(own))
        return truncated([self._posted(account, own[account]) for account in accounts])

    def _posted(self, account: str, watchers: list[Watcher]) -> PostedBot:
        return PostedBot(
            account,
            merge_views(self._process_views(watchers)),
            [posted_process(*each) for each in self.processes.loads_of(account)],
            watchers[0].origin.address,
            self.processes.assignment_numbers_of(account),
            decisive_claims(self._claims[each] for each in watchers if each in self._claims),
        )

    # ── rows ───────────────────────────────────────────────────────────────────────────────────

    def listed(self) -> list[p.BotView]:
        """The bots that the lobby shows, by name, one row each."""
        views, addresses = self._by_name(), self._addresses()
        listed = fair(addresses, addresses.__getitem__, BOTS_LISTED)
        return [views[name] for name in sorted(listed)]

    def _addresses(self) -> dict[str, str]:
        """The address of each bot's first socket, by the bot's name, in the order of their
        connections; if there are other nodes, in the order of the names, because all nodes must
        choose the same bots."""
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

    def has(self, account: str) -> bool:
        """Whether the bot of this account is online, on any node."""
        if self._accounts is None:
            self._accounts = {watcher.account for watcher in self._views}
            self._accounts.update(bot.account for bot in self._others())
        return account in self._accounts

    def has_name(self, name: str) -> bool:
        """Whether a bot with this name is online, on any node."""
        return name in self._by_name()

    def find(self, name: str, game: str | None = None) -> tuple[p.BotView, Actor] | None:
        """The row and the account of a bot that is online, by its name, whether or not it is
        listed. `game`: if some of its processes play it, the row of those only."""
        own = [watcher for watcher, view in self._views.items() if view.name == name]
        others = [bot for bot in self._others() if bot.view.name == name]
        views = [*(bot.view for bot in others), *self._process_views(own)]
        if not views:
            return None
        actors = [watcher.actor for watcher in own if watcher.actor is not None]
        actor = actors[0] if actors else Actor(others[0].account, name, bot=True)
        playing = [view for view in views if game in view.plays]
        return merge_views(playing or views), actor

    def find_double_seated(
        self, invitations: Sequence[Invitation | None], game: str
    ) -> Invitation | None:
        """An invitation of an account that would have several seats of this game, unless it is a
        bot that supports it; None: there is none."""
        seats = Counter(seat.account for seat in invitations if seat is not None)
        for seat in invitations:
            if seat is None or seats[seat.account] == 1:
                continue
            online = self.find(seat.name, game) if seat.bot else None
            if online is None or not online[0].several_seats:
                return seat
        return None

    def refusal(self, game_setup: GameSetup) -> Refusal | None:
        """The refusal of a game that none of the processes of an invited bot can take now; None: it
        is allowed, also if the bot is not online. A bot may always create games for itself."""
        for account, name, required in _required_of(game_setup):
            if not self._can_take(account, required):
                return Refusal("bot_busy", NO_FREE_PROCESS.format(name=name))
        return None

    def not_taken(self, game_setup: GameSetup, exempt: str | None = None) -> Refusal | None:
        """The refusal of a game of a kind that none of the processes of an invited bot takes, but
        the bot with the account `exempt`; None: it is allowed, as in `refusal`."""
        for account, name, required in _required_of(game_setup):
            if account == exempt:
                continue
            processes = [process for process, _ in self._loaded(account)]
            if refusal := refusal_of(name, processes, required):
                return refusal
        return None

    def takes_now(self, account: str, required: Requirements) -> bool:
        """Whether one of the bot's processes takes such a game, and one of them can take it now."""
        processes = [process for process, _ in self._loaded(account)]
        return refusal_of("", processes, required) is None and self._can_take(account, required)

    def address_of(self, name: str) -> str:
        """The address of a bot that is online, or empty: see `Origin`."""
        return self._addresses().get(name, "")

    def _loaded(self, account: str) -> list[tuple[Process, int]]:
        """The bot's processes on all nodes, with their loads."""
        others = self._remote.get(account, {})
        loaded = [each for bot in others.values() for each in processes_of(bot)]
        return loaded + self.processes.loads_of(account)

    def _can_take(self, account: str, required: Requirements) -> bool:
        """Whether one of the bot's processes on any node can take such a game now; also true if the
        bot is not online."""
        loaded = self._loaded(account)
        processes = {number: process for number, (process, _) in enumerate(loaded)}
        loads = {number: load for number, (_, load) in enumerate(loaded)}
        return not loaded or can_take(processes, loads, required)

    def _others(self) -> Iterable[PostedBot]:
        """The bots of other nodes, each once per node."""
        return (bot for bots in self._remote.values() for bot in bots.values())

    def _by_name(self) -> dict[str, p.BotView]:
        if self._online is None:
            own, views = dict[str, list[Watcher]](), dict[str, list[p.BotView]]()
            for watcher, view in self._views.items():
                own.setdefault(view.name, []).append(watcher)
            for bot in self._others():
                views.setdefault(bot.view.name, []).append(bot.view)
            for name, watchers in own.items():
                views.setdefault(name, []).extend(self._process_views(watchers))
            self._online = {name: merge_views(each) for name, each in views.items()}
        return self._online

    def _process_views(self, watchers: Iterable[Watcher]) -> list[p.BotView]:
        """The rows of one bot's processes, each as its newest socket says."""
        return list({each.watch.process: self._views[each] for each in watchers}.values())


def _required_of(game_setup: GameSetup) -> Iterable[tuple[str, str, Requirements]]:
    """The account and the name of each invited bot but the creator, and what the game requires of
    it."""
    bots = [seat for seat in game_setup.invitations if seat is not None and seat.bot]
    invited = [seat for seat in bots if seat.account != game_setup.creator]
    for account, name in {seat.account: seat.name for seat in invited}.items():
        own = [seat for seat in invited if seat.account == account]
        points = len(own) * points_of(game_setup.control)
        level = max(seat.level or 0 for seat in own)
        game, wanted = game_setup.rules.game, wanted_of(game_setup, account)
        yield account, name, Requirements(game, points, level, len(own), wanted)


def merge_views(views: list[p.BotView]) -> p.BotView:
    """The row of a bot with these processes, at least one. A bot plays as many games as all of them
    together, if all have named a number."""
    newest = views[-1]
    if len(views) == 1:
        return newest
    plays = {game for view in views for game in view.plays}
    max_games = [view.most_games for view in views if view.most_games is not None]
    return msgspec.structs.replace(
        newest,
        plays=[game for game in NAMES if game in plays],
        levels=max(view.levels for view in views),
        most_games=sum(max_games) if len(max_games) == len(views) else None,
        several_seats=any(view.several_seats for view in views),
        takes=merged_takes(views),
        pool=merged_pool(views),
    )
