"""Limits on chat, seat changes and offers in a game, per account and in total. They survive
restarts."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms import tally
from zeitnot_server.rooms.absence import READY_MS, ready_deadline_ms
from zeitnot_server.rooms.commands import Unseat
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Actor, Invitation, Phase, Room, Step
from zeitnot_server.rooms.value import replace

from .games import Duel
from .rig import PEOPLE, STRANGER, Rig


@pytest.fixture
def game_of_ann() -> Rig:
    """A listed game with two free seats, created by Ann."""
    rig = Rig()
    rig.new = rig.room = Room.new(replace(rig.new.game_setup, creator=PEOPLE[0].account))
    return rig


def code(result: Step) -> str | None:
    if result.refusal is None:
        return None
    assert result.entries == ()
    return result.refusal.code


def say(rig: Rig, actor: Actor, after: int = 0) -> str | None:
    return code(rig.send(rig.command(p.Chat, text="well"), actor, after))


def accepted_lines(rig: Rig, actor: Actor) -> int:
    """The number of lines that this account can send."""
    for count in range(tally.MAX_LINES + 1):
        if (refused := say(rig, actor)) is not None:
            assert refused == "chat_full"
            return count
    raise AssertionError("chat is unbounded")


def test_chat_of_players_and_spectators_is_bounded() -> None:
    rig = Rig(Duel(rounds=3)).start()
    assert accepted_lines(rig, rig.people[0]) == tally.MAX_LINES_PER_PLAYER
    assert accepted_lines(rig, STRANGER) == tally.MAX_LINES_PER_SPECTATOR
    assert say(rig, rig.people[1]) is None
    assert code(rig.move("high")) is None


def test_spectators_leave_chat_for_the_players_and_share_a_bound() -> None:
    rig = Rig(Duel(rounds=3)).start()
    spectators = (Actor(f"s{n}", "Sam") for n in range(100))
    assert sum(accepted_lines(rig, actor) for actor in spectators) == tally.MAX_SPECTATOR_LINES
    assert accepted_lines(rig, rig.people[0]) == tally.MAX_LINES_PER_PLAYER
    full = tally.Tally({str(n): 200 for n in range(5)})
    assert not full.may_chat("new", spectator=False)


def test_chat_bounds_survive_a_restart() -> None:
    rig = Rig(Duel(rounds=3)).start()
    accepted_lines(rig, rig.people[0])
    rig.room = fold(rig.new, rig.log)
    assert say(rig, rig.people[0]) == "chat_full"


def test_only_players_chat_for_an_hour_after_the_end() -> None:
    rig = Rig().start()
    rig.do(0, p.Resign)
    assert say(rig, STRANGER) == "not_seated"
    assert say(rig, rig.people[1], after=tally.CHAT_AFTER_MS) is None
    assert say(rig, rig.people[1], after=1) == "chat_closed"


def test_sitting_and_leaving_is_bounded() -> None:
    rig = Rig()
    for _ in range(tally.MAX_SITS_PER_ACCOUNT):
        assert code(rig.do(0, p.Sit)) is None
        assert code(rig.do(0, p.Leave)) is None
    assert code(rig.do(0, p.Sit)) == "sat_too_often"
    assert code(rig.do(1, p.Sit)) is None


def sit_down_and_get_up(rig: Rig, actor: Actor, times: int = 1) -> None:
    for _ in range(times):
        assert code(rig.send(rig.command(p.Sit), actor)) is None
        assert code(rig.send(rig.command(p.Leave), actor)) is None


def test_other_accounts_do_not_use_up_the_bound_on_sitting(game_of_ann: Rig) -> None:
    """Dozens of guests sit down in another user's game and get up again."""
    rig, ann, bob = game_of_ann, PEOPLE[0], PEOPLE[1]
    sit_down_and_get_up(rig, bob)
    sit_down_and_get_up(rig, ann)
    for number in range(11):
        sit_down_and_get_up(rig, Actor(f"guest {number}", "Guest"), (tally.MAX_SITS - 2) // 11)
    assert rig.room.tally.sits == tally.MAX_SITS
    for actor in (Actor("guest 0", "Guest"), bob):
        assert code(rig.send(rig.command(p.Sit), actor)) == "sat_too_often"
    for actor in (STRANGER, Actor("new", "New"), ann):
        sit_down_and_get_up(rig, actor)
    assert fold(rig.new, rig.log) == rig.room


def test_only_the_most_recent_sitters_are_remembered(game_of_ann: Rig) -> None:
    rig = game_of_ann
    for number in range(tally.MAX_SITTERS + 1):
        sit_down_and_get_up(rig, Actor(f"guest {number}", "Guest"))
    assert len(rig.room.tally.sittings) == tally.MAX_SITTERS
    sit_down_and_get_up(rig, Actor("guest 0", "Guest"))
    assert code(rig.send(rig.command(p.Sit), Actor("guest 2", "Guest"))) == "sat_too_often"


def test_a_player_not_ready_must_wait_and_is_excluded_the_third_time(game_of_ann: Rig) -> None:
    rig, eve = game_of_ann, STRANGER

    def sit(after: int) -> str | None:
        return code(rig.send(rig.command(p.Sit), eve, after))

    for times in range(tally.MAX_UNREADY_TIMES):
        assert sit(after=tally.UNREADY_WAIT_MS) is None
        assert ready_deadline_ms(rig.room, 0) == rig.now().wall + READY_MS
        assert rig.send(Unseat(eve.account, 0, rig.now().wall), after=0).entries
        assert rig.room.tally.unready[eve.account].times == times + 1
        assert sit(after=tally.UNREADY_WAIT_MS - 1) == "not_ready"
    assert sit(after=86_400_000) == "not_ready"
    assert fold(rig.new, rig.log) == rig.room
    sit_down_and_get_up(rig, PEOPLE[1])


def test_a_player_who_was_ready_or_left_need_not_wait(game_of_ann: Rig) -> None:
    rig, eve = game_of_ann, STRANGER
    sit_down_and_get_up(rig, eve)
    assert code(rig.send(rig.command(p.Sit), eve)) is None
    assert code(rig.send(rig.command(p.Ready, salt="s"), eve, 5)) is None
    assert ready_deadline_ms(rig.room, 0) is None
    refused = rig.send(Unseat(eve.account, 0, rig.now().wall - 5))
    assert code(refused) == "ready_already"
    assert rig.send(Unseat(eve.account, 0)).entries
    assert code(rig.send(rig.command(p.Sit), eve)) is None
    assert code(rig.send(Unseat(eve.account, 0, rig.now().wall - 1))) == "ready_already"


def test_a_reserved_seat_may_be_taken_during_the_wait() -> None:
    invitation = Invitation(STRANGER.account, STRANGER.name)
    rig = Rig(invitations=(None, invitation))
    assert code(rig.send(rig.command(p.Sit, seat=0), STRANGER)) is None
    assert rig.send(Unseat(STRANGER.account, 0, rig.now().wall)).entries
    assert code(rig.send(rig.command(p.Sit, seat=0), STRANGER)) == "not_ready"
    assert code(rig.send(rig.command(p.Sit), STRANGER)) is None


def test_offers_of_a_seat_are_bounded_and_the_game_can_still_end() -> None:
    """Otherwise repeated takebacks could make a game arbitrarily long."""
    rig = Rig(Duel(rounds=3)).start()
    for _ in range(tally.MAX_OFFERS_PER_SEAT):
        rig.move("high")
        assert code(rig.do(0, p.Takeback, action="ask")) is None
        assert code(rig.do(1, p.Takeback, action="accept")) is None
    rig.move("high")
    assert code(rig.do(0, p.Takeback, action="ask")) == "offered_too_often"
    assert code(rig.do(0, p.Draw, action="offer")) == "offered_too_often"
    assert code(rig.do(1, p.Draw, action="offer")) is None
    assert code(rig.do(0, p.Draw, action="accept")) is None


def test_bounded_offers_do_not_prevent_resuming() -> None:
    rig = Rig(Duel(rounds=3)).start()
    full = tally.Tally(offers={0: tally.MAX_OFFERS_PER_SEAT - 1, 1: tally.MAX_OFFERS_PER_SEAT})
    rig.room = replace(rig.room, tally=full)
    assert code(rig.do(0, p.Adjourn, action="offer")) is None
    assert code(rig.do(1, p.Adjourn, action="accept")) is None
    assert code(rig.do(0, p.ResumeWish)) is None
    assert rig.do(1, p.ResumeWish).room.phase is Phase.RUNNING
