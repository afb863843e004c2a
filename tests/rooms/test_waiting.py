"""For how long a game with a bot may wait for its person while others want the bot."""

import pytest

import zeitnot_protocol as p
from zeitnot_client.controls import parse
from zeitnot_server.rooms.commands import GiveWay
from zeitnot_server.rooms.room import Actor, Now
from zeitnot_server.rooms.waiting import has_waited_ms
from zeitnot_server.verify import verify

from .games import Duel
from .table import PEOPLE, Table

MINUTE_MS = 60_000
DEEP = Actor("deep", "Deep", bot=True)


def table(control: str = "3600") -> Table:
    """Ann and the bot, who have not sat down."""
    made = Table(Duel(rounds=3), parse(control))
    made.people[1] = DEEP
    return made


def waits(made: Table, ms: int) -> bool:
    """Whether its place may go to others, if nothing happens for so long."""
    now = made.now()
    then = Now(now.run, now.ms + ms, now.wall + ms)
    return has_waited_ms(made.room, "Deep", then) is not None


@pytest.mark.parametrize(
    ("control", "minutes"),
    [("3600", 3), ("5400+30", 3), ("600/move", 3), ("99999999", 10), ("unlimited", 60)],
)
def test_how_long_a_game_waits_for_a_move(control: str, minutes: int) -> None:
    made = table(control).start()
    assert not waits(made, minutes * MINUTE_MS - 1)
    assert waits(made, minutes * MINUTE_MS)


def test_promised_days_are_kept() -> None:
    made = table("366days").start()
    assert not waits(made, 365 * 24 * 60 * MINUTE_MS)


@pytest.mark.parametrize("control", ["3600", "unlimited", "3days"])
def test_a_game_before_its_first_move_waits_for_its_person(control: str) -> None:
    made = table(control)
    made.ms = made.new.game_setup.created_at - made.now().wall
    assert not waits(made, MINUTE_MS - 1)
    assert waits(made, MINUTE_MS)


def test_the_countdown_is_off_while_the_bot_is_to_move() -> None:
    made = table().start()
    made.move("high")
    assert not waits(made, 50 * MINUTE_MS)


def test_a_move_restarts_the_countdown() -> None:
    made = table().start()
    for _ in range(2):
        made.move("high", after=170_000)
        made.move("low", after=20_000)
        assert not waits(made, 170_000)
    assert waits(made, 180_000)


def test_outages_do_not_count() -> None:
    made = table().start()
    made.ms += 100_000
    made.pause(100_000)
    assert not waits(made, 50 * MINUTE_MS)
    made.resume(after=20 * MINUTE_MS)
    assert not waits(made, 79_999)
    assert waits(made, 80_000)


def test_an_adjourned_game_may_wait_for_an_hour() -> None:
    made = table("unlimited").start()
    made.move("high")
    made.do(0, p.Adjourn, action="offer")
    made.do(1, p.Adjourn, action="accept")
    assert not waits(made, 60 * MINUTE_MS - 1)
    assert waits(made, 60 * MINUTE_MS)


def test_the_game_ends_without_a_result_and_the_record_verifies() -> None:
    made = Table(Duel(rounds=3)).start()
    made.move("high")
    made.move("low")
    (entry,) = made.tell(GiveWay(PEOPLE[1].name)).entries
    assert (made.end.reason, made.end.scores, entry.seat) == ("aborted", None, None)
    assert made.end.word == "the bot was wanted by others"
    assert verify(made.export(), lambda game, chosen: made.rules).end == made.end
