"""How a game begins: at the usual start, or at a given position with moves already played.

The rest of a `Setup` is used elsewhere: `clock_starts` and `first_move_ms` by `clock`,
`engine_lines` by `view` and `seating`, `series` by `series` and `NextGame`.
"""

from typing import Any

import zeitnot_protocol as p

from . import lag, series
from .controls import FREE_TURN_MS
from .rules import IllegalMove, Rules, Throw, reads_positions
from .value import replace

FIRST_MOVE_MS = 60_000
"""How long a free first turn may last by default, in games slower than blitz; else FREE_TURN_MS."""
BLITZ_MS = 8 * 60_000
"""A game in which a seat is expected to use less time than this is bullet or blitz."""
CLOCKLESS = frozenset({"unlimited", "correspondence"})
LEGACY_SETUP = p.Setup(clock_starts="start")
"""The setup of games that were stored without one, by older versions."""


class BadSetup(ValueError):
    """The setup is invalid; the message says why, for people."""


def with_defaults(setup: p.Setup, control: p.Control, rules: Rules) -> p.Setup:
    """The setup that a room stores, of one that `check` has accepted. First turns are free only if
    a clock counts the whole game, or if the limit of a move is shorter than a free turn. Raises
    BadSetup for a `first_move_ms` where no turn is free."""
    setup = _with_own_position(setup, rules)
    is_short = control.move_limit_ms is not None and control.move_limit_ms < FREE_TURN_MS
    is_free = setup.clock_starts == "first_move" and (control.kind not in CLOCKLESS or is_short)
    if not is_free and setup.first_move_ms is not None:
        raise BadSetup("first_move_ms does not apply: with this clock no turn is free.")
    if not is_free:
        return replace(setup, clock_starts="start")
    return replace(setup, first_move_ms=setup.first_move_ms or _first_move_ms(control, rules))


def _with_own_position(setup: p.Setup, rules: Rules) -> p.Setup:
    """The setup with its position as the rules write it: what they read may have more, such as the
    comments of an EPD, and everybody would see it."""
    if setup.position is None:
        return setup
    return replace(setup, position=rules.full_position(_start_state(rules, setup.position)))


def _first_move_ms(control: p.Control, rules: Rules) -> int:
    """How long a free first turn may last if the creator of the game has not said."""
    limit_ms = control.move_limit_ms and control.move_limit_ms * lag.MOVES_PER_GAME
    expected = [ms for ms in (lag.expected_game_ms(control), limit_ms) if ms is not None]
    is_fast = min(expected, default=BLITZ_MS) < BLITZ_MS
    return max(FREE_TURN_MS if is_fast else FIRST_MOVE_MS, first_turn_ms(rules))


def first_turn_ms(rules: Rules) -> int:
    """How long a free first turn needs at least: an optional property of the rules, for games in
    which the seats lay out in it what they play with."""
    ms: int = getattr(rules, "first_turn_ms", FREE_TURN_MS)
    return ms


def check(setup: p.Setup, rules: Rules) -> None:
    """Raises BadSetup for a setup that is invalid or not supported."""
    if setup.engine_lines == "spectators" and rules.hidden is not None:
        raise BadSetup(
            "engine_lines cannot be spectators in a game with hidden cards: the analysis "
            "would reveal them."
        )
    if setup.bots_fill and (rules.seats < 3 or setup.rated):
        raise BadSetup("bots_fill is only for unrated games of three or more seats.")
    try:
        series.check(setup.series, rules.seats)
    except series.BadSeries as bad:
        raise BadSetup(str(bad)) from None
    if setup.moves and start_throw(rules, setup):
        raise BadSetup("The start of this game is drawn: moves of the setup need a position.")
    state = first_state(rules, setup)
    if rules.outcome(state) is not None:
        raise BadSetup("The game would be over in the setup's position.")


def start_throw(rules: Rules, setup: p.Setup) -> Throw | None:
    """The throw that draws the start of a game with this setup; None: the start is known."""
    return rules.start_throw() if setup.position is None else None


def started_state(rules: Rules, setup: p.Setup, state: Any, position: str) -> Any:
    """The state when the game has started with this position; `state`: until then."""
    if not start_throw(rules, setup):
        return state
    if not reads_positions(rules):
        raise AssertionError("a drawn start is read from its text")
    return rules.parse(position)


def first_state(rules: Rules, setup: p.Setup) -> Any:
    """The state at the first event of the game, after the setup's moves; `started_state` is the one
    after its start. Raises BadSetup."""
    if setup.position is None and not setup.moves:
        return rules.start()
    state = _start_state(rules, setup.position)
    for number, move in enumerate(setup.moves, start=1):
        try:
            state = rules.play(state, move)
        except IllegalMove as illegal:
            raise BadSetup(f"Move {number} of the setup cannot be played: {illegal}") from None
    if not _is_open(rules, state):
        raise BadSetup(
            "A game must begin in a position that all seats see completely; the setup's "
            "hides something."
        )
    return state


def _is_open(rules: Rules, state: Any) -> bool:
    """Whether every viewer may see the whole position, because the setup is sent to everybody."""
    seen = {rules.position(state, viewer) for viewer in (None, *range(rules.seats))}
    return seen == {rules.full_position(state)}


def _start_state(rules: Rules, position: str | None) -> Any:
    if position is None:
        return rules.start()
    if not reads_positions(rules):
        raise BadSetup("This game always begins at its usual start: omit the position.")
    try:
        return rules.parse(position)
    except ValueError as bad:
        raise BadSetup(f"The position of the setup cannot be read: {bad}") from None
