"""The lines that a finished game adds to a book."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.books import lines
from zeitnot_server.books.lines import MAX_PLIES, MIN_PLIES, former_lines
from zeitnot_server.rooms.commands import Abandon, Flag

from ..rooms.games import Duel, DuelState, Race
from ..rooms.hidden_games import Hands
from ..rooms.rig import Rig
from .playing import duel, race


def events(rig: Rig) -> list[p.RoomEvent]:
    return [row.event for row in rig.log]


def test_every_move_counts_for_the_side_that_made_it() -> None:
    rig = duel("hl")
    first, second = lines(rig.rules, events(rig))
    assert (first.position, first.entry.move, first.entry.score) == ("-", "high", 1.0)
    assert (second.position, second.entry.move, second.entry.score) == ("h", "low", 0.0)
    assert first.entry.last_played == rig.end.at
    assert first.book_position.key == Duel().key(DuelState(""))
    assert second.book_position.key == Duel().key(DuelState("h"))
    assert first.book_position.settings_key == Duel.settings_key


def test_positions_are_those_after_the_throw() -> None:
    rig = race()
    positions = [e.position for e in events(rig) if isinstance(e, p.Threw)]
    assert [line.position for line in lines(rig.rules, events(rig))] == positions


def test_moves_taken_back_are_not_added() -> None:
    rig = Rig(Duel()).start()
    rig.move("low")
    rig.do(0, p.Takeback, action="ask")
    rig.do(1, p.Takeback, action="accept")
    rig.move("high", after=100)
    rig.move("low", after=100)
    assert lines(rig.rules, events(rig)) == lines(Duel(), events(duel("hl")))


def test_a_game_with_hidden_cards_adds_nothing() -> None:
    rig = Rig(Hands()).start()
    while not rig.room.finished:
        rig.move("fold")
    assert lines(rig.rules, events(rig)) == []


def test_an_aborted_or_unfinished_game_adds_nothing() -> None:
    rig = Rig(Duel(rounds=3)).start()
    rig.move("high")
    assert lines(rig.rules, events(rig)) == []
    rig.do(0, p.Abort)
    assert lines(rig.rules, events(rig)) == []


def long_duel(plies: int) -> Rig:
    """An unfinished duel of `plies` plies."""
    rig = Rig(Duel(rounds=50), control=p.Control(kind="sudden_death", base_ms=60_000)).start()
    for ply in range(plies):
        rig.move("high" if ply % 3 else "low", after=100)
    return rig


ENDS = {
    "resign": lambda rig: rig.do(0, p.Resign),
    "agreed": lambda rig: (
        rig.do(0, p.Draw, action="offer"),
        rig.do(1, p.Draw, action="accept"),
    ),
    "flag": lambda rig: rig.send(Flag(), after=120_000),
    "abandoned": lambda rig: rig.send(Abandon(1)),
}


@pytest.mark.parametrize("reason", ENDS)
def test_only_late_resignations_and_agreed_draws_count(reason: str) -> None:
    for plies in (2, MIN_PLIES - 1, MIN_PLIES):
        rig = long_duel(plies)
        ENDS[reason](rig)
        assert rig.end.reason == reason
        line_count = plies if reason in ("resign", "agreed") and plies == MIN_PLIES else 0
        assert len(lines(rig.rules, events(rig))) == line_count
        assert len(former_lines(rig.rules, events(rig))) == plies


def test_moves_taken_back_do_not_count_as_plies() -> None:
    rig = long_duel(MIN_PLIES)
    rig.do(1, p.Takeback, action="ask")
    rig.do(0, p.Takeback, action="accept")
    rig.do(0, p.Resign)
    assert lines(rig.rules, events(rig)) == []


def test_a_game_from_a_custom_position_adds_nothing() -> None:
    rig = Rig(Duel(), setup=p.Setup(position="h", clock_starts="start")).start()
    rig.move("low")
    assert rig.end.reason == "rules"
    assert lines(rig.rules, events(rig), rig.room.game_setup.setup) == []


def test_moves_of_the_setup_are_not_added() -> None:
    """Otherwise a game of one move could add any move deep in a line."""
    rig = Rig(Duel(), setup=p.Setup(moves=("high",), clock_starts="start")).start()
    rig.move("low")
    assert rig.end.reason == "rules"
    assert lines(rig.rules, events(rig), rig.room.game_setup.setup) == []


def test_a_repeated_position_counts_once() -> None:
    class AlwaysSamePosition(Duel):
        """Every position has the same key."""

        def key(self, state: DuelState) -> int:
            return 1

    rig = Rig(AlwaysSamePosition(rounds=2)).start()
    for move in ("high", "high", "high", "low"):
        rig.move(move)
    assert rig.end.reason == "rules"
    result = lines(rig.rules, events(rig))
    assert sorted(line.entry.move for line in result) == ["high", "low"]
    assert all(line.entry.games == 1 for line in result)


def test_a_long_game_is_cut_at_the_longest_line() -> None:
    rig = Rig(Race(goal=10**6)).start()
    for _ in range(MAX_PLIES + 7):
        rig.move("walk")
    rig.do(0, p.Resign)
    assert len(lines(rig.rules, events(rig))) == MAX_PLIES
