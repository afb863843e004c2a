"""Matches: players, openings, fairness and scores."""

import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from zeitnot_client.drivers.failures import ClaimsEnd, Failed
from zeitnot_client.drivers.situation import Clocks, Start
from zeitnot_engines.games import NAMES, History, load
from zeitnot_engines.jobs.local import LocalExecutor
from zeitnot_engines.matches.contest import Contest, play
from zeitnot_engines.matches.openings import Opening, random_openings
from zeitnot_engines.matches.played import Reply
from zeitnot_engines.matches.players import Player, Spec
from zeitnot_engines.matches.record import Record
from zeitnot_engines.matches.referee import Conditions, Referee
from zeitnot_engines.matches.schedule import Fixture, fixtures
from zeitnot_engines.matches.time_control import TimeControl

from ..busy import holds_within_tries

FAKE = Path(__file__).parents[1] / "clients/drivers/fake.py"


class FunctionPlayer:
    """A player that moves by a function."""

    def __init__(self, choose: Callable[[History], str]) -> None:
        self._choose = choose

    def begin(self, start: Start) -> None:
        pass

    def move(self, state: History, record: Record, clocks: Clocks | None) -> Reply:
        return Reply(self._choose(state))

    def ponder(self, state: History, record: Record, clocks: Clocks | None) -> None:
        pass

    def close(self) -> None:
        pass

    abort = close


first_legal = FunctionPlayer(lambda state: state.legal()[0])


FEW_OPENINGS = {"line", "tree"}  # they have no ten different openings of four plies


@pytest.mark.parametrize("name", [name for name in NAMES if name not in FEW_OPENINGS])
def test_random_openings_differ_and_are_reproducible(name: str) -> None:
    game = load(name)
    openings = random_openings(game, 10, seed=3)
    assert openings == random_openings(game, 10, seed=3)
    assert openings != random_openings(game, 10, seed=4)
    assert len({opening.state.text for opening in openings}) == len(openings) == 10
    assert all(o.state.result is None and o.state.ply == 4 for o in openings)


def test_balanced_openings_are_near_level() -> None:
    game = load("othello", {"size": 6})
    unbalanced, balanced = (random_openings(game, 30, 1, plies=6, balance=b) for b in (None, 2.0))
    assert set(balanced) <= set(random_openings(game, 300, 1, plies=6))
    assert not set(unbalanced) <= set(balanced), "no unbalanced opening to compare with"


def test_each_opening_is_played_from_both_seats_with_the_same_dice() -> None:
    openings = random_openings(load("ewn"), 3, seed=1)
    work = fixtures(openings, 8)
    assert [f.seat for f in work] == [0, 1] * 4
    for first_game, second_game in zip(work[::2], work[1::2], strict=True):
        assert (first_game.opening, first_game.seed) == (second_game.opening, second_game.seed)
    assert [f.opening for f in work[::2]] == [*openings, openings[0]]
    mirrored = play(work[0], first_legal, first_legal), play(work[1], first_legal, first_legal)
    assert sum(game.score for game in mirrored) == 1.0, "equal players: the two scores add up to 1"


def test_the_score_is_that_of_the_first_player() -> None:
    won = Opening(load("tictactoe").parse("xx.oo.... x"))
    winner = FunctionPlayer(lambda state: "c3" if "c3" in state.legal() else state.legal()[0])
    loser = FunctionPlayer(lambda s: next(m for m in s.legal() if m not in ("c3", "c2")))
    assert play(Fixture(0, won, seat=0, seed=0), winner, loser).score == 1.0
    assert play(Fixture(1, won, seat=1, seed=0), loser, winner).score == 0.0


def test_a_deeper_search_beats_a_random_player() -> None:
    game = load("othello", {"size": 6})

    def house(_: int) -> Player:
        return Spec("house", depth=3).player(game, random.Random(0), 100, 0)

    def random_player(number: int) -> Player:
        return Spec("random").player(game, random.Random(number), 100, 0)

    openings = random_openings(game, 5, 1)
    for concurrency in (1, 3):
        contest = Contest(house, random_player)
        games = list(LocalExecutor(concurrency).run(contest, fixtures(openings, 10)))
        assert [game.number for game in games] == list(range(10))
        assert sum(game.score for game in games) >= 7
        assert all(game.reason and not game.fault for game in games)


def test_a_recorded_game_can_be_replayed() -> None:
    game = load("tictactoe")
    opening = random_openings(game, 1, seed=2)[0]
    state = game.start()
    for action in play(Fixture(0, opening, 0, 0), first_legal, first_legal).actions:
        state = state.play(action)
    assert state.result is not None


# ── faults ────────────────────────────────────────────────────────────────────────────────────


def failing_player(error: Exception) -> Player:
    def choose(_: History) -> str:
        raise error

    return FunctionPlayer(choose)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("player", "fault"),
    [
        (FunctionPlayer(lambda _: "z9"), 'A: "z9" is not a legal move in'),
        (failing_player(Failed("it ended with code 3")), "A: it ended with code 3"),
    ],
)
def test_a_player_without_a_move_loses(seat: int, player: Player, fault: str) -> None:
    start = Opening(load("tictactoe").start())
    game = play(Fixture(0, start, seat, 0), player, first_legal)
    assert game.score == 0.0
    assert game.fault.startswith(fault)
    assert game.reason == game.fault


