"""The seat that a throw of a native game belongs to."""

import pytest

from zeitnot_server.hosting.native import rules_for


def throwers(game: str, *values: tuple[int, ...]) -> list[int | None]:
    """The seats of the first throws, with the first legal move played between them."""
    rules = rules_for(game, {})
    state, seats = rules.start(), []
    for faces in values:
        while rules.throw(state) is None:
            state = rules.play(state, rules.legal(state)[0])
        seats.append(rules.thrower(state))
        state = rules.chance(state, faces)
    return seats


@pytest.mark.parametrize(
    ("game", "values", "seats"),
    [
        ("ewn", [(3,), (1,)], [0, 1]),
        ("backgammon", [(5, 3), (2, 1)], [None, 1]),
        ("kuhn", [(0, 1, 2)], [None]),
    ],
)
def test_each_throw_belongs_to_its_seat(
    game: str, values: list[tuple[int, ...]], seats: list[int | None]
) -> None:
    assert throwers(game, *values) == seats


def test_a_throw_that_decides_who_begins_has_no_seat() -> None:
    assert throwers("backgammon", (3, 5), (2, 1)) == [None, 0]
    assert throwers("backgammon", (4, 4), (6, 5)) == [None, None]


def test_each_game_of_a_match_begins_with_a_throw_without_seat() -> None:
    rules = rules_for("backgammon", {"match": "3"})
    state = rules.parse("XGID=-b----E-C---eE---c-e----B-:0:0:0:00:1:0:0:3:10")
    assert rules.thrower(state) is None
