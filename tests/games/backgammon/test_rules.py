"""Backgammon: the counts, the rules of dice and cube, matches, positions as XGID."""

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from ...each import each
from ...engines.rules import playout

COUNTS: dict[str, int] = json.loads(
    (Path(__file__).parents[2] / "data/values.json").read_text(encoding="utf-8")
)["backgammon"]["start_distinct_plays"]
START = "-b----E-C---eE---c-e----B-"
SINGLE, CUBE = load("backgammon"), load("backgammon", {"cube": "on"})
MATCH = load("backgammon", {"match": "3", "cube": "on"})


def xgid(signs: str = START, *fields: Any) -> str:
    """A position's text: checkers, then cube, owner, turn, dice, scores, Crawford, length."""
    values = (*fields, *(0, 0, 1, "00", 0, 0, 0, 0)[len(fields) :])
    return f"XGID={signs}:" + ":".join(map(str, values)) + ":10"


def checkers(ours: dict[int, int], theirs: dict[int, int]) -> str:
    """The first field, from the checkers by point as each side counts; 25 is the bar."""
    signs = ["-"] * 26
    for point, count in ours.items():
        signs[point] = chr(ord("A") + count - 1)
    for point, count in theirs.items():
        signs[25 - point] = chr(ord("a") + count - 1)
    return "".join(signs)


@each(("dice", "plays"), COUNTS.items())
def test_distinct_first_plays(dice: str, plays: int) -> None:
    for turn in (1, -1):
        state = SINGLE.parse(xgid(START, 0, 0, turn, dice))
        assert len(state.legal()) == plays
        assert len({state.play(move).key for move in state.legal()}) == plays


def test_perft_counts_plays_of_all_throws() -> None:
    """The opening has 30 decisive throws, each non-double twice; then each play has 21 throws."""
    singles = sum(plays for dice, plays in COUNTS.items() if dice[0] != dice[1])
    assert SINGLE.start().perft(1) == 2 * singles
    replies = 0
    for values, _ in SINGLE.start().outcomes():
        state = SINGLE.start().throw(values)
        replies += sum(state.play(move).perft(1) for move in state.legal())
    assert SINGLE.start().perft(2) == replies


def test_higher_opening_die_begins_and_equal_dice_are_rethrown() -> None:
    start = SINGLE.start()
    assert start.throw((2, 5)).text == xgid(START, 0, 0, -1, "52")
    assert start.throw((5, 2)).text == xgid(START, 0, 0, 1, "52")
    assert (start.throw((4, 4)).due, start.throw((4, 4)).text) == (start.due, start.text)
    assert all(values[0] != values[1] for values, _ in start.outcomes())


def test_doubles_are_half_as_likely() -> None:
    state = SINGLE.parse(xgid())
    chances = {tuple(values): p for values, p in state.outcomes()}
    assert len(chances) == 21
    assert sum(chances.values()) == pytest.approx(1)
    assert (chances[3, 3], chances[6, 1]) == pytest.approx((1 / 36, 2 / 36))
    assert state.throw((1, 6)) == state.throw((6, 1))


@pytest.mark.parametrize(
    ("signs", "dice", "legal"),
    [
        # Both dice in the one order that is open.
        (checkers({20: 1}, {11: 2, 1: 2}), "65", {"20/9"}),
        # Either die, but not both: the higher; the lower if the higher is blocked.
        (checkers({20: 1}, {16: 2, 1: 2}), "65", {"20/14"}),
        (checkers({20: 1}, {16: 2, 11: 2}), "65", {"20/15"}),
        # From the bar first, as far as possible.
        (checkers({25: 2, 13: 2}, {1: 3}), "21", {"bar/23"}),
        (checkers({25: 1, 6: 2}, {n: 2 for n in range(1, 7)}), "33", {"pass"}),
        (checkers({25: 1, 13: 1}, {2: 2, 4: 2}), "22", {"pass"}),
        # Bearing off: with a higher die from the highest point only.
        (checkers({3: 2}, {1: 2}), "65", {"3/off(2)"}),
        (checkers({3: 1, 1: 1}, {1: 2}), "21", {"3/off"}),
        (checkers({7: 1, 2: 1}, {1: 2}), "61", {"7/1 2/1", "7/off"}),
        # As many steps of a double as possible.
        (checkers({13: 1, 1: 1}, {22: 2}), "55", {"13/8"}),
    ],
)
def test_which_dice_must_be_played(signs: str, dice: str, legal: set[str]) -> None:
    assert set(SINGLE.parse(xgid(signs, 0, 0, 1, dice)).legal()) == legal


