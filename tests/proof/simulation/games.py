"""The games of the simulation, and the hidden information that their players must not receive."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.rules import Rules

from ...rooms.games import Deal, Duel, Race
from ...rooms.hidden_games import CARDS, Hands, Relay
from ...rooms.marathon import Marathon

STAND_IN = "accGnu"  # the account of the bot that takes the seats of people who leave
NATIVE = ["tictactoe", "tictactoe", "ewn", "niujiaoqi"]


def draw_rules(rng: Random, only_multiplayer: bool = False) -> Rules:
    """Draws the rules of a game, usually a short one in Python. `only_multiplayer`: only games of
    three to six seats, some of which leave while the others play on."""
    test_games: list[Callable[[], Rules]] = [
        lambda: Race(rng.randint(8, 20)),
        lambda: Duel(rng.randint(1, 5)),
        lambda: Relay(seats=3),
        Deal,
        Hands,
        lambda: _marathon(rng),
    ]
    if only_multiplayer:
        return _marathon(rng)
    if rng.random() < 0.85:
        return rng.choice(test_games)()
    return rules_for(rng.choice(NATIVE), {})


def _marathon(rng: Random) -> Rules:
    return Marathon(rng.randint(3, 6), goal=rng.randint(6, 12), hides=rng.random() < 0.5)


def full_position(rules: Rules, state: Any) -> str:
    """The position with all hidden parts, as in the log."""
    return (
        rules.position(state, None) if rules.hidden is None else rules.hidden.full_position(state)
    )


def engine_prefix(seat: int | None, *, stands_in: bool = False) -> str:
    """The prefix of every line of this seat's engine, or of the bot's that has taken the seat."""
    return f"advice-of-{'bot-' if stands_in else ''}{seat}-"


def may_see_engine_lines(setup: p.Setup, thinker: int | None, seat: int | None) -> bool:
    """Whether this seat (None: a spectator) may see the lines of another seat's engine."""
    return seat == thinker or (seat is None and setup.engine_lines == "spectators")


def secrets_of(rules: Rules, state: Any, seat: int | None) -> list[str]:
    """The texts that must not be sent to this seat before the end of the game."""
    if not isinstance(rules, Hands):
        return []
    return [  # card 3 of the deal is open, and each seat sees its own
        CARDS[card] for index, card in enumerate(state.cards) if index not in (3, seat)
    ]


def redacted(rules: Rules, setup: p.Setup, event: Any, state: Any, seat: int | None) -> Any:
    """The event as this seat should see it. `state`: after the event."""
    if isinstance(event, p.Moved) and not may_see_engine_lines(setup, event.seat, seat):
        event = msgspec.structs.replace(event, engine=None)
    hidden = rules.hidden
    if hidden is None:
        return event
    position = rules.position(state, seat)
    match event:
        case p.Started() | p.Withdrew():
            return msgspec.structs.replace(event, position=position)
        case p.Threw():
            seen = list(hidden.visible_throw(state, tuple(event.values), seat))
            return msgspec.structs.replace(event, values=seen, position=position)
        case p.Moved():
            move = hidden.visible_move(state, event.seat, event.move, seat)
            return msgspec.structs.replace(event, move=move, position=position)
    return event
