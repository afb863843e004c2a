"""What a bot takes, compared with games: the same code on the server and in clients."""

from typing import Any

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_protocol.takes import WantedGame, fault_of, wanted_game, why_not_taken

BLITZ = p.Control(kind="fischer", base_ms=180_000, increment_ms=2_000)
GAME = WantedGame("go", {"size": 9, "komi": "7.5", "handicap": False}, BLITZ)


def takes(**fields: Any) -> p.Takes:
    """An entry, decoded as the server decodes it."""
    return msgspec.convert(fields, p.Takes)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({}, None),
        ({"games": {"go": {}}}, None),
        ({"games": {"chess": {}, "go": {"size": [9, 13]}}}, None),
        ({"games": {"chess": {}}}, "variant"),
        ({"games": {"go": {"size": [13, 19]}}}, "standard"),
        ({"games": {"go": {"size": {"least": 9, "most": 9}}}}, None),
        ({"games": {"go": {"size": {"least": 10}}}}, "standard"),
        ({"games": {"go": {"handicap": [0]}}}, "standard"),  # 0 is not false
        ({"games": {"go": {"handicap": [False], "komi": ["7.5"]}}}, None),
        ({"games": {"go": {"rules": ["japanese"]}}}, "standard"),
        ({"kinds": ["fischer", "byoyomi"]}, None),
        ({"kinds": ["byoyomi"]}, "timeControl"),
        ({"base_ms": {"least": 180_000, "most": 180_000}}, None),
        ({"base_ms": {"least": 180_001}}, "tooFast"),
        ({"base_ms": {"most": 179_999}}, "tooSlow"),
        ({"increment_ms": {"least": 3_000}}, "tooFast"),
        ({"increment_ms": {"most": 1_000}}, "tooSlow"),
        ({"days": {"least": 1}}, None),
        ({"casual": False}, "rated"),
        ({"rated": False}, None),
        ({"people": False}, "onlyBot"),
        ({"bots": False}, None),
        ({"strength": {"least": 1500}}, None),
    ],
)
def test_a_game_is_taken_if_it_meets_all_conditions(
    entry: dict[str, Any], reason: str | None
) -> None:
    refused = why_not_taken([takes(**entry)], GAME)
    assert (refused and refused.reason) == reason


@pytest.mark.parametrize(
    ("wanted", "entry", "reason"),
    [
        ({"people": False, "bots": True}, {"bots": False}, "noBot"),
        ({"people": True, "bots": True}, {"people": False}, "onlyBot"),
        ({"rated": True}, {"rated": False}, "casual"),
    ],
)
def test_opponents_and_rating(wanted: dict[str, bool], entry: dict[str, bool], reason: str) -> None:
    refused = why_not_taken([takes(**entry)], GAME._replace(**wanted))
    assert refused is not None
    assert refused.reason == reason


UP_TO_10_MIN = {"base_ms": {"most": 600_000}}


@pytest.mark.parametrize(
    ("control", "entry", "reason"),
    [
        ({"kind": "unlimited"}, {}, None),
        ({"kind": "unlimited"}, UP_TO_10_MIN, "timeControl"),
        ({"kind": "unlimited"}, {"base_ms": {"least": 1}}, None),
        ({"kind": "correspondence", "days": 3}, UP_TO_10_MIN, "timeControl"),
        ({"kind": "correspondence", "days": 3}, {**UP_TO_10_MIN, "days": {"most": 3}}, None),
        ({"kind": "correspondence", "days": 3}, {"days": {"most": 2}}, "tooSlow"),
        ({"kind": "correspondence", "days": 3}, {"days": {"least": 5}}, "tooFast"),
        ({"kind": "per_move", "time_ms": 500}, {"increment_ms": {"least": 1_000}}, "tooFast"),
        ({"kind": "per_move", "time_ms": 500}, {"base_ms": {"least": 1_000}}, "tooFast"),
        (
            {"kind": "canadian", "base_ms": 0, "moves": 20, "period_ms": 60_000},
            {"increment_ms": {"least": 3_000, "most": 3_000}},
            None,
        ),
        (
            {"kind": "byoyomi", "base_ms": 1, "periods": 3, "period_ms": 30_000},
            {"increment_ms": {"most": 10_000}},
            "tooSlow",
        ),
        (
            {"kind": "stages", "stages": [{"base_ms": 5_000, "moves": 40}, {"base_ms": 9}]},
            {"base_ms": {"least": 5_000, "most": 5_000}, "increment_ms": {"most": 0}},
            None,
        ),
    ],
)
def test_the_ranges_mean_the_same_in_every_control(
    control: dict[str, Any], entry: dict[str, Any], reason: str | None
) -> None:
    wanted = GAME._replace(control=msgspec.convert(control, p.Control))
    refused = why_not_taken([takes(**entry)], wanted)
    assert (refused and refused.reason) == reason


def test_one_entry_suffices_and_the_closest_explains() -> None:
    chess, slow_go = takes(games={"chess": {}}), takes(games={"go": {}}, base_ms={"least": 600_000})
    assert why_not_taken([], GAME) is None
    assert why_not_taken([chess, takes()], GAME) is None
    for entries in ([chess, slow_go], [slow_go, chess]):
        refused = why_not_taken(entries, GAME)
        assert refused == ("tooFast", "takes only 600 or more s on the clock")


def test_a_free_seat_counts_as_a_person() -> None:
    bot = p.Player(name="Hal", bot=True)
    for opponents, people, bots in (
        ([bot], False, True),
        ([bot, None], True, True),
        ([p.Player(name="Ann")], True, False),
        ([], False, False),
    ):
        invited = p.Invited(
            game="abcd", game_type="go", settings={}, control=BLITZ, seat=0, opponents=opponents
        )
        wanted = wanted_game(invited)
        assert (wanted.people, wanted.bots) == (people, bots)


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({"games": {"go": {}}}, None),
        ({"games": {"chess": {}}}, "chess is not in plays"),
        ({"base_ms": {"least": 2, "most": 1}}, "base_ms is from 2 to 1, which is empty"),
        (
            {"games": {"go": {"size": {"least": 2, "most": 1}}}},
            "go size is from 2 to 1, which is empty",
        ),
        ({"rated": False, "casual": False}, "it takes neither rated nor casual games"),
        ({"people": False, "bots": False}, "it takes neither people nor bots"),
        (
            {"games": {"go": {"x" * 60: ["y" * 64] * 15}}},
            "it is longer than 1024 bytes as compact JSON",
        ),
    ],
)
def test_contradictions_are_found(entry: dict[str, Any], fault: str | None) -> None:
    assert fault_of([takes(**entry)], ["go"]) == fault


@pytest.mark.parametrize(
    "entry",
    [
        {"kinds": ["hourly"]},
        {"base_ms": {"least": -(2**40)}},
        {"games": {"go": {"size": []}}},
        {"games": {f"g{n}": {} for n in range(65)}},
        {"base_ms": 60_000},
        {"people": 1},
    ],
)
def test_other_values_are_malformed(entry: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        takes(**entry)