def test_plays_are_written_in_standard_notation() -> None:
    signs = checkers({25: 1, 13: 2}, {5: 1, 8: 3})
    six_four = SINGLE.parse(xgid(signs, 0, 0, 1, "64"))
    assert set(six_four.legal()) == {"bar/21 13/7", "bar/19 13/9", "bar/15"}
    five_one = SINGLE.parse(xgid(signs, 0, 0, 1, "51"))
    assert set(five_one.legal()) == {"bar/20*/19", "bar/20* 13/12", "bar/19", "bar/24 13/8"}
    assert five_one.play("bar/20*/19").text.startswith("XGID=a")
    assert not five_one.play("bar/19").text.startswith("XGID=a")


@pytest.mark.parametrize(
    ("theirs", "word", "points"),
    [
        ({6: 2}, "all borne off", 1),
        ({12: 15}, "gammon", 2),
        ({25: 1, 6: 14}, "backgammon", 3),
        ({19: 1, 6: 14}, "backgammon", 3),
        ({18: 1, 6: 14}, "gammon", 2),
    ],
)
def test_gammon_and_backgammon_multiply_points(
    theirs: dict[int, int], word: str, points: int
) -> None:
    end = SINGLE.parse(xgid(checkers({1: 1}, theirs), 0, 0, 1, "21")).play("1/off")
    assert end.result == ((1.0, 0.0), "rules", word)
    assert end.text.split(":")[5:7] == [str(points), "0"]
    assert SINGLE.parse(end.text) == end


def test_cube_decision_precedes_the_throw() -> None:
    state = CUBE.parse(xgid())
    assert (state.due, state.legal()) == (None, ["roll", "double"])
    rolled = state.play("roll")
    assert (rolled.text, rolled.legal()) == (xgid(START, 0, 0, 1, "--"), [])
    assert rolled.due == ("dice", (6, 6))
    doubled = state.play("double")
    assert (doubled.turn, doubled.legal(), doubled.due) == (1, ["take", "drop"], None)
    assert doubled.text == xgid(START, 0, 0, 1, "D")
    taken = doubled.play("take")
    assert taken.text == xgid(START, 1, -1, 1, "00")
    assert taken.due is not None, "only the cube's owner can double"
    dropped = doubled.play("drop")
    assert dropped.result == ((1.0, 0.0), "rules", "double dropped")
    theirs = CUBE.parse(xgid(START, 1, -1, -1, "00"))
    assert theirs.legal() == ["roll", "double"]
    assert CUBE.parse(xgid(START, 6, 1, 1, "00")).due is not None, "the cube ends at 64"


def test_match_has_one_crawford_game() -> None:
    state = MATCH.parse(xgid(checkers({1: 1}, {18: 1, 6: 14}), 0, 0, 1, "21", 0, 0, 0, 3)).play(
        "1/off"
    )
    assert state.text == xgid(START, 0, 0, 0, "00", 2, 0, 1, 3)
    moved = state.throw((3, 1)).play("8/5 6/5")
    assert moved.due is not None, "no cube in the Crawford game"
    late = xgid(checkers({3: 1, 2: 1}, {1: 1}), 0, 0, -1, "21", 2, 0, 1, 3)
    after = MATCH.parse(late).play("1/off")
    assert after.text == xgid(START, 0, 0, 0, "00", 2, 1, 0, 3)
    assert after.throw((3, 1)).play("8/5 6/5").legal() == ["roll", "double"]
    end = MATCH.parse(xgid(checkers({1: 1}, {6: 2}), 0, 0, 1, "21", 2, 1, 0, 3)).play("1/off")
    assert end.result == ((1.0, 0.0), "rules", "all borne off")


def test_useless_double_is_not_offered() -> None:
    ahead = xgid(START, 0, 0, 1, "00", 2, 1, 0, 3)
    assert MATCH.parse(ahead).due is not None
    behind = xgid(START, 0, 0, -1, "00", 2, 1, 0, 3)
    assert MATCH.parse(behind).legal() == ["roll", "double"]


