"""Whether a game with bots may be made now: the one answer for new games and for rematches.

A game is refused if one of its bots has as many games as it takes, or its maker has (`games`), or
if none of the bot's processes can take it (`online`). A game that is admitted counts from then on.
"""

import zeitnot_protocol as p

from ..hosting.room.send_queue import Viewer
from ..rooms.commands import Command
from ..rooms.room import Actor, GameSetup, Refusal, Room, Step
from .games import BotGames, bots_of, maker_of, players_of
from .online import OnlineBots
from .slots import BotSlots


class Admission:
    """Decides whether a game with bots may be created. `slots` frees a slot of a bot that is
    full."""

    def __init__(self, online: OnlineBots, games: BotGames, slots: BotSlots) -> None:
        self._online, self._games, self._slots = online, games, slots

    async def admit_new(
        self, game_setup: GameSetup, maker: Actor, address: str | None
    ) -> Refusal | None:
        """Counts a game that is about to be made, or returns why it is refused; frees a slot if
        necessary. `address`: of the request; None: this machine. `give_back` if it is not made."""
        bots = [seat.name for seat in game_setup.invitations if seat is not None and seat.bot]
        game, control = game_setup.id, game_setup.control
        self._games.addresses.remember(maker.account, address)
        refusal = self._games.reserve(game, bots, maker, control, address)
        if refusal is not None and await self._slots.make_free(bots, maker, control, address):
            refusal = self._games.reserve(game, bots, maker, control, address)
        if refusal := refusal or self._online.refusal(game_setup):
            self.give_back(game)
        return refusal

    def give_back(self, game: str) -> None:
        """A game that was admitted has not been made."""
        self._games.ended(game)

    def admit_rematch(
        self, room: Room, done: Step, command: Command, viewer: Viewer | None
    ) -> Step:
        """The step, or a refusal of a request for a rematch that would be one game too many. A
        policy (`terms.Policy`), which counts the game when the last player asks for it."""
        if not any(isinstance(entry.event, p.Rematch) for entry in done.entries):
            return done
        if viewer is not None and viewer.actor is not None:
            self._games.addresses.remember(viewer.actor.account, viewer.sender.network)
        made = done.create.room(room) if done.create else None
        game = made.id if made else f"after {room.id}"
        maker, bots = maker_of(room), bots_of(made or room)
        origin = self._games.addresses.of_players(players_of(made or room))
        refusal = self._games.reserve(game, bots, maker, room.game_setup.control, *origin)
        if made and refusal is None:
            refusal = self._online.refusal(made.game_setup)
        if made is None or refusal:
            self.give_back(game)
        return Step(room, refusal=refusal) if refusal else done
