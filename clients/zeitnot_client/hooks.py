"""What a bot decides besides its moves: which games it takes, and how it answers offers."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, get_args

import zeitnot_protocol as p

from .state import RoomState

Verdict = bool | p.DeclineReason
"""Whether a game is taken; a reason declines it."""

REASON_TEXTS: dict[p.DeclineReason, str] = {
    "generic": "I am not accepting this game.",
    "later": "I cannot play at the moment. Please ask again later.",
    "tooFast": "This time control is too fast for me.",
    "tooSlow": "This time control is too slow for me.",
    "timeControl": "I do not play with this time control.",
    "rated": "I only play rated games.",
    "casual": "I only play casual games.",
    "standard": "I do not play the standard form of this game.",
    "variant": "I do not play this game with these settings.",
    "noBot": "I do not play against bots.",
    "onlyBot": "I only play against bots.",
}
TAKEBACKS = 3  # that a person gets in one game with a clock, because each costs the bot time
_Result = TypeVar("_Result")
logger = logging.getLogger("zeitnot.bot")


def allows_takeback(state: RoomState) -> bool:
    """The default for takebacks: a person may take moves back, at most TAKEBACKS times in a game
    with a clock."""
    asker = state.seats[state.offers["takeback"]].player
    is_timed = state.clock is None or any(ms is not None for ms in state.clock.remaining_ms)
    return bool(asker and not asker.bot and (state.takebacks < TAKEBACKS or not is_timed))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks:
    """A bot's decisions, each a plain function that answers at once; a bot has the defaults for
    those that it does not give. One that raises an exception counts as a refusal, and is logged.

    Before it sits down, the bot asks `clock` whether it plays with this time control, `settings`
    whether it plays the game of this room with its settings, and `opponent` for each player on
    another seat. True takes the game. False declines it, and so does a reason that the player is
    told: `generic`, `later`, `tooFast`, `tooSlow`, `timeControl`, `rated`, `casual`, `standard`,
    `variant`, `noBot` or `onlyBot`, as on lichess. By default all games are taken.

    `draw`, `takeback` and `rematch` answer another seat's request. By default draws are declined,
    a person may take back three moves in a game with a clock, and every rematch is agreed to.

    `greeting` and `farewell` return the line of chat that the bot sends when a game begins and
    ends; empty: none.
    """

    clock: Callable[[p.Control], Verdict] = lambda _: True
    settings: Callable[[p.RoomView], Verdict] = lambda _: True
    opponent: Callable[[p.Player], Verdict] = lambda _: True
    draw: Callable[[RoomState], bool] = lambda _: False
    takeback: Callable[[RoomState], bool] = allows_takeback
    rematch: Callable[[RoomState], bool] = lambda _: True
    greeting: Callable[[RoomState], str] = lambda _: ""
    farewell: Callable[[RoomState], str] = lambda _: ""


DEFAULT_HOOKS = Hooks()


def reason_against(hooks: Hooks, state: RoomState) -> p.DeclineReason | None:
    """Why the bot does not take the game of this room; None: it does, as far as is known."""
    if state.room is None:
        return None
    if reason := _reason(answer_of(hooks.clock, False, state.room.control), "timeControl"):
        return reason
    if reason := _reason(answer_of(hooks.settings, False, state.room), "variant"):
        return reason
    for number, seat in enumerate(state.seats):
        if number != state.you and seat.player is not None:
            verdict: Verdict = answer_of(hooks.opponent, False, seat.player)
            if reason := _reason(verdict, "generic"):
                return reason
    return None


def answer_of(hook: Callable[..., _Result], default: _Result, *facts: object) -> _Result:
    """The answer of a hook; the default if it raises an exception, which is logged."""
    try:
        return hook(*facts)
    except Exception:
        logger.exception("a hook of the bot failed")
        return default


def _reason(verdict: Verdict, usual: p.DeclineReason) -> p.DeclineReason | None:
    if isinstance(verdict, bool):
        return None if verdict else usual
    return verdict if verdict in get_args(p.DeclineReason) else usual
