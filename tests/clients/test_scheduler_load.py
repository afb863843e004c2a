"""The scheduler under load, simulated: nothing else takes time here."""

from statistics import mean

import pytest

from zeitnot_engines.bots.scheduler import Scheduler

from .load_simulation import Game, LoadSimulation

W = 2400  # what the clock allows for a move, in ms


def simulate(
    games: list[Game], *, cores: int = 2, overhead: float = 0, s: int = 60
) -> LoadSimulation:
    played = LoadSimulation(Scheduler(cores, 4 * cores), overhead)
    played.run(games, 1000 * s)
    return played


def sixty_games(opponent: str = "x", **more: int) -> list[Game]:
    return [Game(f"{opponent}{n}", opponent, W, **more) for n in range(60)]


@pytest.mark.parametrize("overhead", [0, 5, 15])
def test_sixty_games_of_one_opponent_leave_the_other_its_share(overhead: float) -> None:
    played = simulate([*sixty_games(), Game("y", "y", W)], overhead=overhead)
    single, many = list(played.of("y")), list(played.of("x"))
    assert mean(t.core_ms for t in single) > 0.97 * W  # a core of two
    assert min(t.core_ms for t in single) > 0.9 * W
    assert max(t.took_ms for t in single) < 1.05 * W
    assert mean(t.core_ms for t in many) == pytest.approx(W / 60, rel=0.3)
    assert mean(t.took_ms for t in many) < 1.1 * W
    assert max(t.took_ms for t in many) < 1.5 * W
    assert len(many) > 60 * 60_000 / W * 0.85


@pytest.mark.parametrize(("wanted_ms", "clock"), [(W, 8000), (20_000, 60_000), (120, 400)])
def test_many_guests_of_one_address_leave_another_address_its_share(
    wanted_ms: int, clock: int
) -> None:
    """Also where they choose clocks so short that each of their searches is in a hurry."""
    guests = [Game(f"g{n}", f"g{n}", wanted_ms, 5, clock, source="here") for n in range(32)]
    played = simulate([*guests, Game("y", "y", W, 500, 8000, source="there")], s=20)
    single = list(played.of("y"))
    assert mean(t.core_ms for t in single) > 0.97 * W  # a core of two
    assert min(t.core_ms for t in single) > 0.85 * W
    assert max(t.took_ms for t in single) < 1.1 * W
    assert len(list(played.of_source("here"))) > 32


def test_short_clocks_beside_long_ones_take_at_most_three_quarters_of_two_cores() -> None:
    """What an address gets by searches that are in a hurry: one of them beside its long one."""
    hurry = [Game(f"h{n}", f"h{n}", 120, 5, 400, source="here") for n in range(16)]
    long = [Game(f"l{n}", f"l{n}", 20_000, 5, 60_000, source="here") for n in range(16)]
    played = simulate([*hurry, *long, Game("y", "y", W, 500, 8000, source="there")], s=20)
    assert min(t.core_ms for t in played.of("y")) > 0.6 * W
    assert max(t.took_ms for t in played.of("h0")) < 400  # and nobody loses by the clock


def test_accounts_of_one_address_share_equally() -> None:
    """Those who sit behind one router, one of them with eight games; beside another address."""
    many = [Game(f"m{n}", "many", W, source="here") for n in range(8)]
    few = [Game("f", "few", W, source="here"), Game("y", "y", W, source="there")]
    played = simulate([*many, *few])
    got = {
        opponent: sum(t.core_ms for t in played.of(opponent)) for opponent in ("many", "few", "y")
    }
    assert got["y"] == pytest.approx(60_000, rel=0.1)
    assert got["few"] == pytest.approx(30_000, rel=0.2)
    assert got["many"] == pytest.approx(30_000, rel=0.2)


def test_every_opponent_gets_the_same_share() -> None:
    """Twenty opponents on two cores, of one game to eight: more than may search at a time."""
    games = [Game(f"{o}/{n}", f"o{o}", W) for o in range(20) for n in range(1 + o % 8)]
    played = simulate(games)
    got = [sum(t.core_ms for t in played.of(f"o{o}")) for o in range(20)]
    assert min(got) > 0.75 * 120_000 / 20
    assert max(got) < 1.25 * 120_000 / 20
    assert played.most_running <= 8


def test_long_searches_do_not_delay_short_ones() -> None:
    """Eight opponents whose clocks allow 22 s for a move; then one with a second on the clock."""
    games = [Game(f"l{n}", f"l{n}", 22_000) for n in range(8)]
    played = simulate([*games, Game("s", "s", 31, 500, clock_ms=1000, begins_ms=5000)])
    short = list(played.of("s"))
    assert len(short) > 50
    assert max(t.took_ms for t in short) < 1000
    assert mean(t.took_ms for t in short[5:]) < 100


def test_without_competition_each_search_gets_its_whole_time() -> None:
    played = simulate([Game("a", "x", W, 4000), Game("b", "y", W, 4000)])
    assert {t.core_ms for t in played.searches} == {W}
    assert {t.took_ms for t in played.searches} == {W}


def test_sixty_games_resumed_at_once_keep_their_clocks() -> None:
    """After a restart all ask at the same moment; three seconds are left to each."""
    games = [Game(f"g{n}", f"o{n}", 120, 60_000, clock_ms=3000) for n in range(60)]
    played = simulate(games, overhead=15, s=10)
    assert len(played.searches) == 60
    assert played.most_running <= 8
    assert max(t.took_ms for t in played.searches) < 3000