@pytest.mark.parametrize(("seat", "score"), [(0, 1.0), (1, 0.0)])
def test_a_claim_ends_the_game(seat: int, score: float) -> None:
    """The claim's score is seat 0's, the game's is A's. A claim is no fault."""
    claims = failing_player(ClaimsEnd(1.0, "1-0 {mate}"))
    game = play(Fixture(0, Opening(load("tictactoe").start()), seat, 0), claims, claims)
    assert (game.score, game.fault, game.end) == (score, "", "claimed")


def test_capital_letters_are_accepted() -> None:
    upper = FunctionPlayer(lambda state: state.legal()[0].upper())
    assert not play(Fixture(0, Opening(load("othello").start()), 0, 0), upper, upper).fault


# ── clocks ─────────────────────────────────────────────────────────────────────────────────────


class SlowPlayerClock:
    """A clock that advances by 100 ms with each move of A, and not with those of B."""

    def __init__(self) -> None:
        self.now = 0.0
        self.clocks: list[Clocks | None] = []

    def player(self) -> Player:
        slow = self

        class SlowPlayer(FunctionPlayer):
            def move(self, state: History, record: Record, clocks: Clocks | None) -> Reply:
                slow.now += 0.1
                slow.clocks.append(clocks)
                return Reply(state.legal()[0])

        return SlowPlayer(lambda _: "")


def slow_game(control: TimeControl) -> tuple[SlowPlayerClock, Referee]:
    slow = SlowPlayerClock()
    fixture = Fixture(0, Opening(load("othello").start()), 0, 0)
    return slow, Referee(fixture, Conditions(control), clock=lambda: slow.now)


def test_a_player_out_of_time_loses() -> None:
    slow, referee = slow_game(TimeControl(1_000, 0, time_margin_ms=0))
    game = referee.play(slow.player(), first_legal)
    assert game.score == 0.0
    assert "its flag fell 100 ms ago" in game.fault
    assert [clocks.left_ms for clocks in slow.clocks if clocks] == [
        (1_000 - 100 * i, 1_000) for i in range(11)
    ]


def test_increments_and_the_margin_prevent_a_loss_on_time() -> None:
    slow, referee = slow_game(TimeControl(1_000, 90, time_margin_ms=0))
    assert not referee.play(slow.player(), first_legal).fault
    assert slow.clocks[1] == Clocks((990, 1_090), 1_000, 90)
    slow, referee = slow_game(TimeControl(50, 0, time_margin_ms=110))
    assert not referee.play(slow.player(), first_legal).fault


def test_the_house_player_does_not_lose_on_time() -> None:
    game = load("othello", {"size": 6})
    control = TimeControl(600, 50)
    house = Spec("house")

    def make(_: int) -> Player:
        return house.player(game, random.Random(0), 100, control.time_margin_ms)

    def in_time() -> bool:
        work = fixtures(random_openings(game, 1, 1), 2)
        games = list(LocalExecutor(2).run(Contest(make, make, control), work))
        for played in games:
            assert played.left_ms is not None
            clocks_ran = played.fault or max(played.left_ms) < 1_000
            assert clocks_ran, "the clocks did not run"
        return not any(played.fault for played in games)

    assert holds_within_tries(in_time)


def test_closing_ends_running_games() -> None:
    """One game is at its first move, which would take ten minutes."""
    game = load("othello")

    def make(number: int) -> Player:
        spec = Spec("house" if number else "random")
        return spec.player(game, random.Random(0), 600_000, 20)

    work = fixtures([Opening(game.start())], 2)
    with LocalExecutor(2).run(Contest(make, make), work) as games:
        assert next(games).number == 0
    assert games.finished() == []


# ── external engines ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("protocol", "name"),
    [
        ("uci", "tictactoe"),
        ("xboard", "tictactoe"),
        ("gtp", "othello"),
        ("gomocup", "gomoku"),
    ],
)
def test_plays_against_external_engines(protocol: str, name: str) -> None:
    game = load(name)
    spec = Spec(protocol, command=(sys.executable, str(FAKE), protocol, name))

    def fake(number: int) -> Player:
        return spec.player(game, random.Random(0), 1_000, 60_000)

    def random_player(number: int) -> Player:
        return Spec("random").player(game, random.Random(number), 1_000, 20)

    control = TimeControl(20_000, 100, time_margin_ms=60_000)
    work = fixtures(random_openings(game, 2, 1), 4)
    games = list(LocalExecutor(2).run(Contest(fake, random_player, control), work))
    assert [played.fault for played in games] == [""] * 4


def test_openings_begin_at_drawn_starts() -> None:
    """The throw of the start is the first action, also where no moves follow."""
    game = load("chess", {"start": 960})
    for plies in (0, 2):
        openings = random_openings(game, 3, seed=1, plies=plies)
        starts = [int(opening.actions[0]) for opening in openings]
        assert len(set(starts)) == 3
        for opening, value in zip(openings, starts, strict=True):
            state = game.drawn_start([value])
            for move in opening.actions[1:]:
                state = state.play(move)
            assert opening.state == state
            assert len(opening.actions) == plies + 1
