"""A game as its players' own lists need it, whether its room is here or at another node."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

import zeitnot_protocol as p

from ..rooms.room import Phase, Room, Seat
from ..rooms.summary import summary
from ..store import Holder, StoredGame


@dataclass(frozen=True, slots=True)
class OwnedGame:
    """`state`: a `Phase`. `holders`: who has each seat, or for whom it is reserved. `summary` makes
    the row, which takes a while."""

    id: str
    state: str
    holders: tuple[Holder | None, ...]
    summary: Callable[[], p.GameSummary]

    def accounts(self) -> set[str]:
        """The players, and who is invited; nobody once the game is over."""
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
        """The row of this game for this account, with its seat. `your_seats` where they are
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
    """The game of a room that is here, or as it is stored."""
    if isinstance(game, Room):
        return OwnedGame(
            game.id, game.phase.value, tuple(map(_holder, game.seats)), lambda: summary(game)
        )
    row = game.summary
    return OwnedGame(row.id, row.state, game.holders, lambda: row)


def _holder(seat: Seat) -> Holder | None:
    player, invited = seat.actor or seat.invited, seat.invited
    return Holder(player.account, invited.level if invited else None) if player else None
