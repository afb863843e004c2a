"""Whose a throw is: the event says it, and records that do not say it stay valid."""

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.fold import fold
from zeitnot_server.verify import Invalid, verify

from .games import Deal, Race
from .hidden_games import Hands, Relay
from .rig import PEOPLE, Rig


def throws(rig: Rig) -> list[p.Threw]:
    return [entry.event for entry in rig.log if isinstance(entry.event, p.Threw)]


def relayed(seats: int = 4) -> Rig:
    """A game of four with a die, played to its end."""
    rig = Rig(Relay(seats)).start()
    while not rig.room.finished:
        rig.move("walk")
    return rig


def test_a_throw_belongs_to_who_threw_it() -> None:
    made = throws(relayed())
    assert len(made) > 4
    assert [event.seat for event in made] == [number % 4 for number in range(len(made))]


@pytest.mark.parametrize("rules", [Deal(), Hands(), Race()])
def test_a_throw_is_nobodys_where_the_rules_do_not_say_whose(rules: object) -> None:
    assert {event.seat for event in throws(Rig(rules).start())} == {None}


def test_a_throw_is_not_what_its_seat_has_done() -> None:
    """Lists count by it who has done something."""
    rig = relayed()
    assert {entry.seat for entry in rig.log if isinstance(entry.event, p.Threw)} == {None}


def without_seats(event: p.RoomEvent) -> p.RoomEvent:
    """The event as versions before 0.2 wrote it."""
    return msgspec.structs.replace(event, seat=None) if isinstance(event, p.Threw) else event


def test_a_log_that_does_not_say_it_gives_the_same_room() -> None:
    rig = relayed()
    old = [msgspec.structs.replace(row, event=without_seats(row.event)) for row in rig.log]
    assert fold(rig.new, old) == rig.room


def test_a_record_that_does_not_say_it_is_valid_and_one_that_says_wrong_is_not() -> None:
    def rules_for(game: str, settings: p.Settings) -> Relay:
        return Relay(4)

    export = relayed().export()
    assert verify(export, rules_for).throws == len(throws(relayed()))
    old = [without_seats(event) for event in export.events]
    assert verify(msgspec.structs.replace(export, events=old), rules_for).game_type == "relay"
    first = next(at for at, event in enumerate(export.events) if isinstance(event, p.Threw))
    export.events[first].seat = 3  # type: ignore[union-attr]
    with pytest.raises(Invalid, match=r"\(threw\): seat is 3, must be 0"):
        verify(export, rules_for)


def test_a_record_of_six_seats_is_valid() -> None:
    rig = Rig(Relay(6))
    rig.people = [*PEOPLE, PEOPLE[0].__class__("a5", "Fay")]
    rig.start()
    while not rig.room.finished:
        rig.move("walk")
    assert len(rig.end.scores or []) == 6
    assert verify(rig.export(), lambda game, settings: Relay(6)).moves == rig.room.ply
