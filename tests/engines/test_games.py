"""The games' names, settings, position keys and catalogue entries."""

import pytest

from zeitnot_engines.games import MANIFESTS, NAMES, Game, Value, load, settings_of

from ..each import each
from ..games.facts import facts_of
from .rules import settings_to_test

LANGUAGES = {"en", "zh-Hans", "zh-Hant"}

KEYS = [(name, settings, key) for name in NAMES for settings, key in facts_of(name).keys]


@each(("name", "settings", "key"), KEYS)
def test_position_keys_match_recorded_ones(name: str, settings: dict[str, Value], key: int) -> None:
    assert f"{load(name, settings).start().key:016x}" == f"{key:016x}"


@each("name", NAMES)
def test_the_catalogue_has_the_basic_facts(name: str) -> None:
    manifest, game = MANIFESTS[name], load(name)
    assert set(manifest.names) == LANGUAGES
    seats = {load(name, settings).seats for settings in settings_to_test(name)}
    assert len(manifest.seat_names) == max(seats)
    assert manifest.controls[0].kind == facts_of(name).first_control
    assert {s.name: s.default for s in settings_of(name)} == game.settings
    for setting in settings_of(name):
        assert setting.choices
        assert setting.default == setting.choices[0]


@each("name", NAMES)
def test_each_game_matches_its_facts(name: str) -> None:
    game, facts = Game(name), facts_of(name)
    assert (game.name, game.version, game.unit, game.draws) == (name, 1, facts.unit, facts.draws)


def test_settings_are_complete_and_checked() -> None:
    assert load("ewn", {"first": "red"}).settings == {"first": "red", "setup": "default"}
    assert load("othello", {"size": "6"}).settings == {"size": 6}
    for bad in ({"size": 7}, {"size": "six"}, {"size": True}, {"size": "²"}, {"komi": 7}):
        with pytest.raises(ValueError, match="setting"):
            load("othello", bad)
    with pytest.raises(ValueError, match='no game "shogi"'):
        load("shogi")


def test_the_error_for_a_bad_value_lists_the_valid_ones() -> None:
    with pytest.raises(ValueError, match=r"first must be one of red, blue\."):
        load("niujiaoqi", {"first": "green"})


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 2**63, 2**64, 10**40])
def test_a_number_too_large_for_any_setting_is_refused(number: int) -> None:
    for value in (number, str(number), "9" * 5000):
        with pytest.raises(ValueError, match=r"^The setting size must be one of 8, 6\.$"):
            load("othello", {"size": value})


def test_loading_twice_gives_the_same_object() -> None:
    assert load("othello", {"size": 6}) is load("othello", {"size": 6})
    assert load("othello") == Game("othello", {"size": 8})


def test_settings_are_part_of_every_key() -> None:
    default, red = load("ewn"), load("ewn", {"first": "red"})
    text = default.start().text
    assert default.settings_key == 0
    assert default.parse(text).key ^ red.parse(text).key == red.settings_key != 0


def test_the_setting_first_decides_who_begins() -> None:
    assert load("niujiaoqi").start().turn == 0
    assert load("niujiaoqi", {"first": "blue"}).start().turn == 1
    assert load("ewn", {"first": "red"}).start().throw((3,)).turn == 1
    arranged = load("ewn", {"first": "red", "setup": "free"}).start()
    assert arranged.turn == 0
    assert arranged.play("123456").play("123456").throw((1,)).turn == 1
