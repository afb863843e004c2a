"""`Skill Level`, `UCI_LimitStrength` and `UCI_Elo`: which level plays, and what it may search."""

import random
from statistics import fmean

import pytest

from zeitnot_engines.games import load
from zeitnot_engines.levels import FULL, elos_of, levels_of
from zeitnot_engines.uci.engine import UciEngine, supported_games
from zeitnot_engines.uci.strength import FULL_STRENGTH, Mixture, by_elo, by_skill

from ..commands.gui import Gui

LEVELS = levels_of("chess")
ELOS = elos_of("chess")


def test_skill_levels_are_at_equal_distances() -> None:
    """0 is level 1, 20 is full strength."""
    assert [by_skill(4 * i, LEVELS).weaker for i in range(5)] == [LEVELS[i + 1] for i in range(5)]
    assert by_skill(20, LEVELS) == FULL_STRENGTH
    assert by_skill(6, LEVELS) == Mixture(LEVELS[2], LEVELS[3], 0.5)
    assert by_skill(19, LEVELS) == Mixture(LEVELS[5], FULL, 0.75)


def test_every_rating_is_between_its_levels() -> None:
    for number, elo in enumerate(ELOS[:-1], start=1):
        assert by_elo(elo, LEVELS, ELOS) == Mixture(LEVELS[number], LEVELS[number + 1], 0.0)
        below_middle = round(elo + 0.39 * (ELOS[number] - elo))
        assert by_elo(below_middle, LEVELS, ELOS).share == pytest.approx(0.5, abs=0.01)
    assert by_elo(ELOS[-1], LEVELS, ELOS).share == 1.0


def test_a_mixture_draws_levels_by_their_share() -> None:
    rng = random.Random(1)
    mixture = by_skill(7, LEVELS)  # three quarters level 3
    drawn = [mixture.draw(rng) for _ in range(1000)]
    assert fmean(level is LEVELS[3] for level in drawn) == pytest.approx(0.75, abs=0.05)


@pytest.mark.parametrize("game", supported_games())
def test_ratings_ascend(game: str) -> None:
    elos = elos_of(game)
    assert list(elos) == sorted(set(elos))
    assert not elos or 2 <= len(elos) <= len(levels_of(game))


def gui_with(*options: str, game: str = "chess") -> Gui:
    """A GUI whose engine has these options and draws the same numbers each time."""
    gui = Gui(game)
    gui.engine = UciEngine(load(game), gui._receive, rng=random.Random(7))
    gui.send(*(f"setoption name {option}" for option in options))
    return gui


def depths(gui: Gui, go: str) -> list[int]:
    """The depths that a search reports."""
    gui.lines.clear()
    gui.send("position startpos", go)
    gui.engine._running_go.wait()  # type: ignore[union-attr]
    return [int(line.split()[2]) for line in gui.lines if line.startswith("info depth")]


@pytest.mark.parametrize(
    "options",
    [
        ("Skill Level value 0",),
        ("UCI_LimitStrength value true", f"UCI_Elo value {ELOS[0]}"),
        (f"UCI_Elo value {ELOS[0]}", "Skill Level value 20", "UCI_LimitStrength value true"),
    ],
)
def test_the_lowest_level_searches_one_ply(options: tuple[str, ...]) -> None:
    """The limits that the GUI sends do not change that."""
    gui = gui_with(*options)
    for go in ("go depth 9", "go wtime 60000 btime 60000", "go movetime 2000", "go nodes 100000"):
        assert max(depths(gui, go)) == 1, go
    assert max(depths(gui, "go mate 2")) == 3  # a search for a mate is not weakened


def test_limits_of_the_gui_and_of_the_level_both_hold() -> None:
    gui = gui_with("Skill Level value 8")
    assert max(depths(gui, "go depth 2")) == 2
    assert max(depths(gui, "go depth 9")) == 4


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("Skill Level value 20",),
        (f"UCI_Elo value {ELOS[0]}",),
        ("UCI_LimitStrength value true", "UCI_LimitStrength value false"),
    ],
)
def test_full_strength_is_not_limited(options: tuple[str, ...]) -> None:
    assert max(depths(gui_with(*options), "go depth 7")) == 7


def test_the_lowest_level_blunders_at_its_rate() -> None:
    """Its moves are legal. Blunders are counted by comparing its moves with those of the search."""
    gui = gui_with("Skill Level value 0")
    blunders = 0
    for _ in range(200):
        gui.lines.clear()
        gui.send("position startpos", "go")
        gui.send("stop")
        info, best = gui.lines[-2:]
        assert best.split()[1] in load("chess").start().legal()
        blunders += info.split(" pv ")[1].split()[0] != best.split()[1]
    assert 35 < blunders < 85  # 30 % of 200, less those that equal the search's move by chance


def test_blunders_respect_searchmoves() -> None:
    gui = gui_with("Skill Level value 0")
    for _ in range(20):
        gui.lines.clear()
        gui.send("position startpos", "go searchmoves a2a3 h2h3", "stop")
        assert gui.lines[-1].split()[1] in ("a2a3", "h2h3")


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("Skill Level value 21", "skill level takes a number from 0 to 20"),
        ("UCI_Elo value 1", f"uci_elo takes a number from {ELOS[0]} to {ELOS[-1]}"),
        ("UCI_LimitStrength value yes", 'uci_limitstrength takes true or false, not "yes"'),
    ],
)
def test_bad_values_are_refused(option: str, sentence: str) -> None:
    gui = gui_with(option)
    assert gui.lines[0].startswith(f"info string {sentence}")


def test_games_without_ratings_offer_no_elo() -> None:
    gui = gui_with("UCI_Elo value 1500", game="othello")
    assert gui.lines == ['info string there is no option "uci_elo"']
    gui.send("uci")
    assert not any("UCI_Elo" in line for line in gui.lines)
    assert any("Skill Level" in line for line in gui.lines)
    assert max(depths(gui_with("Skill Level value 0", game="othello"), "go depth 5")) == 1
