"""What a bot takes, compared with games: the same code on the server and in clients."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_protocol.takes import WantedGame, fault_of, wanted_game, why_not_taken

from ..each import each

CASES = json.loads((Path(__file__).parents[1] / "data/takes.json").read_text("utf-8"))
"""Games that a bot takes or not, and why; `clients/web/tests/takes.test.ts` reads them, too."""
BLITZ = p.Control(kind="fischer", base_ms=180_000, increment_ms=2_000)
GAME = WantedGame("go", {"size": 9, "komi": "7.5", "handicap": False}, BLITZ)


def takes(**fields: Any) -> p.Takes:
    """An entry, decoded as the server decodes it."""
    return msgspec.convert(fields, p.Takes)


@each("case", CASES["cases"], ids=lambda case: json.dumps(case["takes"]))
def test_the_reasons_are_those_that_the_page_gives(case: dict[str, Any]) -> None:
    wanted = WantedGame(
        CASES["game_type"],
        CASES["settings"],
        msgspec.convert(case["control"], p.Control),
        **case["opponents"],
    )
    refused = why_not_taken([takes(**entry) for entry in case["takes"]], wanted)
    assert (refused and refused.reason) == case["reason"]


def test_rated_games() -> None:
    refused = why_not_taken([takes(rated=False)], GAME._replace(rated=True))
    assert refused == ("casual", "takes only casual games")


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
