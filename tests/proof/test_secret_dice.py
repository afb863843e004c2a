"""Dice that are thrown under cups, in the core's toy game: pairs of games that differ in the dice
of others give a viewer the same, as `test_secrecy` proves it of the product's games."""

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
from .test_secrecy import whole_throw

SETTINGS = {"seats": 3, "dice": 4}
VIEWERS = (0, 1, 2, None)


@pytest.fixture(autouse=True)
def liars_dice() -> Iterator[None]:
    """The toy game in place of the product's games."""

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
    """Games up to a random move, before all dice are shown, and the same with other hidden dice."""
    chance = random.Random(17)
    for at in range(number):
        viewer = VIEWERS[at % len(VIEWERS)]
        one = pairs.random_game("liarsdice", SETTINGS, chance)
        (_, dice), *moves = one
        other = tuple(
            int(die) if place // SETTINGS["dice"] == viewer else chance.randint(1, 6)
            for place, die in enumerate(dice)
        )
        yield Pair("liarsdice", SETTINGS, viewer, one, [("throw", other), *moves])


def test_the_dice_of_others_change_nothing_that_a_viewer_gets() -> None:
    for number, pair in enumerate(some_pairs(24)):
        assert differences(pair, with_records=number % 6 == 0) == [], pair


def test_dice_that_are_sent_to_all_are_seen() -> None:
    with patch.object(NativeHidden, "throw_seen", whole_throw):
        assert any("frames" in differences(pair) for pair in some_pairs(8))
