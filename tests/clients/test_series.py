"""The score of a series, from the bot's side."""

from types import SimpleNamespace

import pytest

import zeitnot_protocol as p
from zeitnot_client.series import score_after

SERIES = p.Series(games=4, number=3, scores=(0.5, 1.5))  # by seat, before this game


def state(you: int | None, scores: tuple[float, float] | None, series: p.Series | None = SERIES):  # type: ignore[no-untyped-def]
    setup = SimpleNamespace(series=series)
    finished = SimpleNamespace(scores=scores)
    return SimpleNamespace(room=SimpleNamespace(setup=setup), finished=finished, you=you)


@pytest.mark.parametrize(
    ("you", "scores", "expected"),
    [
        (0, (1.0, 0.0), (1.5, 1.5)),
        (1, (1.0, 0.0), (1.5, 1.5)),
        (1, (0.0, 1.0), (2.5, 0.5)),
        (0, (0.5, 0.5), (1.0, 2.0)),
        (1, None, (1.5, 0.5)),
        (None, (1.0, 0.0), None),
    ],
)
def test_our_points_come_first(
    you: int | None, scores: tuple[float, float] | None, expected: tuple[float, float] | None
) -> None:
    assert score_after(state(you, scores)) == expected


def test_a_single_game_has_no_series() -> None:
    assert score_after(state(0, (1.0, 0.0), series=None)) is None
