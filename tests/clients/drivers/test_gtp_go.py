"""Go with external engines: setup commands, marking dead stones in rooms, and GNU Go itself."""

import os
import random
import sys
from collections.abc import Iterator

import pytest

from zeitnot.games.go.driver_gtp import gtp_setup, marking_move
from zeitnot_client.drivers.driver import Driver, Launch
from zeitnot_client.drivers.failures import HasResigned, Interrupted, Unsupported
from zeitnot_client.drivers.process import find_program
from zeitnot_client.drivers.situation import Limits, Situation
from zeitnot_engines.games import History, load
from zeitnot_engines.jobs.local import LocalExecutor
from zeitnot_engines.matches.contest import Contest, without_marking
from zeitnot_engines.matches.openings import Opening
from zeitnot_engines.matches.player_texts import read_player
from zeitnot_engines.matches.players import Player
from zeitnot_engines.matches.schedule import fixtures
from zeitnot_engines.matches.time_control import TimeControl

from .situations import after, start

GNUGO = "gnugo --mode gtp --level 1 --capture-all-dead --positional-superko --chinese-rules"
MARGIN_MS = 60_000  # for a busy machine; other tests cover clocks


@pytest.mark.parametrize(
    ("settings", "komi"),
    [({}, "7"), ({"size": 19}, "7.5"), ({"komi": "3.5"}, "3.5"), ({"komi": "6"}, "6")],
)
def test_the_komi_is_sent_as_a_number(settings: dict[str, str | int | bool], komi: str) -> None:
    setup = gtp_setup(start("go", settings))
    assert setup.commands == (f"komi {komi}",)
    assert (setup.size, setup.first_seat) == (settings.get("size", 9), 0)


def test_a_handicap_is_sent_as_stones_or_as_a_number() -> None:
    setup = gtp_setup(start("go", {"handicap": 3}))
    assert setup.commands == ("komi 0.5", "set_free_handicap C7 G7 C3")
    assert setup.instead == {"set_free_handicap C7 G7 C3": "fixed_handicap 3"}
    assert setup.first_seat == 1


def test_positions_that_gtp_cannot_set_up_are_refused() -> None:
    for text in ("5/5/2o2/5/5 x - 0 0,0", "5/5/2x2/5/5 x - 0 0,0", "5/5/5/5/5 o - 0 0,0"):
        with pytest.raises(Unsupported, match="cannot set up this position"):
            gtp_setup(start("go", {"size": 5}, text))


SMALL = load("go", {"size": 5}).start()


def state_after(*moves: str) -> History:
    """The state after these moves on 5 by 5."""
    state = SMALL
    for move in moves:
        state = state.play(move)
    return state


BOTH_PASSED = ("C3", "D4", "B2", "pass", "pass")


@pytest.mark.parametrize(
    ("moves", "dead", "move"),
    [
        (BOTH_PASSED[:-1], ("D4",), None),
        (BOTH_PASSED, (), "done"),
        (BOTH_PASSED, None, "done"),
        (BOTH_PASSED, ("d4",), "dead D4"),
        ((*BOTH_PASSED, "dead D4"), ("D4",), "done"),
        ((*BOTH_PASSED, "dead D4", "done"), (), "dead D4"),
    ],
)
def test_a_program_marks_the_stones_it_considers_dead(
    moves: tuple[str, ...], dead: tuple[str, ...] | None, move: str | None
) -> None:
    assert marking_move(after(SMALL, *moves), dead) == move


def test_points_that_are_not_on_the_board_are_refused() -> None:
    for word in ("Z9", "d0", "i1", "", "D44", "F1"):
        with pytest.raises(ValueError, match="is not a point"):
            marking_move(after(SMALL, *BOTH_PASSED), (word,))


def test_play_resumes_after_three_rounds_without_agreement() -> None:
    """The program marks D4 as dead, its opponent unmarks it."""
    moves, played = list(BOTH_PASSED), []
    while "done" in (game := after(SMALL, *moves)).legal:
        if game.seat == 1:
            played.append(marking_move(game, ("D4",)) or "")
            moves.append(played[-1])
        else:
            is_marked = "O" in game.position  # dead stones are capitals
            moves.append("dead D4" if is_marked else "done")
        assert len(moves) < 50
    assert played[-1] == "resume"
    assert played.count("done") == 3


# ── GNU Go ─────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def gnugo() -> Iterator[Driver]:
    if find_program("gnugo") is None:
        assert not os.environ.get("CI"), "gnugo is not installed"
        pytest.skip("gnugo is not installed")
    driver = Driver(Launch("gtp", tuple(GNUGO.split())), after(SMALL).start)
    yield driver
    driver.close()


def moved(driver: Driver, game: Situation, **limits: int) -> str:
    return driver.move(game, Limits(give_up_ms=20_000, **limits)).move


@pytest.mark.usefixtures("gnugo")
@pytest.mark.parametrize("settings", [{"size": 5}, {"size": 5, "handicap": 2, "komi": "0.5"}])
def test_gnugo_plays_matches_without_a_fault(settings: dict[str, str | int]) -> None:
    game = without_marking(load("go", settings))
    control = TimeControl(20_000, 100, time_margin_ms=MARGIN_MS)

    def gnugo(_: int) -> Player:
        return read_player(f"gtp:{GNUGO}").player(game, random.Random(0), 50, MARGIN_MS)

    def random_player(number: int) -> Player:
        return read_player("random").player(game, random.Random(number), 50, MARGIN_MS)

    contest = Contest(gnugo, random_player, control)
    work = fixtures([Opening(game.start())], 2, seed=1)
    for played in LocalExecutor().run(contest, work):
        assert (played.fault, played.score) == ("", 1.0), played


def test_gnugo_plays_on_after_a_takeback_and_marks_dead_stones(gnugo: Driver) -> None:
    """White's last stone in Black's area is dead, and stays on the board when both pass."""
    first = moved(gnugo, after(SMALL))
    other = after(SMALL, "B1" if first != "B1" else "E5")
    assert moved(gnugo, other, move_ms=1_000) in other.legal
    moves = ("C3", "B4", "C2", "pass", "C4", "pass", "B3", "pass", "D3", "pass", "pass")
    game = after(SMALL, *moves)
    assert game.seat == 1
    assert moved(gnugo, game) == "dead B4"
    # Black is done, but has unmarked the stone.
    assert moved(gnugo, after(SMALL, *moves, "dead B4", "dead B4")) == "dead B4"
    assert gnugo.starts == 1


def test_a_program_that_is_told_to_stop_starts_again(gnugo: Driver) -> None:
    game = after(SMALL)
    with pytest.raises(Interrupted):
        gnugo.move(game, Limits(give_up_ms=20_000), lambda: True)
    assert moved(gnugo, game) in game.legal
    assert gnugo.starts == 2


def test_a_program_may_resign() -> None:
    script = (
        "import sys\n"
        "for line in sys.stdin:\n"
        "    number, verb = line.split()[:2]\n"
        "    print(f'={number} resign\\n' if verb == 'genmove' else f'={number}\\n', flush=True)\n"
    )
    driver = Driver(Launch("gtp", (sys.executable, "-c", script)), start("go"))
    try:
        with pytest.raises(HasResigned):
            moved(driver, after(load("go").start()))
    finally:
        driver.close()
