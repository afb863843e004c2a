"""A game, for its players' own lists, whether its room is on this node or on another."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

import zeitnot_protocol as p

from ..rooms.room import Phase, Room, Seat
from ..rooms.summary import summary
from ..store import Holder, StoredGame
from ..store.invitations import InvitedGame, invitations_to


@dataclass(frozen=True, slots=True)
class OwnedGame:
    """`state`: a `Phase`. `holders`: for each seat the account that has it, or for which it is
    reserved. `summary`: makes the row, which is slow. `creator`: the account that has created it,
    if that is known; `series`: to which it belongs; `answer_ms`: as in Setup."""

    id: str
    state: str
    holders: tuple[Holder | None, ...]
    summary: Callable[[], p.GameSummary]
    creator: str | None = None
    series: p.Series | None = None
    answer_ms: int | None = None

    def accounts(self) -> set[str]:
        """The accounts of players and of those invited; empty when the game is over."""
        if self.state == Phase.FINISHED.value:
            return set()
        return {each.account for each in self.holders if each}

    def invitations(self, account: str) -> list[p.Invited]:
        """The seats that are reserved for this account, or its own."""
        if not self._seats(account):
            return []
        row = self.summary()
        game = InvitedGame(
            self.id,
            row.game_type,
            row.settings,
            row.control,
            row.created_at,
            self.state == Phase.OPEN.value,
            self.holders,
            self.creator,
            self.series,
            self.answer_ms,
            row.rated,
        )
        return invitations_to(game, account)

    def row(self, account: str) -> p.GameSummary:
        """The row of this game for this account, with its seat, or with `your_seats` if it has
        several."""
        return own_row(self.summary(), self._seats(account))

    def _seats(self, account: str) -> list[int]:
        """The seats of this account."""
        numbered = enumerate(self.holders)
        return [seat for seat, each in numbered if each and each.account == account]


def own_row(row: p.GameSummary, own: list[int]) -> p.GameSummary:
    """A row in the list of an account that has these seats."""
    you = own[0] if own else None
    return msgspec.structs.replace(row, you=you, your_seats=own if len(own) > 1 else [])


def owned(game: Room | StoredGame) -> OwnedGame:
    """The OwnedGame of a room in memory, or of a stored game."""
    if isinstance(game, Room):
        holders, creator = tuple(map(_holder, game.seats)), game.game_setup.creator
        setup, phase = game.game_setup.setup, game.phase.value
        more = (creator, setup.series, setup.answer_ms)
        return OwnedGame(game.id, phase, holders, lambda: summary(game), *more)
    row = game.summary
    more = (game.creator, game.series, game.answer_ms)
    return OwnedGame(row.id, row.state, game.holders, lambda: row, *more)


def _holder(seat: Seat) -> Holder | None:
    player = seat.actor or seat.invited
    if player is None:
        return None
    # without a call of `bot_level`, because a move has a budget of calls
    level = seat.level if seat.left else seat.invited.level if seat.invited else None
    return Holder(player.account, level, player.bot, player.name, seat.actor is not None)
