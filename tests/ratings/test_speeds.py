"""The speed class of a time control."""

import pytest

from zeitnot_protocol import Control, Stage
from zeitnot_server.ratings.speeds import SPEEDS, speed_of


@pytest.mark.parametrize(
    ("control", "speed"),
    [
        (Control(kind="sudden_death", base_ms=29_000), "ultrabullet"),
        (Control(kind="sudden_death", base_ms=30_000), "bullet"),
        (Control(kind="fischer", base_ms=60_000, increment_ms=1_000), "bullet"),
        (Control(kind="fischer", base_ms=180_000, increment_ms=0), "blitz"),
        (Control(kind="fischer", base_ms=180_000, increment_ms=2_000), "blitz"),
        (Control(kind="fischer", base_ms=300_000, increment_ms=5_000), "rapid"),
        (Control(kind="fischer", base_ms=600_000, increment_ms=0), "rapid"),
        (Control(kind="fischer", base_ms=900_000, increment_ms=15_000), "classical"),
        (Control(kind="per_move", time_ms=10_000), "blitz"),
        (Control(kind="byoyomi", base_ms=600_000, periods=5, period_ms=30_000), "classical"),
        (Control(kind="canadian", base_ms=0, moves=25, period_ms=300_000), "rapid"),
        (Control(kind="stages", stages=[Stage(base_ms=240_000)]), "blitz"),
        (Control(kind="hourglass", base_ms=60_000), "bullet"),
        (Control(kind="unlimited", move_limit_ms=30_000), "rapid"),
        (Control(kind="unlimited"), None),
        (Control(kind="correspondence", days=1), "correspondence"),
    ],
)
def test_the_class_of_a_control(control: Control, speed: str | None) -> None:
    assert speed_of(control) == speed
    assert speed is None or speed in SPEEDS
