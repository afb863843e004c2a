"""Leduc and limit hold'em in the terminal: the table, and the line that ends a hand."""

import random

import pytest

from zeitnot_client.terminal.boards import board, part_result
from zeitnot_client.terminal.face import Change
from zeitnot_engines.games import load

NAMES = ("Ann", "Bob")
FOUR = {"hands": 4}


@pytest.mark.parametrize(
    ("game", "settings", "position", "lines"),
    [
        ("leduc", FOUR, "-/-/ 1 0 -/-/", ["hand 1 of 4, chips: first 0, second 0", "no cards yet"]),
        (
            "leduc",
            FOUR,
            "Ks?/Qh/crc-r 2 -1 JsQs/-/rf",
            [
                "hand 2 of 4, chips: first -1, second +1",
                "1 Ks   2 ?   board Qh   pot 10",
                "2 check, 1 raise, 2 call; 2 raise",
                "before: 1 Js   2 Qs   pot 4",
                "  1 raise, 2 fold",
            ],
        ),
        (
            "leduc",
            {**FOUR, "bets": "nolimit", "stack": 20},
            "?Jh/-/ha 1 0 -/-/",
            ["hand 1 of 4, chips: first 0, second 0", "1 ?   2 Jh   pot 22", "1 half, 2 all in"],
        ),
        (
            "holdem",
            FOUR,
            "AhKd????/Qs9h2c/crc-rr 1 0 -/-/",
            [
                "hand 1 of 4, chips: first 0, second 0, dealer 1",
                "1 Ah Kd   2 ? ?   board Qs 9h 2c   pot 14",
                "1 call, 2 raise, 1 call; 2 bet, 1 raise",
            ],
        ),
        (  # the session is over
            "holdem",
            {"hands": 2},
            "-/-/ 3 -2 AhKd7c2s/-/rf",
            [
                "hand 2 of 2, chips: first -2, second +2, dealer 2",
                "1 Ah Kd   2 7c 2s   pot 6",
                "2 raise, 1 fold",
            ],
        ),
    ],
)
def test_table_is_drawn(
    game: str, settings: dict[str, str | int | bool], position: str, lines: list[str]
) -> None:
    assert board(game, position, [], None, 0, settings).plain.splitlines() == lines


@pytest.mark.parametrize("position", ["", "K/-/ 1 0 -/-/", "Ks?/ 1 0 -/-/", "Ks?/-/x 1 0 -/-/"])
def test_malformed_position_is_shown_verbatim(position: str) -> None:
    assert board("leduc", position, [], None).plain == position
    assert part_result("leduc", Change(position, position, NAMES)) is None


@pytest.mark.parametrize(
    ("game", "before", "after", "line"),
    [
        (
            "leduc",
            "Ks?/Qh/cc-c 1 0 -/-/",
            "-/-/ 2 -1 KsQs/Qh/cc-cc",
            "Hand 1: Bob wins 1 chip, Qs beats Ks at the showdown, board Qh.",
        ),
        (
            "leduc",
            "Ks?/Qh/cc-c 1 0 -/-/",
            "-/-/ 2 0 KsKh/Qh/cc-cc",
            "Hand 1: nobody wins, Ks equals Kh at the showdown, board Qh.",
        ),
        (
            "holdem",
            "AhKd????/-/r 1 0 -/-/",
            "-/-/ 2 2 AhKd????/-/rf",
            "Hand 1: Ann wins 2 chips, Bob folds.",
        ),
        ("holdem", "AhKd????/-/ 1 0 -/-/", "AhKd????/-/r 1 0 -/-/", None),
    ],
)
def test_finished_hand_is_reported(game: str, before: str, after: str, line: str | None) -> None:
    assert part_result(game, Change(before, after, NAMES)) == line


@pytest.mark.parametrize("game", ["leduc", "holdem"])
def test_half_the_pot_bounds_the_winnings(game: str) -> None:
    """A hand wins at most half the pot, and exactly half after a showdown."""
    rng, state = random.Random(3), load(game, {"hands": 20}).start()
    ended = 0
    while state.result is None:
        if state.due is not None:
            later = state.throw(rng.sample(range(state.due[1][0]), state.due[1][0]))
        else:
            later = state.play(rng.choice(state.legal()))
        if part_result(game, Change(state.text, later.text, NAMES)):
            ended += 1
            won = abs(int(later.text.split(" ")[2]) - int(state.text.split(" ")[2]))
            pot = int(board(game, later.text, [], None, 0).plain.split("pot ")[1].split("\n")[0])
            assert won <= pot / 2
            if later.text.endswith("c") and won:
                assert won == pot / 2
        state = later
    assert ended == 20
