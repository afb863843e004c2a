"""House bots for the seats of people who leave a game of three or more seats while others play.

A bot takes such a seat without being asked, because each of its moves may be due at once. So only
the bots of the server do; they must take such a game, and have a free slot, as for a new game.
"""

from collections.abc import Iterator, Mapping

import zeitnot_protocol as p
from zeitnot_protocol.takes import WantedGame

from ..rooms.players import StandIn
from ..rooms.room import Actor, Room
from .assignment import Requirements, points_of
from .games import BotGames
from .online import OnlineBots
from .players import bots_of


class StandIns:
    """Finds the bots (`hosting.room.host.FindStandIn`)."""

    def __init__(self, online: OnlineBots, games: BotGames) -> None:
        self._online, self._games = online, games

    def find(self, room: Room, seat: int, addresses: Mapping[str, str | None]) -> StandIn | None:
        """A bot for this seat, whose slot is counted from now on."""
        people = [room.seats[each].actor for each in room.playing_seats if each != seat]
        players = [each for each in people if each is not None and not each.bot]
        for account, address in addresses.items():
            self._games.addresses.remember(account, address)
        for bot in self._able(room):
            if self._reserve(room, bot.actor.name, players):
                return bot
        return None

    def _able(self, room: Room) -> Iterator[StandIn]:
        """The house bots that take such a game now; first those that do not play in it yet."""
        here = [each.actor.name for each in room.seats if each.actor is not None]
        game = room.game_setup.rules.game
        views = [view for view in self._online.online() if view.house and game in view.plays]
        for view in sorted(views, key=lambda view: (view.name in here, view.name)):
            level = _level_at(room, view)
            found = self._online.find(view.name, game)
            if found is None or (view.name in here and not view.several_seats):
                continue
            if self._online.takes_now(found[1].account, _required(room, level or 0)):
                account = found[1].account
                yield StandIn(Actor(account, view.name, True, version=view.version), level)

    def _reserve(self, room: Room, bot: str, players: list[Actor]) -> bool:
        """Counts the seat for the bot, as a new game of these players; False: it has no slot for
        them."""
        name, control = f"a seat of {room.id}", room.game_setup.control
        address, is_known = self._games.addresses.of_players(players)
        refusal = self._games.reserve(name, [bot], players[0], control, address, is_known)
        self._games.ended(name)
        if refusal is not None:
            return False
        bots = [*bots_of(room), bot]
        self._games.count_existing(room.id, bots, players[0].account, control, address)
        return True


def _level_at(room: Room, bot: p.BotView) -> int | None:
    """The highest level at which this bot plays in the room already; None: its usual one."""
    own = (each for each in room.seats if each.actor is not None and each.actor.name == bot.name)
    return max((each.bot_level for each in own if each.bot_level is not None), default=None)


def _required(room: Room, level: int) -> Requirements:
    game_setup = room.game_setup
    wanted = WantedGame(
        game_setup.rules.game,
        game_setup.settings,
        game_setup.control,
        people=True,
        bots=bool(bots_of(room)),
        rated=False,
    )
    return Requirements(wanted.game_type, points_of(wanted.control), level, 1, wanted)
