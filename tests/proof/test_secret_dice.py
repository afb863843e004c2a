"""Tests hidden dice with a toy game of the engine core: in pairs of games that differ only in the
dice of other seats, a viewer receives the same bytes. `test_secrecy` tests the product's games."""

import random
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from zeitnot_engines.manifest import MANIFESTS, parse
from zeitnot_server.hosting.native import NativeHidden, NativeRules

from ..engines.toy_games import toy_core, toy_game
from .secrecy import pairs, records, table
from .secrecy.comparing import differences
from .secrecy.pairs import Pair
from .test_secrecy import leaked_throw

SETTINGS = {"seats": 3, "dice": 4}
VIEWERS = (0, 1, 2, None)


@pytest.fixture(autouse=True)
def liars_dice() -> Iterator[None]:
    """Replaces the product's games by the toy game."""

    def load(game: str, settings: dict[str, int]) -> object:
        return toy_game(game, **settings)

    def rules_for(game: str, settings: dict[str, int]) -> NativeRules:
        return NativeRules(toy_game(game, **settings))

    manifest = parse("liarsdice", toy_core().manifest_of("liarsdice"))
    with (
        patch.object(pairs, "load", load),
        patch.object(table, "rules_for", rules_for),
        patch.object(records, "rules_for", rules_for),
        patch.dict(MANIFESTS, liarsdice=manifest),
    ):
        yield


def some_pairs(number: int) -> Iterator[Pair]:
    """Yields pairs of a game up to a random move and the same game with other hidden dice."""
    rng = random.Random(17)
    for i in range(number):
        viewer = VIEWERS[i % len(VIEWERS)]
        one = pairs.random_game("liarsdice", SETTINGS, rng)
        (_, dice), *moves = one
        other = tuple(
            int(die) if place // SETTINGS["dice"] == viewer else rng.randint(1, 6)
            for place, die in enumerate(dice)
        )
        yield Pair("liarsdice", SETTINGS, viewer, one, [("throw", other), *moves])


def test_viewers_receive_no_dice_of_other_seats() -> None:
    for number, pair in enumerate(some_pairs(24)):
        assert differences(pair, with_records=number % 6 == 0) == [], pair


def test_dice_sent_to_all_viewers_are_detected() -> None:
    with patch.object(NativeHidden, "visible_throw", leaked_throw):
        assert any("frames" in differences(pair) for pair in some_pairs(8))
