"""Which games and players are rated."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.ratings.options import RatingOptions
from zeitnot_server.ratings.rated_games import (
    reason_against,
    reason_against_invited,
    reason_against_player,
)
from zeitnot_server.rooms.room import Actor, Invitation

BLITZ = p.Control(kind="fischer", base_ms=180_000, increment_ms=2_000)
RATED = p.Setup(rated=True)
DEFAULTS = rules_for("gomoku", {}).settings
TOGETHER, APART, OFF = RatingOptions("together"), RatingOptions("apart"), RatingOptions("off")
GUEST = Actor("guest1", "Guest 1")
ANN = Actor("ann1", "Ann", kept=True)
BOT = Actor("bot1", "Deep", bot=True)


@pytest.mark.parametrize(
    ("settings", "setup", "control", "options", "expected"),
    [
        ({}, RATED, BLITZ, TOGETHER, None),
        ({}, RATED, p.Control(kind="correspondence", days=3), APART, None),
        ({"size": 13}, RATED, BLITZ, TOGETHER, "standard settings"),
        ({}, p.Setup(rated=True, moves=("h8",)), BLITZ, TOGETHER, "usual start"),
        ({}, p.Setup(rated=True, position="x"), BLITZ, TOGETHER, "usual start"),
        ({}, RATED, p.Control(kind="unlimited"), TOGETHER, "needs a clock"),
        ({}, RATED, BLITZ, OFF, "does not offer rated games"),
    ],
)
def test_games(
    settings: p.Settings,
    setup: p.Setup,
    control: p.Control,
    options: RatingOptions,
    expected: str | None,
) -> None:
    rules = rules_for("gomoku", settings)
    reason = reason_against(rules, setup, control, DEFAULTS, options)
    assert reason is None if expected is None else expected in (reason or "")


def test_players() -> None:
    assert reason_against_player(ANN, [], TOGETHER) is None
    assert reason_against_player(BOT, [ANN], TOGETHER) is None
    assert "keep their account" in (reason_against_player(GUEST, [], TOGETHER) or "")
    assert "apart" in (reason_against_player(ANN, [BOT], APART) or "")
    assert "apart" in (reason_against_player(BOT, [ANN], APART) or "")
    assert reason_against_player(BOT, [Invitation("bot2", "Other", bot=True)], APART) is None
    assert reason_against_player(ANN, [Actor("bob1", "Bob", kept=True)], APART) is None


def test_invited_players() -> None:
    ann, deep = Invitation("ann1", "Ann"), Invitation("bot1", "Deep", bot=True)
    assert reason_against_invited([ann, deep, None], "together") is None
    assert "apart" in (reason_against_invited([ann, deep], "apart") or "")
    assert "different player" in (reason_against_invited([deep, deep], "together") or "")
    assert reason_against_invited([None, None], "apart") is None


def test_owners_and_their_bots_are_not_rated_against_each_other() -> None:
    ann, deep = Invitation("ann1", "Ann"), Invitation("bot1", "Deep", bot=True)
    shallow = Invitation("bot2", "Shallow", bot=True)
    for players, owners in [
        ([ann, deep], {"bot1": "ann1"}),
        ([deep, None, shallow], {"bot1": "ann1", "bot2": "ann1"}),
        ([deep, shallow], {"bot1": None, "bot2": "bot1"}),
    ]:
        reason = reason_against_invited(players, "together", owners)
        assert reason is not None
        assert "owner" in reason
    owners = {"bot1": None, "bot2": "eve1"}
    assert reason_against_invited([ann, deep, shallow], "together", owners) is None
