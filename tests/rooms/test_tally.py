"""What a game holds beside its moves is bounded, by account and in all; the log remembers it."""

from zeitnot_client import protocol as p
from zeitnot_server.rooms import tally
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Actor, Phase, Step
from zeitnot_server.rooms.value import replace

from .games import Duel
from .table import STRANGER, Table


def code(done: Step) -> str | None:
    if done.refusal is None:
        return None
    assert done.entries == ()
    return done.refusal.code


def say(table: Table, actor: Actor, after: int = 0) -> str | None:
    return code(table.tell(table.command(p.Chat, text="well"), actor, after))


def said(table: Table, actor: Actor) -> int:
    """How many lines this account gets in before it is refused."""
    for count in range(tally.LINES + 1):
        if (refused := say(table, actor)) is not None:
            assert refused == "chat_full"
            return count
    raise AssertionError("no bound")


def test_lines_of_a_player_and_of_a_spectator() -> None:
    table = Table(Duel(rounds=3)).start()
    assert said(table, table.people[0]) == tally.PLAYER_LINES
    assert said(table, STRANGER) == tally.SPECTATOR_LINES
    assert say(table, table.people[1]) is None
    assert code(table.move("high")) is None


def test_spectators_leave_room_for_the_players_and_all_together_have_a_bound() -> None:
    table = Table(Duel(rounds=3)).start()
    crowd = (Actor(f"s{n}", "Sam") for n in range(100))
    assert sum(said(table, one) for one in crowd) == tally.SPECTATORS_LINES
    assert said(table, table.people[0]) == tally.PLAYER_LINES
    full = tally.Tally({str(n): 200 for n in range(5)})
    assert not full.may_say("new", spectator=False)


def test_a_restart_forgets_no_line() -> None:
    table = Table(Duel(rounds=3)).start()
    said(table, table.people[0])
    table.room = fold(table.new, table.log)
    assert say(table, table.people[0]) == "chat_full"


def test_after_the_end_players_talk_for_an_hour_and_others_not_at_all() -> None:
    table = Table().start()
    table.do(0, p.Resign)
    assert say(table, STRANGER) == "not_seated"
    assert say(table, table.people[1], after=tally.CHAT_AFTER_MS) is None
    assert say(table, table.people[1], after=1) == "chat_closed"


def test_sitting_down_and_getting_up_again() -> None:
    table = Table()
    for _ in range(tally.ACCOUNT_SITS):
        assert code(table.do(0, p.Sit)) is None
        assert code(table.do(0, p.Leave)) is None
    assert code(table.do(0, p.Sit)) == "sat_too_often"
    assert code(table.do(1, p.Sit)) is None
    assert not tally.Tally(sat={str(n): 20 for n in range(25)}).may_sit("new")


def test_offers_of_a_seat_and_that_a_game_ends_all_the_same() -> None:
    """Moves that are taken back again and again make a game as long as its players like."""
    table = Table(Duel(rounds=3)).start()
    for _ in range(tally.SEAT_OFFERS):
        table.move("high")
        assert code(table.do(0, p.Takeback, action="ask")) is None
        assert code(table.do(1, p.Takeback, action="accept")) is None
    table.move("high")
    assert code(table.do(0, p.Takeback, action="ask")) == "offered_too_often"
    assert code(table.do(0, p.Draw, action="offer")) == "offered_too_often"
    assert code(table.do(1, p.Draw, action="offer")) is None
    assert code(table.do(0, p.Draw, action="accept")) is None


def test_an_adjourned_game_goes_on_however_much_was_offered() -> None:
    table = Table(Duel(rounds=3)).start()
    full = tally.Tally(offers={0: tally.SEAT_OFFERS - 1, 1: tally.SEAT_OFFERS})
    table.room = replace(table.room, tally=full)
    assert code(table.do(0, p.Adjourn, action="offer")) is None
    assert code(table.do(1, p.Adjourn, action="accept")) is None
    assert code(table.do(0, p.ResumeWish)) is None
    assert table.do(1, p.ResumeWish).room.phase is Phase.RUNNING
