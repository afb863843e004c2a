"""Which games are rated."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import zeitnot_protocol as p

from ..rooms.room import Actor, Invitation, Room
from ..rooms.rules import Rules, sides_of
from .counting import QUICK_PLIES
from .options import RatingOptions
from .rating import RatedGame, Result
from .speeds import speed_of

ADJUDICATED = "adjudicated"
ONE_OWNER = (
    "Two bots of one owner, or a bot and its owner, cannot play a rated game with each other."
)
_LEAVING = frozenset({"resign", "abandoned", "flag"})


def reason_against(
    rules: Rules,
    setup: p.Setup,
    control: p.Control,
    defaults: p.Settings,
    options: RatingOptions,
) -> str | None:
    """Why a game like this cannot be rated, for people; None: it can. `defaults`: the game's
    standard settings."""
    if options.pools == "off":
        return "This server does not offer rated games."
    if rules.settings != defaults:
        return "A rated game needs the game's standard settings."
    if setup.position is not None or setup.moves:
        return "A rated game begins at the usual start, not at a given position."
    if speed_of(control) is None:
        return "A rated game needs a clock."
    return None


def reason_against_player(
    player: Actor, others: Iterable[Actor | Invitation], options: RatingOptions
) -> str | None:
    """Why this player cannot play a rated game with these others, for people; None: they can."""
    if not (player.bot or player.kept):
        return "Only players who keep their account can play rated games: choose a password first."
    if options.pools == "apart" and any(other.bot != player.bot for other in others):
        return "This server rates people and bots apart, so this game can only be unrated."
    return None


def reason_against_invited(
    invited: Sequence[Invitation | None],
    pools: str,
    owners: Mapping[str, str | None] = MappingProxyType({}),
) -> str | None:
    """Why these players cannot play a rated game with each other, as far as they are known.
    `owners`: the account that owns each bot, by the bot's account; None: it has no owner."""
    known = [each for each in invited if each is not None]
    if len({each.account for each in known}) < len(known):
        return "A rated game needs a different player on each seat."
    if len({owners.get(each.account) or each.account for each in known}) < len(known):
        return ONE_OWNER
    if pools == "apart" and len({each.bot for each in known}) > 1:
        return "This server rates people and bots apart, so this game can only be unrated."
    return None


def rated_game(room: Room) -> RatedGame | None:
    """The game that has ended in this room, if it changes ratings: it has a result that its players
    have made, and all of them have moved."""
    game_setup, finished = room.game_setup, room.finished
    speed = speed_of(game_setup.control)
    if not game_setup.setup.rated or finished is None or speed is None:
        return None
    if finished.scores is None or finished.reason == ADJUDICATED:
        return None
    accounts = [seat.actor.account for seat in room.seats if seat.actor is not None]
    if len({*accounts}) != len(room.seats) or len(room.moved) < len(room.seats):
        return None
    sides = _sides(game_setup.rules)
    results = zip(accounts, sides, finished.scores, strict=True)
    return RatedGame(
        room.id,
        game_setup.rules.game,
        speed,
        finished.at,
        tuple(Result(account, side, float(score)) for account, side, score in results),
    )


def leaves_at_once(room: Room, score: float) -> bool:
    """Whether the seat with this score has lost the ended game by leaving it at once, or on time as
    early."""
    if room.finished is None or room.finished.reason not in _LEAVING:
        return False
    return score <= 0 and room.ply < QUICK_PLIES * len(room.seats)


def _sides(rules: Rules) -> Sequence[int]:
    """The number of each seat's side."""
    numbers = {seat: n for n, side in enumerate(sides_of(rules)) for seat in side}
    return [numbers[seat] for seat in range(rules.seats)]
