"""Backgammon's learnt evaluation: the networks, the exact bear-off, and refused files."""

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from zeitnot_engines._core import Weights
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from ...each import each
from ..weights import file_of, read_packed, weights_file
from . import ends
from . import net as nets
from . import twin as rules
from .net import Side

WEIGHTS = read_packed(file_of("backgammon"))
PUBLISHED: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[2] / "data/backgammon_openings.json").read_text(encoding="utf-8")
)["plays"]
GAME = load("backgammon")
ENGINE = Engine(GAME, hash_mb=1)


def position(mover: Side, opponent: Side, turn: int = 1) -> History:
    """The position with `mover` to throw, who is seat 0 if `turn` is 1, else seat 1."""
    white, black = (mover, opponent) if turn == 1 else (opponent, mover)
    signs = ["-"] * 26
    for point in range(1, 26):
        if white[point]:
            signs[point] = chr(ord("A") + white[point] - 1)
        if black[point]:
            signs[25 - point] = chr(ord("a") + black[point] - 1)
    return GAME.parse(f"XGID={''.join(signs)}:0:0:{turn}:00:0:0:0:0:10")


def side(points: dict[int, int]) -> Side:
    """Checkers by point; the others are off."""
    checkers = [points.get(point, 0) for point in range(26)]
    checkers[0] = 15 - sum(checkers[1:])
    return checkers


def home(checkers: tuple[int, ...]) -> Side:
    """A side with checkers on these points."""
    return side({point: checkers.count(point) for point in set(checkers)})


@cache
def random_sides(games: int) -> list[tuple[Side, Side]]:
    """Both sides before each throw of random games; the side to throw comes first."""
    rng, found = random.Random(7), []
    for _ in range(games):
        state = GAME.start()
        while state.result is None:
            if state.turn is None:
                state = state.throw(rng.choice(state.outcomes())[0])
                continue
            state = state.play(rng.choice(state.legal()))
            if state.result is None:
                found.append(sides_of(state))
    return found


def sides_of(state: History) -> tuple[Side, Side]:
    """The checkers of the side to throw, and of the other."""
    checkers, _, _, turn, *_ = state.text.removeprefix("XGID=").split(":")
    white, black = [0] * 26, [0] * 26
    for point, sign in enumerate(checkers):
        if sign.isupper():
            white[point] = ord(sign) - ord("A") + 1
        elif sign.islower():
            black[25 - point] = ord(sign) - ord("a") + 1
    for counts in (white, black):
        counts[0] = 15 - sum(counts[1:])
    return (white, black) if turn == "1" else (black, white)


# ── the networks ───────────────────────────────────────────────────────────────────────────────


def expected(mover: Side, opponent: Side) -> float:
    """The Python networks' value of a contact or race position, in points for the side to throw."""
    contact, race = read_nets()
    has_contact = nets.rear(mover) + nets.rear(opponent) > 25
    outputs = (
        contact.run(nets.contact_inputs(mover, opponent))
        if has_contact
        else race.run(nets.race_inputs(mover, opponent))
    )
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = outputs
    win_gammon = 0.0 if opponent[0] else min(win_gammon, win)
    lose_gammon = 0.0 if mover[0] else min(lose_gammon, 1 - win)
    win_backgammon = (
        min(win_backgammon, win_gammon) if has_contact or nets.rear(opponent) > 18 else 0.0
    )
    lose_backgammon = (
        min(lose_backgammon, lose_gammon) if has_contact or nets.rear(mover) > 18 else 0.0
    )
    return 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon


@cache
def read_nets() -> Any:
    """The package's contact and race networks, in Python."""
    return nets.read_nets(WEIGHTS)


def evaluator_of(mover: Side, opponent: Side) -> str:
    """The part of the evaluation that a position belongs to."""
    if nets.rear(mover) + nets.rear(opponent) > 25:
        return "contact"
    return "race" if max(nets.rear(mover), nets.rear(opponent)) > 6 else "bear-off"


@pytest.mark.parametrize("network", ["contact", "race"])
def test_networks_agree_with_their_python_versions(network: str) -> None:
    chosen = [pair for pair in random_sides(6) if evaluator_of(*pair) == network][::3][:60]
    assert len(chosen) > 15
    for mover, opponent in chosen:
        assert ENGINE.evaluate(position(mover, opponent)) == pytest.approx(
            expected(mover, opponent), abs=1e-5
        )


def test_both_colours_have_equal_values() -> None:
    for mover, opponent in random_sides(6)[::10]:
        white, black = (ENGINE.evaluate(position(mover, opponent, turn)) for turn in (1, -1))
        assert white == black


def test_shot_counts_agree_with_the_rules() -> None:
    for mover, opponent in random_sides(6)[::25]:
        checkers = tuple(
            tuple(sorted(p for p in range(26) for _ in range(s[p]))) for s in (mover, opponent)
        )
        by_rules = 0
        for a in range(1, 7):
            for b in range(1, 7):
                dice = (a,) * 4 if a == b else (a, b)
                by_rules += any(hits(checkers, way) for way in {dice, dice[::-1]})
        assert nets.shots(mover, opponent)[0] == by_rules


