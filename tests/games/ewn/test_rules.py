"""EinStein würfelt nicht!: the rules that random games seldom reach."""

import pytest

from zeitnot_engines.games import load


def test_nearest_stones_move_and_may_capture_their_own_side() -> None:
    state = load("ewn").parse("B 2 25 0 24 0 0 0 1 0 0 0 0 0")
    assert set(state.legal()) == {"25-24", "25-20", "25-19", "24-23", "24-19", "24-18"}
    assert state.play("25-24").text == "R 0 24 0 0 0 0 0 1 0 0 0 0 0"


def test_impossible_throw_is_refused() -> None:
    start = load("ewn").start()
    for bad in ((), (0,), (7,), (1, 2), (-1,)):
        with pytest.raises(ValueError, match="impossible for the due throw"):
            start.throw(bad)
    shuffled = load("ewn", {"setup": "random"}).start()
    for wrong in ((1,), (0, 1, 2, 3, 4, 4), (1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4)):
        with pytest.raises(ValueError, match="impossible for the due throw"):
            shuffled.throw(wrong)


def test_set_up_position_is_read_only_with_free_set_up() -> None:
    free = load("ewn", {"setup": "free"})
    assert len(free.parse("R 0 15 19 20 23 24 25 0 0 0 0 0 0").legal()) == 720
    with pytest.raises(ValueError, match="after all stones are set up"):
        free.parse("R 4 15 19 20 23 24 25 0 0 0 0 0 0")
    assert load("ewn").parse("R 0 15 19 20 23 24 25 0 0 0 0 0 0").result is not None


def test_six_digits_give_the_default_set_up() -> None:
    state = load("ewn", {"setup": "free"}).start().play("654321").play("123456")
    assert state.text == load("ewn").start().text == "B 0 25 24 23 20 19 15 1 2 3 6 7 11"
