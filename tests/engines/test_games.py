"""Names, settings and the catalogue."""

import pytest

from zeitnot_engines.games import MANIFESTS, NAMES, Game, Value, load, settings_of

FIRST_CONTROL = {"ewn": "per_move", "backgammon": "delay"}
LANGUAGES = {"en", "zh-Hans", "zh-Hant"}

# A key, once in somebody's book, is for ever: these may change only together with `version`.
START_KEYS: list[tuple[str, dict[str, Value], int]] = [
    ("tictactoe", {}, 0xB9DD60E3C5E8575D),
    ("niujiaoqi", {}, 0x2EC2AFC9FE260090),
    ("niujiaoqi", {"first": "blue"}, 0xD98BD141D6FCF2C1),
    ("othello", {}, 0x68B453EB4673947E),
    ("othello", {"size": 6}, 0xDFAF43DFA655B0B8),
    ("chess", {}, 0x44FD2E27C11FDD28),
    ("xiangqi", {}, 0xB05C46156393CC81),
    ("xiangqi", {"no_capture_limit": 60}, 0xACDA47EA1537BD2B),
    ("ewn", {}, 0x176D29D441E35C06),
    ("ewn", {"first": "red", "setup": "random"}, 0xC7006909E097BE0B),
    ("ewn", {"first": "red", "setup": "free"}, 0xD5CE0F049B636CF4),
    ("backgammon", {}, 0x7BC3000FB17EC065),
    ("backgammon", {"match": "7", "cube": "on"}, 0x6B79DD57802A65C1),
]


@pytest.mark.parametrize(("name", "settings", "key"), START_KEYS)
def test_golden_keys(name: str, settings: dict[str, Value], key: int) -> None:
    assert f"{load(name, settings).start().key:016x}" == f"{key:016x}"


@pytest.mark.parametrize("name", NAMES)
def test_the_catalogue_tells_what_people_need(name: str) -> None:
    manifest, game = MANIFESTS[name], load(name)
    assert set(manifest.names) == LANGUAGES
    assert len(manifest.seat_names) == game.seats == 2
    assert manifest.controls[0].kind == FIRST_CONTROL.get(name, "fischer")
    assert {s.name: s.default for s in settings_of(name)} == game.settings
    for setting in settings_of(name):
        assert setting.choices
        assert setting.default == setting.choices[0]


@pytest.mark.parametrize(
    ("name", "unit", "draws"),
    [
        ("tictactoe", "points", True),
        ("niujiaoqi", "points", True),
        ("othello", "discs", True),
        ("chess", "centipawns", True),
        ("xiangqi", "centipawns", True),
        ("ewn", "win_probability", False),
        ("backgammon", "points", False),
    ],
)
def test_facts(name: str, unit: str, draws: bool) -> None:
    game = Game(name)
    assert (game.name, game.version, game.unit, game.draws) == (name, 1, unit, draws)


def test_settings_are_complete_and_checked() -> None:
    assert load("ewn", {"first": "red"}).settings == {"first": "red", "setup": "default"}
    assert load("othello", {"size": "6"}).settings == {"size": 6}
    for bad in ({"size": 7}, {"size": "six"}, {"size": True}, {"size": "²"}, {"komi": 7}):
        with pytest.raises(ValueError, match="setting"):
            load("othello", bad)
    with pytest.raises(ValueError, match='no game "checkers"'):
        load("checkers")


def test_the_sentence_for_a_bad_value_lists_the_good_ones() -> None:
    with pytest.raises(ValueError, match=r"first must be one of red, blue\."):
        load("niujiaoqi", {"first": "green"})


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 2**63, 2**64, 10**40])
def test_a_number_too_large_for_any_setting(number: int) -> None:
    for value in (number, str(number), "9" * 5000):
        with pytest.raises(ValueError, match=r"^The setting size must be one of 8, 6\.$"):
            load("othello", {"size": value})


def test_loading_again_gives_the_same_object() -> None:
    assert load("othello", {"size": 6}) is load("othello", {"size": 6})
    assert load("othello") == Game("othello", {"size": 8})


def test_settings_are_part_of_every_key() -> None:
    default, red = load("ewn"), load("ewn", {"first": "red"})
    text = default.start().text
    assert default.settings_key == 0
    assert default.parse(text).key ^ red.parse(text).key == red.settings_key != 0


def test_who_begins() -> None:
    assert load("niujiaoqi").start().turn == 0
    assert load("niujiaoqi", {"first": "blue"}).start().turn == 1
    assert load("ewn", {"first": "red"}).start().throw((3,)).turn == 1
    arranged = load("ewn", {"first": "red", "setup": "free"}).start()
    assert arranged.turn == 0
    assert arranged.play("123456").play("123456").throw((1,)).turn == 1


def test_othello_counts_the_empty_squares_for_the_winner_and_names_a_wipeout() -> None:
    game = load("othello")
    wiped = game.parse("XX" + "-" * 62 + " O")
    assert wiped.result == ((1.0, 0.0), "rules", "wipeout")
    level = game.parse("X" * 32 + "O" * 32 + " X")
    assert level.result == ((0.5, 0.5), "rules", "equal discs")
    assert game.parse("X" * 31 + "O" * 33 + " X").result == ((0.0, 1.0), "rules", "more discs")


def test_a_pass_is_forced_and_is_a_ply() -> None:
    state = load("othello").parse("OXX-----" + "-" * 56 + " X")
    assert state.legal() == ["pass"]
    after = state.play("pass")
    assert (after.ply, after.turn, after.legal()) == (1, 1, ["d1"])


def test_ewn_moves_the_nearest_stones_and_may_take_its_own() -> None:
    state = load("ewn").parse("B 2 25 0 24 0 0 0 1 0 0 0 0 0")
    assert set(state.legal()) == {"25-24", "25-20", "25-19", "24-23", "24-19", "24-18"}
    assert state.play("25-24").text == "R 0 24 0 0 0 0 0 1 0 0 0 0 0"


def test_ewn_throws_must_be_possible() -> None:
    start = load("ewn").start()
    for bad in ((), (0,), (7,), (1, 2), (-1,)):
        with pytest.raises(ValueError, match="cannot fall so"):
            start.throw(bad)
    cards = load("ewn", {"setup": "random"}).start()
    for wrong in ((1,), (0, 1, 2, 3, 4, 4), (1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4)):
        with pytest.raises(ValueError, match="cannot fall so"):
            cards.throw(wrong)
