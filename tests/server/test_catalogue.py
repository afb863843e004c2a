"""The catalogue lists the numbers of seats of a game if a setting determines them."""

from types import SimpleNamespace

import pytest

import zeitnot_protocol as p
from zeitnot_client.seats import seats_with
from zeitnot_engines.games import NAMES
from zeitnot_server.web.api import catalogue

PLAYERS = SimpleNamespace(name="players", default=3, choices=[3, 2, 4, 6])
GOAL = SimpleNamespace(name="goal", default=12, choices=list(range(12, 200)))
TEAMS = SimpleNamespace(name="teams", default="none", choices=["none", "pairs"])


def load(game: str, settings: dict[str, object]) -> SimpleNamespace:
    """A game whose number of seats is a setting; teams of two need at least four seats."""
    if "goal" in settings:
        raise AssertionError("settings with many values must not be tried")
    seats = settings.get("players", 3)
    if settings.get("teams") == "pairs" and seats == 3:
        raise ValueError("teams need an even number of seats")
    return SimpleNamespace(seats=seats)


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> tuple[p.SeatCount, ...]:
    monkeypatch.setattr(catalogue, "load", load)
    monkeypatch.setattr(catalogue, "settings_of", lambda game: [PLAYERS, GOAL, TEAMS])
    return catalogue.seat_counts.__wrapped__("relay")


def test_the_values_that_give_another_number_of_seats_are_listed(
    counts: tuple[p.SeatCount, ...],
) -> None:
    assert [(count.setting, count.value, count.seats) for count in counts] == [
        ("players", 2, 2),
        ("players", 4, 4),
        ("players", 6, 6),
    ]


def test_a_client_counts_the_seats(counts: tuple[p.SeatCount, ...]) -> None:
    game = p.CatalogueGame(
        id="relay",
        names={},
        seats=3,
        draws=True,
        rules_version=1,
        settings=[],
        seat_names=[],
        start="",
        controls=[],
        seat_counts=list(counts),
    )
    assert seats_with(game, {}) == 3
    assert seats_with(game, {"players": 4}) == 4
    assert seats_with(game, {"players": "6", "goal": "20"}) == 6
    assert seats_with(game, {"players": 3}) == 3


def test_the_catalogue_has_the_number_of_seats_of_every_game() -> None:
    games = catalogue.catalogue([]).games
    assert [game.id for game in games] == list(NAMES)
    assert all(2 <= game.seats <= 6 for game in games)
