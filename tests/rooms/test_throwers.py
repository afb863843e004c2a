"""The event of a throw names its seat; records without it remain valid."""

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


def play_relay(seats: int = 4) -> Rig:
    """Plays a game of four seats with a die to its end."""
    rig = Rig(Relay(seats)).start()
    while not rig.room.finished:
        rig.move("walk")
    return rig


def test_a_throw_has_the_seat_of_its_thrower() -> None:
    all_throws = throws(play_relay())
    assert len(all_throws) > 4
    assert [event.seat for event in all_throws] == [number % 4 for number in range(len(all_throws))]


@pytest.mark.parametrize("rules", [Deal(), Hands(), Race()])
def test_a_throw_has_no_seat_if_the_rules_name_none(rules: object) -> None:
    assert {event.seat for event in throws(Rig(rules).start())} == {None}


def test_a_throw_is_not_an_action_of_its_seat() -> None:
    """Lists use the entry's seat to find the seat that acted."""
    rig = play_relay()
    assert {entry.seat for entry in rig.log if isinstance(entry.event, p.Threw)} == {None}


def without_seats(event: p.RoomEvent) -> p.RoomEvent:
    """The event as written by versions before 0.2."""
    return msgspec.structs.replace(event, seat=None) if isinstance(event, p.Threw) else event


def test_a_log_without_seats_restores_the_same_room() -> None:
    rig = play_relay()
    old = [msgspec.structs.replace(e, event=without_seats(e.event)) for e in rig.log]
    assert fold(rig.new, old) == rig.room


def test_a_record_with_a_wrong_thrower_is_invalid() -> None:
    def rules_for(game: str, settings: p.Settings) -> Relay:
        return Relay(4)

    export = play_relay().export()
    assert verify(export, rules_for).throws == len(throws(play_relay()))
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
