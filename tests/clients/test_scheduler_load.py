"""The scheduler under simulated load: fair shares, short waits, and no game lost on time."""

from statistics import mean

import pytest

from zeitnot_engines.bots.scheduler import Scheduler

from ..repetition import times
from .load_simulation import Game, LoadSimulation

WANTED_MS = 2400  # the time that the clock allows per move


def simulate(
    games: list[Game], *, cores: int = 2, overhead: float = 0, s: int = 60
) -> LoadSimulation:
    simulation = LoadSimulation(Scheduler(cores, 4 * cores), overhead)
    simulation.run(games, 1000 * s)
    return simulation


def sixty_games(opponent: str = "x", **options: int) -> list[Game]:
    return [Game(f"{opponent}{n}", opponent, WANTED_MS, **options) for n in range(60)]


@pytest.mark.parametrize("overhead", [0, 5, 15])
def test_many_games_of_one_opponent_leave_others_their_share(overhead: float) -> None:
    simulation = simulate([*sixty_games(), Game("y", "y", WANTED_MS)], overhead=overhead)
    single, many = list(simulation.searches_of("y")), list(simulation.searches_of("x"))
    assert mean(t.core_ms for t in single) > 0.97 * WANTED_MS  # a core of two
    assert min(t.core_ms for t in single) > 0.9 * WANTED_MS
    assert max(t.took_ms for t in single) < 1.05 * WANTED_MS
    assert mean(t.core_ms for t in many) == pytest.approx(WANTED_MS / 60, rel=0.3)
    assert mean(t.took_ms for t in many) < 1.1 * WANTED_MS
    assert max(t.took_ms for t in many) < 1.5 * WANTED_MS
    assert len(many) > 60 * 60_000 / WANTED_MS * 0.85


@pytest.mark.parametrize(
    ("wanted_ms", "clock", "s"),
    [(WANTED_MS, 8000, 20), (20_000, 60_000, 20), (120, 400, times(8, 20))],
)
def test_many_guests_of_one_address_leave_others_their_share(
    wanted_ms: int, clock: int, s: int
) -> None:
    """This holds even if the guests' clocks are so short that all of their searches are urgent."""
    guests = [Game(f"g{n}", f"g{n}", wanted_ms, 5, clock, source="here") for n in range(32)]
    simulation = simulate([*guests, Game("y", "y", WANTED_MS, 500, 8000, source="there")], s=s)
    single = list(simulation.searches_of("y"))
    assert mean(t.core_ms for t in single) > 0.97 * WANTED_MS  # a core of two
    assert min(t.core_ms for t in single) > 0.85 * WANTED_MS
    assert max(t.took_ms for t in single) < 1.1 * WANTED_MS
    assert len(list(simulation.of_source("here"))) > 32


def test_urgent_searches_leave_others_most_of_their_share() -> None:
    """An urgent search beside a long one is the most that an address can get at a time."""
    urgent = [Game(f"h{n}", f"h{n}", 120, 5, 400, source="here") for n in range(16)]
    long = [Game(f"l{n}", f"l{n}", 20_000, 5, 60_000, source="here") for n in range(16)]
    other = Game("y", "y", WANTED_MS, 500, 8000, source="there")
    simulation = simulate([*urgent, *long, other], s=times(8, 20))
    assert min(t.core_ms for t in simulation.searches_of("y")) > 0.6 * WANTED_MS
    assert max(t.took_ms for t in simulation.searches_of("h0")) < 400  # no game is lost on time


def test_accounts_of_one_address_share_equally() -> None:
    """Two accounts share an address, and one of them has eight games; a third is elsewhere."""
    many = [Game(f"m{n}", "many", WANTED_MS, source="here") for n in range(8)]
    few = [Game("f", "few", WANTED_MS, source="here"), Game("y", "y", WANTED_MS, source="there")]
    simulation = simulate([*many, *few])
    core_ms = {
        opponent: sum(t.core_ms for t in simulation.searches_of(opponent))
        for opponent in ("many", "few", "y")
    }
    assert core_ms["y"] == pytest.approx(60_000, rel=0.1)
    assert core_ms["few"] == pytest.approx(30_000, rel=0.2)
    assert core_ms["many"] == pytest.approx(30_000, rel=0.2)


def test_all_opponents_get_equal_shares() -> None:
    """Twenty opponents have one to eight games each, more than can search on two cores at a
    time."""
    games = [Game(f"{o}/{n}", f"o{o}", WANTED_MS) for o in range(20) for n in range(1 + o % 8)]
    simulation = simulate(games)
    core_ms = [sum(t.core_ms for t in simulation.searches_of(f"o{o}")) for o in range(20)]
    assert min(core_ms) > 0.75 * 120_000 / 20
    assert max(core_ms) < 1.25 * 120_000 / 20
    assert simulation.max_running <= 8


def test_long_searches_do_not_delay_short_ones() -> None:
    """Eight opponents' clocks allow 22 s per move; then another comes with 1 s on the clock."""
    games = [Game(f"l{n}", f"l{n}", 22_000) for n in range(8)]
    simulation = simulate([*games, Game("s", "s", 31, 500, clock_ms=1000, begins_ms=5000)])
    short = list(simulation.searches_of("s"))
    assert len(short) > 50
    assert max(t.took_ms for t in short) < 1000
    assert mean(t.took_ms for t in short[5:]) < 100


def test_without_competition_each_search_gets_its_full_time() -> None:
    simulation = simulate([Game("a", "x", WANTED_MS, 4000), Game("b", "y", WANTED_MS, 4000)])
    assert {t.core_ms for t in simulation.searches} == {WANTED_MS}
    assert {t.took_ms for t in simulation.searches} == {WANTED_MS}


def test_sixty_games_resumed_at_once_keep_their_clocks() -> None:
    """After a restart all games request a search at once; each clock has three seconds left."""
    games = [Game(f"g{n}", f"o{n}", 120, 60_000, clock_ms=3000) for n in range(60)]
    simulation = simulate(games, overhead=15, s=10)
    assert len(simulation.searches) == 60
    assert simulation.max_running <= 8
    assert max(t.took_ms for t in simulation.searches) < 3000
