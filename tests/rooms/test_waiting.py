"""How long a game may occupy a bot that waits for its opponent."""

import pytest

import zeitnot_protocol as p
from zeitnot_client.controls import parse_seconds
from zeitnot_server.rooms.commands import Preempt
from zeitnot_server.rooms.room import Actor, Now
from zeitnot_server.rooms.timeouts import overdue_wait_ms
from zeitnot_server.verify import verify

from .games import Duel
from .rig import PEOPLE, Rig

MINUTE_MS = 60_000
DEEP = Actor("deep", "Deep", bot=True)


def new_rig(control: str = "3600") -> Rig:
    """A game of Ann and the bot, neither of which has sat down."""
    game = Rig(Duel(rounds=3), parse_seconds(control))
    game.people[1] = DEEP
    return game


def may_be_ended(rig: Rig, ms: int) -> bool:
    """Whether the game may be ended for other users if nothing happens for `ms`."""
    now = rig.now()
    then = Now(now.run, now.ms + ms, now.wall + ms)
    return overdue_wait_ms(rig.room, "Deep", then) is not None


@pytest.mark.parametrize(
    ("control", "minutes"),
    [("3600", 3), ("5400+30", 3), ("600/move", 3), ("99999999", 10), ("unlimited", 60)],
)
def test_the_maximum_wait_depends_on_the_time_control(control: str, minutes: int) -> None:
    game = new_rig(control).start()
    assert not may_be_ended(game, minutes * MINUTE_MS - 1)
    assert may_be_ended(game, minutes * MINUTE_MS)


def test_a_correspondence_game_may_use_all_its_days() -> None:
    game = new_rig("366days").start()
    assert not may_be_ended(game, 365 * 24 * 60 * MINUTE_MS)


@pytest.mark.parametrize("control", ["3600", "unlimited", "3days"])
def test_a_game_waits_a_minute_until_its_person_sits_down(control: str) -> None:
    game = new_rig(control)
    game.ms = game.new.game_setup.created_at - game.now().wall
    assert not may_be_ended(game, MINUTE_MS - 1)
    assert may_be_ended(game, MINUTE_MS)


def test_the_countdown_stops_while_the_bot_is_to_move() -> None:
    game = new_rig().start()
    game.move("high")
    assert not may_be_ended(game, 50 * MINUTE_MS)


def test_a_move_restarts_the_countdown() -> None:
    game = new_rig().start()
    for _ in range(2):
        game.move("high", after=170_000)
        game.move("low", after=20_000)
        assert not may_be_ended(game, 170_000)
    assert may_be_ended(game, 180_000)


def test_outages_do_not_count_as_waiting() -> None:
    game = new_rig().start()
    game.ms += 100_000
    game.pause(100_000)
    assert not may_be_ended(game, 50 * MINUTE_MS)
    game.resume(after=20 * MINUTE_MS)
    assert not may_be_ended(game, 79_999)
    assert may_be_ended(game, 80_000)


def test_an_adjourned_game_may_wait_for_an_hour() -> None:
    game = new_rig("unlimited").start()
    game.move("high")
    game.do(0, p.Adjourn, action="offer")
    game.do(1, p.Adjourn, action="accept")
    assert not may_be_ended(game, 60 * MINUTE_MS - 1)
    assert may_be_ended(game, 60 * MINUTE_MS)


def test_the_game_ends_without_a_result_and_the_record_verifies() -> None:
    rig = Rig(Duel(rounds=3)).start()
    rig.move("high")
    rig.move("low")
    (entry,) = rig.send(Preempt(PEOPLE[1].name)).entries
    assert (rig.end.reason, rig.end.scores, entry.seat) == ("aborted", None, None)
    assert rig.end.word == "the bot was wanted by others"
    assert verify(rig.export(), lambda game, chosen: rig.rules).end == rig.end
