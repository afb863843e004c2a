"""What the native games tell a room beside their rules."""

import pytest

from zeitnot_server.play.native import rules_for


def throwers(game: str, *values: tuple[int, ...]) -> list[int | None]:
    """Whose these throws at the start are; the first legal move is played between them."""
    rules = rules_for(game, {})
    state, found = rules.start(), []
    for faces in values:
        while rules.throw(state) is None:
            state = rules.play(state, rules.legal(state)[0])
        found.append(rules.thrower(state))
        state = rules.chance(state, faces)
    return found


@pytest.mark.parametrize(
    ("game", "values", "seats"),
    [
        ("ewn", [(3,), (1,)], [0, 1]),
        ("backgammon", [(5, 3), (2, 1)], [None, 1]),
        ("kuhn", [(0, 1, 2)], [None]),
    ],
)
def test_whose_a_throw_is(
    game: str, values: list[tuple[int, ...]], seats: list[int | None]
) -> None:
    assert throwers(game, *values) == seats


def test_a_throw_that_decides_who_begins_is_nobodys() -> None:
    assert throwers("backgammon", (3, 5), (2, 1)) == [None, 0]
    assert throwers("backgammon", (4, 4), (6, 5)) == [None, None]


def test_each_game_of_a_match_begins_so() -> None:
    rules = rules_for("backgammon", {"match": "3"})
    state = rules.parse("XGID=-b----E-C---eE---c-e----B-:0:0:0:00:1:0:0:3:10")
    assert rules.thrower(state) is None
