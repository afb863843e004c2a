"""What a finished game adds to a book."""

from zeitnot_client import protocol as p
from zeitnot_server.books import lines
from zeitnot_server.books.lines import PLIES

from ..rooms.games import Duel, DuelState, Race
from ..rooms.hidden_games import Hands
from ..rooms.table import Table
from .playing import duel, race


def events(table: Table) -> list[p.RoomEvent]:
    return [row.event for row in table.log]


def test_every_move_counts_for_the_side_that_made_it() -> None:
    table = duel("hl")
    first, second = lines(table.rules, events(table))
    assert (first.position, first.entry.move, first.entry.score) == ("-", "high", 1.0)
    assert (second.position, second.entry.move, second.entry.score) == ("h", "low", 0.0)
    assert first.entry.last_played == table.end.at
    assert first.place.key == Duel().key(DuelState(""))
    assert second.place.key == Duel().key(DuelState("h"))
    assert first.place.settings_key == Duel.settings_key


def test_positions_are_those_after_the_throw() -> None:
    table = race()
    threw = [e.position for e in events(table) if isinstance(e, p.Threw)]
    assert [line.position for line in lines(table.rules, events(table))] == threw


def test_what_was_taken_back_was_never_meant() -> None:
    table = Table(Duel()).start()
    table.move("low")
    table.do(0, p.Takeback, action="ask")
    table.do(1, p.Takeback, action="accept")
    table.move("high", after=100)
    table.move("low", after=100)
    assert lines(table.rules, events(table)) == lines(Duel(), events(duel("hl")))


def test_a_game_with_hidden_cards_adds_nothing() -> None:
    table = Table(Hands()).start()
    while not table.room.finished:
        table.move("fold")
    assert lines(table.rules, events(table)) == []


def test_an_aborted_or_unfinished_game_adds_nothing() -> None:
    table = Table(Duel(rounds=3)).start()
    table.move("high")
    assert lines(table.rules, events(table)) == []
    table.do(0, p.Abort)
    assert lines(table.rules, events(table)) == []


def test_a_resigned_game_adds_what_was_played() -> None:
    table = duel("hhl", rounds=3)
    assert [line.entry.score for line in lines(table.rules, events(table))] == [1.0, 0.0, 1.0]


def test_a_position_met_twice_counts_once() -> None:
    class Standing(Duel):
        """Remembers nothing of what was said: every position is the same."""

        def key(self, state: DuelState) -> int:
            return 1

    table = Table(Standing(rounds=3)).start()
    for move in ("high", "high", "high", "low"):
        table.move(move)
    table.do(0, p.Resign)
    found = lines(table.rules, events(table))
    assert sorted(line.entry.move for line in found) == ["high", "low"]
    assert all(line.entry.games == 1 for line in found)


def test_a_long_game_is_cut_and_its_later_throws_do_no_harm() -> None:
    table = Table(Race(goal=10**6)).start()
    for _ in range(PLIES + 7):
        table.move("walk")
    table.do(0, p.Resign)
    assert len(lines(table.rules, events(table))) == PLIES