def hits(checkers: rules.Sides, dice: tuple[int, ...]) -> bool:
    """Whether seat 0 can hit with these dice in this order."""
    if not dice:
        return False
    for step in rules.steps_with(checkers, 0, dice[0]):
        after = rules.after_step(checkers, 0, step)
        if after[1].count(25) > checkers[1].count(25) or hits(after, dice[1:]):
            return True
    return False


# ── the bear-off ───────────────────────────────────────────────────────────────────────────────


def test_few_checkers_are_evaluated_exactly() -> None:
    rng = random.Random(2)
    for _ in range(40):
        mover, opponent = (
            tuple(sorted(rng.randrange(1, 7) for _ in range(rng.randrange(1, 4)))) for _ in "ab"
        )
        value = ENGINE.evaluate(position(home(mover), home(opponent)))
        assert value == pytest.approx(2 * ends.win(mover, opponent) - 1, abs=1e-6)


@pytest.mark.parametrize(
    ("mover", "opponent"),
    [
        ((1, 1, 1, 2, 2, 3, 3), (4, 5)),
        ((2, 5), (1, 1, 2, 2, 2, 3, 3)),
        ((1,) * 7, (2,) * 7),
        ((1, 1, 1, 1, 2, 2, 6), (3, 3, 3)),
        ((1,) * 13 + (2, 3), (1, 2)),
        ((4, 6), (4,) * 3 + (6,) * 12),
        ((3, 3, 4) + (6,) * 12, (1, 3)),
    ],
)
def test_many_checkers_are_evaluated_as_a_race(
    mover: tuple[int, ...], opponent: tuple[int, ...]
) -> None:
    """From seven checkers on, each side minimizes its throws; with all 15 home, gammons count."""
    value = ENGINE.evaluate(position(home(mover), home(opponent)))
    assert value == pytest.approx(ends.equity(mover, opponent), abs=1e-5)


def test_one_checker_off_saves_the_gammon() -> None:
    """The side to throw has lost, but any throw bears a checker off."""
    value = ENGINE.evaluate(position(home((3, 3, 4, 4, 5, 5, 5) + (6,) * 8), home((1,))))
    assert value == pytest.approx(-1, abs=1e-6)


# ── uses ───────────────────────────────────────────────────────────────────────────────────────


def test_hand_written_evaluation_can_be_chosen() -> None:
    state = position(*random_sides(6)[0])
    hand = Engine(GAME, evaluation="hand").evaluate(state)
    assert Engine(GAME, evaluation="learnt").evaluate(state) == ENGINE.evaluate(state) != hand
    with pytest.raises(ValueError, match="no evaluation"):
        Engine(GAME, evaluation="guess")


@pytest.mark.parametrize(
    "damage",
    [
        lambda packed: packed[: len(packed) // 2],
        lambda packed: packed + packed,
        lambda packed: packed[:-1],
        lambda packed: packed + b"\0",
        lambda packed: b"",
    ],
    ids=["half", "twice", "a byte less", "a byte more", "nothing"],
)
def test_damaged_weights_are_refused(damage: Callable[[bytes], bytes]) -> None:
    with pytest.raises(ValueError, match="not valid weights of backgammon"):
        Weights(weights_file("backgammon", damage(WEIGHTS)))


def test_engine_doubles_and_drops_by_winning_chances() -> None:
    """With four checkers each on the ace point, the side to throw loses only if it throws no double
    and the other side does: 5 games of 36. So it doubles, and the other side drops."""
    game = load("backgammon", {"cube": "on"})
    state = game.parse("XGID=-D----------------------d-:0:0:1:00:0:0:0:0:10")
    engine = Engine(game)
    assert engine.search(state, depth=1).best == "double"
    assert engine.search(state.play("double"), depth=1).best == "drop"


def test_move_filter_keeps_the_best_move() -> None:
    """Beyond depth 1 the filter searches at most eight moves; the best one is among them."""
    state = GAME.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:43:0:0:0:0:10")
    unfiltered = Engine(GAME, without=["filter"]).search(state, depth=2)
    filtered = ENGINE.search(state, depth=2)
    assert filtered.nodes < 0.7 * unfiltered.nodes
    assert filtered.best == unfiltered.best
    assert filtered.value == pytest.approx(unfiltered.value, abs=1e-9)
    shallow = Engine(GAME).search(state, depth=1)
    assert shallow.value == max(-ENGINE.evaluate(state.play(move)) for move in state.legal())


@each("dice", PUBLISHED)
def test_opening_plays_are_published_ones(dice: str) -> None:
    state = GAME.parse(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10")
    assert ENGINE.search(state, depth=2).best in PUBLISHED[dice]
