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


def position(own: Side, other: Side, turn: int = 1) -> History:
    """`own` is seat 0's if `turn` is 1 and about to throw, else seat 1's."""
    white, black = (own, other) if turn == 1 else (other, own)
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
    """Both sides before each throw of some games at random, the side to throw first."""
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


def expected(own: Side, other: Side) -> float:
    """The twin's value, in points for the side to throw, of a position without bear-off."""
    contact, race = read_nets()
    touching = nets.rear(own) + nets.rear(other) > 25
    outputs = (
        contact.run(nets.contact_inputs(own, other))
        if touching
        else race.run(nets.race_inputs(own, other))
    )
    win, gammon, worse, lost, worst = outputs
    gammon = 0.0 if other[0] else min(gammon, win)
    lost = 0.0 if own[0] else min(lost, 1 - win)
    worse = min(worse, gammon) if touching or nets.rear(other) > 18 else 0.0
    worst = min(worst, lost) if touching or nets.rear(own) > 18 else 0.0
    return 2 * win - 1 + gammon + worse - lost - worst


@cache
def read_nets() -> Any:
    """The contact and the race network of the package, as the twin has them."""
    return nets.read_nets(WEIGHTS)


def evaluator_of(own: Side, other: Side) -> str:
    """The part of the evaluation that a position belongs to."""
    if nets.rear(own) + nets.rear(other) > 25:
        return "contact"
    return "race" if max(nets.rear(own), nets.rear(other)) > 6 else "bear-off"


@pytest.mark.parametrize("judge", ["contact", "race"])
def test_the_networks_agree_with_the_plain_computation(judge: str) -> None:
    chosen = [pair for pair in random_sides(6) if evaluator_of(*pair) == judge][::3][:60]
    assert len(chosen) > 15
    for own, other in chosen:
        assert ENGINE.evaluate(position(own, other)) == pytest.approx(
            expected(own, other), abs=1e-5
        )


def test_the_colours_are_alike() -> None:
    for own, other in random_sides(6)[::10]:
        white, black = (ENGINE.evaluate(position(own, other, turn)) for turn in (1, -1))
        assert white == black


def test_shots_are_what_the_rules_let_hit() -> None:
    for own, other in random_sides(6)[::25]:
        checkers = tuple(
            tuple(sorted(p for p in range(26) for _ in range(s[p]))) for s in (own, other)
        )
        by_rules = 0
        for a in range(1, 7):
            for b in range(1, 7):
                dice = (a,) * 4 if a == b else (a, b)
                by_rules += any(hits(checkers, way) for way in {dice, dice[::-1]})
        assert nets.shots(own, other)[0] == by_rules


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


def test_few_men_are_played_out_exactly() -> None:
    rng = random.Random(2)
    for _ in range(40):
        own, other = (
            tuple(sorted(rng.randrange(1, 7) for _ in range(rng.randrange(1, 4)))) for _ in "ab"
        )
        value = ENGINE.evaluate(position(home(own), home(other)))
        assert value == pytest.approx(2 * ends.win(own, other) - 1, abs=1e-6)


@pytest.mark.parametrize(
    ("own", "other"),
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
def test_more_checkers_race(own: tuple[int, ...], other: tuple[int, ...]) -> None:
    """With seven checkers a side each counts its throws; with 15 at home there are gammons."""
    value = ENGINE.evaluate(position(home(own), home(other)))
    assert value == pytest.approx(ends.equity(own, other), abs=1e-5)


def test_a_man_borne_off_saves_the_gammon() -> None:
    """The side to throw has lost, but any throw bears a checker off."""
    value = ENGINE.evaluate(position(home((3, 3, 4, 4, 5, 5, 5) + (6,) * 8), home((1,))))
    assert value == pytest.approx(-1, abs=1e-6)


# ── uses ───────────────────────────────────────────────────────────────────────────────────────


def test_the_evaluation_by_hand_is_still_available() -> None:
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
def test_other_weights_are_refused(damage: Callable[[bytes], bytes]) -> None:
    with pytest.raises(ValueError, match="not valid weights of backgammon"):
        Weights(weights_file("backgammon", damage(WEIGHTS)))


def test_the_cube_follows_the_chances() -> None:
    """With four checkers each on the ace point the side to throw wins 31 of 36 games: unless the
    other throws a double and it does not. It doubles, and the other drops."""
    game = load("backgammon", {"cube": "on"})
    state = game.parse("XGID=-D----------------------d-:0:0:1:00:0:0:0:0:10")
    engine = Engine(game)
    assert engine.search(state, depth=1).best == "double"
    assert engine.search(state.play("double"), depth=1).best == "drop"


def test_the_filter_leaves_out_what_looks_bad_at_once() -> None:
    """Beyond depth 1 at most eight moves are searched; the best one is among them."""
    state = GAME.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:43:0:0:0:0:10")
    whole = Engine(GAME, without=["filter"]).search(state, depth=2)
    filtered = ENGINE.search(state, depth=2)
    assert filtered.nodes < 0.7 * whole.nodes
    assert filtered.best == whole.best
    assert filtered.value == pytest.approx(whole.value, abs=1e-9)
    at_once = Engine(GAME).search(state, depth=1)
    assert at_once.value == max(-ENGINE.evaluate(state.play(move)) for move in state.legal())


@each("dice", PUBLISHED)
def test_first_plays_are_published_ones(dice: str) -> None:
    state = GAME.parse(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10")
    assert ENGINE.search(state, depth=2).best in PUBLISHED[dice]
