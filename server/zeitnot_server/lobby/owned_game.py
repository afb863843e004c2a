"""A game, for its players' own lists, whether its room is on this node or on another."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

import zeitnot_protocol as p

from ..rooms.room import Phase, Room, Seat
from ..rooms.summary import summary
from ..store import Holder, StoredGame


@dataclass(frozen=True, slots=True)
class OwnedGame:
    """`state`: a `Phase`. `holders`: for each seat the account that has it, or for which it is
    reserved. `summary`: makes the row, which is slow."""

    id: str
    state: str
    holders: tuple[Holder | None, ...]
    summary: Callable[[], p.GameSummary]

    def accounts(self) -> set[str]:
        """The accounts of players and of those invited; empty when the game is over."""
        if self.state == Phase.FINISHED.value:
            return set()
        return {each.account for each in self.holders if each}

    def invitations(self, account: str) -> list[p.Invited]:
        """The seats that are reserved for this account, or its own."""
        seats = self._seats(account)
        if not seats:
            return []
        row = self.summary()
        return [
            p.Invited(
                game=self.id,
                game_type=row.game_type,
                settings=row.settings,
                control=row.control,
                seat=seat,
                level=level,
            )
            for seat, level in seats
        ]

    def row(self, account: str) -> p.GameSummary:
        """The row of this game for this account, with its seat, or with `your_seats` if it has
        several."""
        return own_row(self.summary(), [seat for seat, _ in self._seats(account)])

    def _seats(self, account: str) -> list[tuple[int, int | None]]:
        """The seats of this account, each with the level at which it was invited."""
        numbered = enumerate(self.holders)
        return [(seat, each.level) for seat, each in numbered if each and each.account == account]


def own_row(row: p.GameSummary, own: list[int]) -> p.GameSummary:
    """A row in the list of an account that has these seats."""
    you = own[0] if own else None
    return msgspec.structs.replace(row, you=you, your_seats=own if len(own) > 1 else [])


def owned(game: Room | StoredGame) -> OwnedGame:
    """The OwnedGame of a room in memory, or of a stored game."""
    if isinstance(game, Room):
        return OwnedGame(
            game.id, game.phase.value, tuple(map(_holder, game.seats)), lambda: summary(game)
        )
    row = game.summary
    return OwnedGame(row.id, row.state, game.holders, lambda: row)


def _holder(seat: Seat) -> Holder | None:
    player, invited = seat.actor or seat.invited, seat.invited
    return Holder(player.account, invited.level if invited else None) if player else None
