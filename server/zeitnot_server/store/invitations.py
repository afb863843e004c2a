"""The invitations to a game, from a room or from the database; pure."""

from typing import NamedTuple

import zeitnot_protocol as p

from ..rooms.timeouts import answer_ms_of
from .games import Holder


class InvitedGame(NamedTuple):
    """What invitations say of a game. `is_open`: it has not begun; `holders`: by seat; `creator`:
    the account that has created it, if that is known; `series`: to which it belongs; `answer_ms`,
    `rated`: as in Setup."""

    id: str
    game_type: str
    settings: p.Settings
    control: p.Control
    created_at: int
    is_open: bool
    holders: tuple[Holder | None, ...]
    creator: str | None = None
    series: p.Series | None = None
    answer_ms: int | None = None
    rated: bool = False


def invitations_to(game: InvitedGame, account: str) -> list[p.Invited]:
    """The seats of this game that are reserved for this account, or its own."""
    numbered = enumerate(game.holders)
    own = [(seat, each) for seat, each in numbered if each and each.account == account]
    if not own:
        return []
    others = [each for each in game.holders if each is None or each.account != account]
    asker = next((each for each in game.holders if each and each.account == game.creator), None)
    in_time = game.answer_ms is not None or (asker is not None and asker.bot)
    return [
        p.Invited(
            game=game.id,
            game_type=game.game_type,
            settings=game.settings,
            control=game.control,
            seat=seat,
            level=holder.level,
            deadline=game.created_at + answer_ms_of(game.answer_ms, bot=holder.bot)
            if game.is_open and holder.must_answer(game.creator, in_time=in_time)
            else None,
            asker=_player(asker),
            opponents=[_player(each) for each in others],
            series=game.series,
            rated=game.rated,
        )
        for seat, holder in own
    ]


def _player(holder: Holder | None) -> p.Player | None:
    if holder is None:
        return None
    return p.Player(name=holder.name, bot=holder.bot, level=holder.level)