@each(
    ("text", "sentence"),
    [
        ("", "ten fields"),
        (xgid("-" * 26), "a checker on the board"),
        (xgid(START.replace("E", "P", 1)), "A to O"),
        (xgid(START.replace("B", "C")), "15 checkers"),
        (xgid("A" + START[1:]), "the bar of"),
        (xgid(START, 1, 0), "The cube is 0"),
        (xgid(START, 0, 0, 2), "The turn is"),
        (xgid(START, 0, 0, 0, "31"), "only at the start of a game"),
        (xgid(START, 0, 0, 1, "71"), "two of 1 to 6"),
        (xgid(START, 0, 0, 1, "D"), "no cube here"),
        (xgid(START, 0, 0, 1, "R"), "Raccoons"),
        (xgid(START, 0, 0, 1, "00", 0, 0, 4), "Jacoby"),
        (xgid(START, 0, 0, 1, "00", 0, 0, 1, 5), "Crawford game is one of a match"),
        (xgid(START, 0, 0, 1, "00", 3, 0, 0, 3), "loser is to move"),
        (xgid(START, 0, 0, -1, "00", 4, 0, 0, 3), "does not fit"),
        (xgid(START, 0, 0, 1, "00", 3, 3, 0, 3), "Only one side"),
        (xgid(START, 0, 0, 1, "00", 999, 0, 0, 3), "higher than"),
        (xgid(START, 0, 0, 1, "00", 0, 0, 2, 3), "Crawford game and else 0"),
        (xgid(START, 0, 0, 1, "00", 0, 0, 0, 65), "at most 64"),
        (xgid(START, 5, 1).replace(":10", ":4"), "not above it"),
    ],
)
def test_bad_position_is_refused_with_a_reason(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        SINGLE.parse(text)


def checkers_on_board(state: History) -> list[int]:
    """How many checkers each side has on the board."""
    signs = state.text[5:31]
    return [
        sum(ord(s.lower()) - 96 for s in signs if s.isalpha() and s.islower() == low)
        for low in (False, True)
    ]


def test_checkers_on_board_never_increase() -> None:
    for seed in range(20):
        states = playout(SINGLE, seed)
        assert 15 in [15 - count for count in checkers_on_board(states[-1])]
        for before, after in pairwise(map(checkers_on_board, states)):
            assert after[0] <= before[0] <= 15
            assert after[1] <= before[1] <= 15


def test_engine_finds_standard_opening_plays() -> None:
    for dice, best in (("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7")):
        state = SINGLE.parse(xgid(START, 0, 0, 1, dice))
        assert Engine(SINGLE).search(state, depth=1).best == best


def test_engine_doubles_and_drops_in_clear_positions() -> None:
    won = checkers({6: 2, 5: 2, 4: 3}, {6: 5, 5: 4, 4: 3})
    assert Engine(CUBE).search(CUBE.parse(xgid(won)), depth=1).best == "double"
    assert Engine(CUBE).search(CUBE.parse(xgid(won, 0, 0, 1, "D")), depth=1).best == "drop"
    level = Engine(CUBE).search(CUBE.parse(xgid(START)), depth=1)
    assert level.best == "roll"
    assert Engine(CUBE).search(CUBE.parse(xgid(START, 0, 0, 1, "D")), depth=1).best == "take"


def test_engine_beats_a_random_player() -> None:
    rng, engine, won = random.Random(2), Engine(SINGLE), 0
    for _ in range(20):
        state = SINGLE.start()
        while state.result is None:
            if state.due is not None:
                values, weights = zip(*state.outcomes(), strict=True)
                state = state.throw(rng.choices(values, weights)[0])
            elif state.turn == 0:
                state = state.play(str(engine.search(state, depth=1).best))
            else:
                state = state.play(rng.choice(state.legal()))
        won += state.result[0][0] == 1.0
    assert won >= 18


# ── money games ────────────────────────────────────────────────────────────────────────────────


JACOBY = load("backgammon", {"cube": "on", "jacoby": "on"})
BEAVERS = load("backgammon", {"cube": "on", "beavers": "on"})


@each(
    ("cube", "owner", "points", "word"),
    [(0, 0, 1, "all borne off"), (1, 1, 4, "gammon"), (2, -1, 8, "gammon")],
)
def test_under_jacobys_rule_gammons_count_after_a_double(
    cube: int, owner: int, points: int, word: str
) -> None:
    signs = checkers({1: 1}, {12: 15})
    end = JACOBY.parse(xgid(signs, cube, owner, 1, "21", 0, 0, 1)).play("1/off")
    assert (end.margins, end.result and end.result[2]) == ((points, -points), word)
    assert JACOBY.parse(end.text) == end


def test_the_text_says_which_rules_are_played() -> None:
    both = load("backgammon", {"cube": "on", "jacoby": "on", "beavers": "on"})
    for game, field in ((CUBE, 0), (JACOBY, 1), (BEAVERS, 2), (both, 3)):
        assert game.start().text == xgid(START, 0, 0, 0, "00", 0, 0, field)
        assert CUBE.parse(xgid(START, 0, 0, 1, "31", 0, 0, field)).text.split(":")[7] == str(field)
    match = load("backgammon", {"cube": "on", "match": "9", "jacoby": "on", "beavers": "on"})
    assert match.start().text == xgid(START, 0, 0, 0, "00", 0, 0, 0, 9)
    no_cube = load("backgammon", {"jacoby": "on"})
    end = no_cube.parse(xgid(checkers({1: 1}, {12: 15}), 0, 0, 1, "21", 0, 0, 1)).play("1/off")
    assert end.margins == (2, -2), "without the cube gammons count"


@each("turn", (1, -1))
def test_a_beaver_doubles_again_and_keeps_the_cube(turn: int) -> None:
    doubler = 0 if turn == 1 else 1
    doubled = BEAVERS.parse(xgid(START, 0, 0, turn, "D", 0, 0, 2))
    assert doubled.legal() == ["take", "drop", "beaver"]
    answer = doubled.play("beaver")
    assert answer.text == xgid(START, 1, -turn, turn, "B", 0, 0, 2)
    assert (answer.turn, answer.legal()) == (doubler, ["take", "drop"])
    assert BEAVERS.parse(answer.text) == answer
    taken = answer.play("take")
    assert taken.text == xgid(START, 2, -turn, turn, "00", 0, 0, 2)
    assert (taken.due, taken.legal()) == (("dice", (6, 6)), [])
    dropped = answer.play("drop")
    assert dropped.result is not None
    assert dropped.result[2] == "double dropped"
    assert dropped.margins == ((-2, 2) if doubler == 0 else (2, -2))
    assert BEAVERS.parse(dropped.text) == dropped


def test_when_a_beaver_is_possible() -> None:
    last = xgid(START, 5, 1, 1, "D", 0, 0, 2)
    assert BEAVERS.parse(last).legal() == ["take", "drop"], "the cube ends at 64"
    assert BEAVERS.parse(last.replace(":5:", ":4:")).legal() == ["take", "drop", "beaver"]
    assert CUBE.parse(xgid(START, 0, 0, 1, "D")).legal() == ["take", "drop"]
    for bad in ((0, 0, 1, "B", 0, 0, 2), (1, 1, 1, "B", 0, 0, 2), (1, -1, 1, "B", 0, 0, 0)):
        with pytest.raises(ValueError, match="A beaver needs"):
            CUBE.parse(xgid(START, *bad))


def test_the_limit_of_the_cube() -> None:
    text = xgid(START, 2, 1).replace(":10", ":2")
    assert CUBE.parse(text).due is not None
    assert CUBE.parse(text).text == text
    above = text.replace(":2", ":12").replace(":12:", ":2:")
    assert CUBE.parse(above).legal() == ["roll", "double"]
    assert CUBE.parse(text).key != CUBE.parse(xgid(START, 2, 1)).key


def test_the_score_of_a_session_is_not_that_of_a_game() -> None:
    """eXtreme Gammon writes it into these fields in a money game; it is ignored."""
    for scores in ((3, 5), (12, 0), (300, 20)):
        state = CUBE.parse(xgid(START, 0, 0, 1, "31", *scores, 3))
        assert state.text == xgid(START, 0, 0, 1, "31", 0, 0, 3)


def test_the_house_beavers_where_it_is_the_favourite() -> None:
    """Black doubles too early in a race: if white has a little more than half, black lives with the
    beaver; if white has much more, black drops it."""
    search = Engine(BEAVERS).search
    for mine, theirs, answer in ((2, 3, "take"), (1, 2, "drop")):
        ours = {1: 1, 2: 1, 3: 1, 4: 1, 5: mine}
        race = checkers(ours, {6: 1, 5: 1, 4: 1, 3: 1, 2: theirs})
        doubled = BEAVERS.parse(xgid(race, 0, 0, -1, "D", 0, 0, 2))
        assert search(doubled, depth=1).best == "beaver"
        assert search(doubled.play("beaver"), depth=1).best == answer
    level = xgid(START, 0, 0, 1, "D", 0, 0, 2)
    assert search(BEAVERS.parse(level), depth=1).best in ("take", "beaver")
    won = checkers({6: 2, 5: 2, 4: 3}, {6: 5, 5: 4, 4: 3})
    assert search(BEAVERS.parse(xgid(won, 0, 0, 1, "D", 0, 0, 2)), depth=1).best == "drop"


def test_under_jacobys_rule_the_house_cashes_instead_of_playing_for_a_gammon() -> None:
    gammonish = checkers({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}, {25: 2, 18: 3, 12: 5, 13: 5})
    text = xgid(gammonish, 0, 0, 1, "00", 0, 0)
    assert Engine(CUBE).search(CUBE.parse(text), depth=1).best == "roll"
    assert (
        Engine(JACOBY).search(JACOBY.parse(xgid(gammonish, 0, 0, 1, "00", 0, 0, 1)), depth=1).best
        == "double"
    )
