"""Whether a game with bots may be created now, for new games and for rematches.

A game is refused if one of its bots does not take games of its kind, if a bot or its creator has as
many games as allowed (`games`), or if none of the bot's processes can take it now (`online`). A
game that is admitted counts from then on.
"""

import zeitnot_protocol as p

from ..hosting.room.send_queue import Viewer
from ..rooms.commands import Command
from ..rooms.room import Actor, GameSetup, Invitation, Refusal, Room, Step
from ..rooms.value import replace
from .games import BotGames
from .online import OnlineBots
from .players import bots_of, creator_of, players_of
from .slots import BotSlots


class Admission:
    """Decides whether a game with bots may be created. `slots` frees a slot of a full bot."""

    def __init__(self, online: OnlineBots, games: BotGames, slots: BotSlots) -> None:
        self._online, self._games, self._slots = online, games, slots

    async def admit_new(
        self, game_setup: GameSetup, creator: Actor, address: str | None
    ) -> Refusal | None:
        """Counts a game that is about to be created, or returns its refusal; frees a slot if
        necessary. `address`: of the request; None: this machine. Call `cancel` if the game is not
        created."""
        bots = [seat.name for seat in game_setup.invitations if seat is not None and seat.bot]
        if refusal := self._online.not_taken(game_setup):
            return refusal
        game, control = game_setup.id, game_setup.control
        self._games.addresses.remember(creator.account, address)
        refusal = self._games.reserve(game, bots, creator, control, address)
        if refusal is not None and await self._slots.free_slot(bots, creator, control, address):
            refusal = self._games.reserve(game, bots, creator, control, address)
        if refusal := refusal or self._online.refusal(game_setup):
            self.cancel(game)
        return refusal

    def cancel(self, game: str) -> None:
        """Uncounts a game that was admitted and has not been created."""
        self._games.ended(game)

    def admit_sitting(
        self, room: Room, done: Step, command: Command, viewer: Viewer | None
    ) -> Step:
        """Returns the step, or the refusal of a seat beside bots that do not take this opponent: a
        seat is open to all once the bot that was invited to it has declined. A policy
        (`host.Policy`)."""
        if viewer is None or viewer.actor is None or not isinstance(command, p.Sit):
            return done
        actor, holders = viewer.actor, [seat.actor or seat.invited for seat in done.room.seats]
        if any(seat.invited and seat.invited.account == actor.account for seat in room.seats):
            return done
        sitter = Invitation(actor.account, actor.name, actor.bot)
        seats = tuple(
            sitter if each is None else Invitation(each.account, each.name, each.bot)
            for each in holders
        )  # as if the sitter had the free seats, whose players are checked when they come
        game_setup = replace(room.game_setup, invitations=seats)
        refusal = self._online.not_taken(game_setup, exempt=actor.account)
        return Step(room, refusal=refusal) if refusal else done

    def admit_rematch(
        self, room: Room, done: Step, command: Command, viewer: Viewer | None
    ) -> Step:
        """Returns the step, or the refusal of a rematch that would be one game too many. A policy
        (`host.Policy`), which counts the game when the last player asks for it."""
        if not any(isinstance(entry.event, p.Rematch) for entry in done.entries):
            return done
        if viewer is not None and viewer.actor is not None:
            self._games.addresses.remember(viewer.actor.account, viewer.sender.network)
        made = done.next_game.room(room) if done.next_game else None
        if made and (refusal := self._online.not_taken(made.game_setup)):
            return Step(room, refusal=refusal)
        game = made.id if made else f"after {room.id}"
        creator, bots = creator_of(room), bots_of(made or room)
        origin = self._games.addresses.of_players(players_of(made or room))
        refusal = self._games.reserve(game, bots, creator, room.game_setup.control, *origin)
        if made and refusal is None:
            refusal = self._online.refusal(made.game_setup)
        if made is None or refusal:
            self.cancel(game)
        return Step(room, refusal=refusal) if refusal else done
