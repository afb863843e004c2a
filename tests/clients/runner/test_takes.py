"""Which games, clocks and opponents a bot takes."""

import pytest

import zeitnot_protocol as p
from zeitnot_client.runner.takes import Clocks, Opponents, Takes
from zeitnot_protocol.takes import fault_of, wanted_game, why_not_taken

CLOCKS = Clocks(
    base_s=(60, 600), increment_s=(0, 10), per_move_s=(5, 60), days=(2, 7), untimed=False
)


CONTROLS: list[tuple[p.Control, p.DeclineReason | None]] = [
    (p.Control(kind="sudden_death", base_ms=60_000), None),
    (p.Control(kind="sudden_death", base_ms=59_999), "tooFast"),
    (p.Control(kind="fischer", base_ms=600_000, increment_ms=10_000), None),
    (p.Control(kind="fischer", base_ms=600_001, increment_ms=0), "tooSlow"),
    (p.Control(kind="fischer", base_ms=60_000, increment_ms=10_001), "tooSlow"),
    (p.Control(kind="delay", base_ms=60_000, delay_ms=11_000), "tooSlow"),
    (p.Control(kind="byoyomi", base_ms=60_000, periods=3, period_ms=30_000), "tooSlow"),
    (p.Control(kind="canadian", base_ms=60_000, moves=10, period_ms=60_000), None),
    (p.Control(kind="per_move", time_ms=4_000), "tooFast"),
    (p.Control(kind="per_move", time_ms=5_000), None),
    (p.Control(kind="stages", stages=[p.Stage(base_ms=700_000, moves=40)]), "tooSlow"),
    (p.Control(kind="correspondence", days=1), "tooFast"),
    (p.Control(kind="correspondence", days=7), None),
    (p.Control(kind="correspondence", days=8), "tooSlow"),
    (p.Control(kind="unlimited"), "timeControl"),
]


@pytest.mark.parametrize(("control", "reason"), CONTROLS)
def test_clocks_outside_of_the_ranges_are_declined(
    control: p.Control, reason: p.DeclineReason | None
) -> None:
    assert CLOCKS.reason_against(control) == reason
    assert Clocks().reason_against(control) is None


def test_correspondence_games_can_be_declined() -> None:
    correspondence = p.Control(kind="correspondence", days=3)
    assert Clocks(correspondence=False).reason_against(correspondence) == "timeControl"


@pytest.mark.parametrize(
    ("opponents", "player", "reason"),
    [
        (Opponents(), p.Player(name="Ann"), None),
        (Opponents(bots=False), p.Player(name="Fish", bot=True), "noBot"),
        (Opponents(bots=False), p.Player(name="Ann"), None),
        (Opponents(people=False), p.Player(name="Ann"), "onlyBot"),
        (Opponents(only=frozenset({"Ann"})), p.Player(name="Ann"), None),
        (Opponents(only=frozenset({"Ann"})), p.Player(name="Bob"), "generic"),
        (Opponents(never=frozenset({"Ann"})), p.Player(name="Ann"), "generic"),
    ],
)
def test_opponents(opponents: Opponents, player: p.Player, reason: p.DeclineReason | None) -> None:
    assert opponents.reason_against(player) == reason


def room(game: str, settings: p.Settings, *, rated: bool = False) -> p.RoomView:
    return p.RoomView(
        game_type=game,
        rules_version=1,
        settings=settings,
        control=p.Control(kind="unlimited"),
        seats=2,
        draws=True,
        created_at=0,
        setup=p.Setup(rated=rated),
    )


def test_settings_are_taken_by_value_and_type() -> None:
    takes = Takes({"go": {"size": (9, 13), "ko": (True,)}})
    assert takes.reason_against_game(room("go", {"size": 9, "ko": True, "komi": 7})) is None
    assert takes.reason_against_game(room("go", {"size": 19, "ko": True})) == "variant"
    assert takes.reason_against_game(room("go", {"size": 9, "ko": 1})) == "variant"
    assert takes.reason_against_game(room("chess", {})) == "variant"


def test_rated_and_casual_games() -> None:
    games: dict[str, dict[str, tuple[str | int | bool, ...]]] = {"go": {}}
    only_rated, only_casual = Takes(games, casual=False), Takes(games, rated=False)
    assert only_rated.reason_against_game(room("go", {})) == "rated"
    assert only_rated.reason_against_game(room("go", {}, rated=True)) is None
    assert only_casual.reason_against_game(room("go", {}, rated=True)) == "casual"


def test_what_is_taken_is_said_to_the_server_in_its_words() -> None:
    """The server's own check, with what it is sent, agrees with the bot's in every control."""
    takes = Takes({"go": {"size": (9, 13)}, "chess": {}}, CLOCKS, Opponents(bots=False))
    sent = takes.on_the_wire()
    assert fault_of(sent, ["go", "chess"]) is None
    for control, _ in CONTROLS:
        for settings in ({"size": 9}, {"size": 19}):
            for opponent in (p.Player(name="Ann"), p.Player(name="Fish", bot=True)):
                invited = p.Invited(
                    game="abcd",
                    game_type="go",
                    settings=settings,
                    control=control,
                    seat=0,
                    opponents=[opponent],
                )
                refused = why_not_taken(sent, wanted_game(invited))
                assert (refused is None) == (takes.reason_against(invited) is None), invited


def test_bot_that_takes_everything_says_nothing() -> None:
    assert Takes({"go": {}}).on_the_wire() == []


def test_takes_that_are_too_long_for_a_message_stay_with_the_bot() -> None:
    """The settings are left out first. The bot declines by itself what the server lets through."""
    few = Takes({f"game{number}": {"size": tuple(range(30))} for number in range(20)})
    assert {tuple(entry.games["game1"]) for entry in few.on_the_wire()} == {()}
    many = Takes({f"a game with a long name {number}": {"size": (1,)} for number in range(60)})
    assert many.on_the_wire() == []
    long = Takes({"go": {"size": tuple(range(33))}})
    assert [entry.games for entry in long.on_the_wire()] == [{"go": {}}]


def test_names_decide_about_invitations() -> None:
    takes = Takes({"go": {}}, opponents=Opponents(never=frozenset({"Ann"})))
    invited = p.Invited(
        game="abcd", game_type="go", settings={}, control=p.Control(kind="unlimited"), seat=0
    )
    assert takes.reason_against(invited) is None
    invited.asker = p.Player(name="Ann")
    assert takes.reason_against(invited) == "generic"


def test_one_limit_is_said_in_two_entries() -> None:
    """People read what the bot takes, so bounds that exclude nothing are left out."""
    limited, rest = Takes({"go": {}}, Clocks(base_s=(60, 600))).on_the_wire()
    assert (limited.base_ms, limited.increment_ms) == (p.Range(least=60_000, most=600_000), None)
    assert rest.kinds == ["per_move", "correspondence", "unlimited"]
    assert (rest.base_ms, rest.increment_ms, rest.days) == (None, None, None)
    (most,) = Takes(
        {"go": {}}, Clocks(base_s=(0, 600), untimed=False, correspondence=False, per_move_s=(0, 10))
    ).on_the_wire()[:1]
    assert most.base_ms == p.Range(most=600_000)
