"""The version of a bot's program is recorded in the room's events, including a change of version
during the game."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import NewVersion
from zeitnot_server.rooms.room import Actor
from zeitnot_server.rooms.steps.seating import version_to_note
from zeitnot_server.rooms.value import replace
from zeitnot_server.verify import Invalid, verify

from .games import Duel
from .rig import GAME, Rig

V1 = Actor("a0", "Ann", bot=True, version="v1")
V2 = replace(V1, version="v2")
MOVE = p.Move(game=GAME, id="m", ply=0, move="high")


def started_game() -> Rig:
    rig = Rig(Duel(rounds=3))
    rig.people[0] = V1
    return rig.start()


def versions(rig: Rig) -> list[str | None]:
    players = [seat.view().player for seat in rig.room.seats]
    return [player.version if player else None for player in players]


def test_a_bot_that_sits_down_names_its_version() -> None:
    rig = started_game()
    assert versions(rig) == ["v1", None]
    assert version_to_note(rig.room, MOVE, V1) is None


def test_another_version_is_recorded_before_its_first_command() -> None:
    rig = started_game()
    before = rig.room.seats
    noted = version_to_note(rig.room, MOVE, V2)
    assert noted == NewVersion(0, "v2")
    rig.send(noted)
    assert versions(rig) == ["v2", None]
    assert rig.room.seats[0].salt == before[0].salt
    assert rig.room.seats[0].since == before[0].since
    assert rig.room.tally == started_game().room.tally, (
        "a new version does not count as sitting down or being late"
    )
    rig.move("high")
    rig.send(NewVersion(0, None))
    rig.move("low")
    rig.do(1, p.Resign)
    assert verify(rig.export(), lambda game, chosen: rig.rules).end == rig.end
    forged = rig.export()
    forged.players[0] = replace_version(forged.players[0], "v9")
    with pytest.raises(Invalid):
        verify(forged, lambda game, chosen: rig.rules)


def replace_version(view: p.SeatView, version: str) -> p.SeatView:
    assert view.player is not None
    player = p.Player(name=view.player.name, bot=view.player.bot, version=version)
    return p.SeatView(player=player, salt=view.salt)


@pytest.mark.parametrize(
    ("command", "actor"),
    [
        (p.Chat(game=GAME, text="hello"), V2),
        (MOVE, Actor("stranger", "Zoe", bot=True, version="v2")),
        (MOVE, Actor("a1", "Bob")),
    ],
)
def test_no_version_is_recorded_for_people_and_chat(command: p.Move | p.Chat, actor: Actor) -> None:
    assert version_to_note(started_game().room, command, actor) is None


def test_the_process_that_gets_ready_names_its_version() -> None:
    rig = Rig(Duel())
    rig.people[0] = V1
    rig.do(0, p.Sit)
    rig.people[0] = V2
    rig.do(0, p.Ready, salt="s")
    assert versions(rig)[0] == "v2"
