"""The speed classes: each game and speed has ratings of its own. The bounds are lichess's."""

from zeitnot_protocol import Control

from ..rooms.lag import expected_game_ms

CORRESPONDENCE = "correspondence"
_BELOW_MS = (
    ("ultrabullet", 30_000),
    ("bullet", 180_000),
    ("blitz", 480_000),
    ("rapid", 1_500_000),
)
SPEEDS = (*(speed for speed, _ in _BELOW_MS), "classical", CORRESPONDENCE)


def speed_of(control: Control) -> str | None:
    """The class of a time control, by the time that it gives a seat for 40 moves; None without a
    clock: such games are not rated."""
    if control.kind == CORRESPONDENCE:
        return CORRESPONDENCE
    expected = expected_game_ms(control)
    if expected is None:
        return None
    for speed, below_ms in _BELOW_MS:
        if expected < below_ms:
            return speed
    return "classical"
