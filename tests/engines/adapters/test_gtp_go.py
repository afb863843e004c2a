"""Go with external engines: setup commands, marking dead stones in rooms, and GNU Go itself."""

import os
import random
from collections.abc import Iterator

import pytest

from zeitnot.games.go.gtp_program import marking_move
from zeitnot_client.faults import NoMove, Resigns
from zeitnot_engines.adapters.gtp_program import GtpProgram, engine_setup, gtp_setup
from zeitnot_engines.adapters.process import find_program
from zeitnot_engines.adapters.recorded import RecordedGame, RecordedHistory
from zeitnot_engines.engine import StopToken
from zeitnot_engines.games import load
from zeitnot_engines.jobs.local import LocalExecutor
from zeitnot_engines.matches.contest import (
    Contest,
    Opening,
    TimeControl,
    fixtures,
    without_marking,
)
from zeitnot_engines.matches.players import Player, read_player

GNUGO = "gnugo --mode gtp --level 1 --capture-all-dead --positional-superko --chinese-rules"
MARGIN_MS = 60_000  # for a busy machine; other tests cover clocks


def test_the_komi_is_sent_as_a_number() -> None:
    for settings, komi in (
        ({}, "7"),
        ({"size": 19}, "7.5"),
        ({"komi": "3.5"}, "3.5"),
    ):
        setup = engine_setup(load("go", settings).start())
        assert setup.gtp.commands == (f"komi {komi}",)
        assert (setup.size, setup.gtp.first_seat) == (settings.get("size", 9), 0)


def test_a_handicap_is_sent_as_stones_or_as_a_number() -> None:
    setup = gtp_setup(load("go", {"handicap": 3}).start())
    assert setup.commands == ("komi 0.5", "set_free_handicap C7 G7 C3")
    assert setup.instead == {"set_free_handicap C7 G7 C3": "fixed_handicap 3"}
    assert setup.first_seat == 1


def test_positions_that_gtp_cannot_set_up_are_refused() -> None:
    game = load("go", {"size": 5})
    for text in ("5/5/2o2/5/5 x - 0 0,0", "5/5/2x2/5/5 x - 0 0,0", "5/5/5/5/5 o - 0 0,0"):
        with pytest.raises(ValueError, match="cannot set up this position"):
            gtp_setup(game.parse(text))


def history_after(*moves: str) -> RecordedHistory:
    """The history after these moves on 5 by 5."""
    history = RecordedGame(load("go", {"size": 5})).start()
    for move in moves:
        history = history.play(move)
    return history


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
    history = history_after(*moves)
    assert marking_move(history.now, history.moves, dead) == move


def test_play_resumes_after_three_rounds_without_agreement() -> None:
    """The program marks D4 as dead, its opponent unmarks it."""
    history, played = history_after(*BOTH_PASSED), []
    while "done" in history.legal():
        if history.turn == 1:
            played.append(marking_move(history.now, history.moves, ("D4",)) or "")
            move = played[-1]
        else:
            is_marked = "O" in history.now.text  # dead stones are capitals
            move = "dead D4" if is_marked else "done"
        history = history.play(move)
        assert len(history.moves) < 50
    assert played[-1] == "resume"
    assert played.count("done") == 3


# ── GNU Go ─────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def gnugo() -> Iterator[GtpProgram]:
    if find_program("gnugo") is None:
        assert not os.environ.get("CI"), "gnugo is not installed"
        pytest.skip("gnugo is not installed")
    program = GtpProgram(GNUGO.split())
    yield program
    program.close()


@pytest.mark.usefixtures("gnugo")
@pytest.mark.parametrize("settings", [{"size": 5}, {"size": 5, "handicap": 2, "komi": "0.5"}])
def test_gnugo_plays_matches_without_a_fault(settings: dict[str, str | int]) -> None:
    game = without_marking(load("go", settings))
    control = TimeControl(20_000, 100, margin_ms=MARGIN_MS)

    def gnugo(_: int) -> Player:
        return read_player(f"gtp:{GNUGO}").player(game, random.Random(0), 50, MARGIN_MS)

    def random_player(number: int) -> Player:
        return read_player("random").player(game, random.Random(number), 50, MARGIN_MS)

    contest = Contest(gnugo, random_player, control)
    work = fixtures([Opening(game.start())], 2, seed=1)
    for played in LocalExecutor().run(contest, work):
        assert (played.fault, played.score) == ("", 1.0), played


def test_gnugo_plays_on_after_a_takeback_and_marks_dead_stones(gnugo: GtpProgram) -> None:
    """White's last stone in Black's area is dead, and stays on the board when both pass."""
    history = RecordedGame(load("go", {"size": 5})).start()
    first = gnugo.search(history, ms=20_000).best
    history = history.play(first)
    history.play("A1")
    other = history.play("B1" if first != "B1" else "E5")
    answer = gnugo.search(other, ms=20_000, soft_ms=1_000)
    assert answer.best in other.legal()
    history = history_after(
        "C3", "B4", "C2", "pass", "C4", "pass", "B3", "pass", "D3", "pass", "pass"
    )
    assert history.turn == 1
    assert gnugo.search(history, ms=20_000).best == "dead B4"
    assert gnugo.search(history.play("dead B4"), ms=20_000).best == "done"


def test_a_program_that_is_told_to_stop_starts_again(gnugo: GtpProgram) -> None:
    stop = StopToken()
    stop.stop()
    history = RecordedGame(load("go", {"size": 5})).start()
    with pytest.raises(NoMove, match="told to stop"):
        gnugo.search(history, ms=20_000, stop=stop)
    assert gnugo.search(history, ms=20_000).best in history.legal()


def test_a_program_may_resign() -> None:
    script = (
        "import sys\n"
        "for line in sys.stdin:\n"
        "    number, verb = line.split()[:2]\n"
        "    print(f'={number} resign\\n' if verb == 'genmove' else f'={number}\\n', flush=True)\n"
    )
    program = GtpProgram(["python3", "-c", script])
    try:
        with pytest.raises(Resigns):
            program.search(RecordedGame(load("go")).start(), ms=20_000)
    finally:
        program.close()
