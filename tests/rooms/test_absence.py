"""How long a game waits for an absent player."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.absence import MAX_PATIENCE_MS, MIN_PATIENCE_MS, patience_ms


@pytest.mark.parametrize(
    ("control", "expected_ms"),
    [
        (p.Control(kind="sudden_death", base_ms=60_000), MIN_PATIENCE_MS),
        (p.Control(kind="fischer", base_ms=180_000, increment_ms=2_000), 26_000),
        (p.Control(kind="sudden_death", base_ms=600_000), 60_000),
        (p.Control(kind="fischer", base_ms=1_800_000, increment_ms=20_000), MAX_PATIENCE_MS),
        (p.Control(kind="per_move", time_ms=10_000), 40_000),
        (p.Control(kind="per_move", time_ms=1), MIN_PATIENCE_MS),
        (p.Control(kind="correspondence", days=3), None),
        (p.Control(kind="unlimited"), None),
        (p.Control(kind="unlimited", move_limit_ms=1_000), None),
    ],
)
def test_patience_grows_with_the_time_control(control: p.Control, expected_ms: int | None) -> None:
    assert patience_ms(control) == expected_ms
