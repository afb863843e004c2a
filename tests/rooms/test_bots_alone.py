"""Games of people and bots, which end when only bots would play on."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Abandon, RemoveBanned
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Actor, Phase
from zeitnot_server.rooms.steps.playing import ONLY_BOTS_LEFT
from zeitnot_server.verify import verify

from .marathon import Marathon
from .rig import PEOPLE, Rig

FAR_GOAL = 1_000  # is not reached
BOTS = [Actor(f"bot{i}", f"Bot {i}", bot=True) for i in range(4)]


def game_of(*players: Actor, moves: int = 0, setup: p.Setup | None = None) -> Rig:
    """A race of these players, with this many moves."""
    rules = Marathon(seats=len(players), goal=FAR_GOAL)
    rig = Rig(rules, setup=setup) if setup else Rig(rules)
    rig.people = list(players)
    rig.start()
    for _ in range(moves):
        rig.move("walk")
    return rig


def test_bots_share_their_ranks_when_the_last_person_leaves() -> None:
    rig = game_of(BOTS[0], PEOPLE[0], BOTS[1], BOTS[2], moves=4)
    rig.do(1, p.Resign)
    assert rig.events[-2:] == ["Withdrew", "Finished"]
    assert (rig.end.reason, rig.end.word) == ("resign", ONLY_BOTS_LEFT)
    first, last, *others = (rig.end.scores or [])[:4]
    assert others == [first, first], "exactly equal, because the bots share a rank"
    assert (first, last) == (pytest.approx(2 / 3), 0.0)
    assert fold(rig.new, rig.log) == rig.room
    assert verify(rig.export(), lambda *_: rig.rules).moves == 4


def test_people_rank_by_how_long_they_stayed() -> None:
    rig = game_of(PEOPLE[0], BOTS[0], PEOPLE[1], BOTS[1], moves=4)
    rig.do(2, p.Resign)
    assert rig.room.phase is Phase.RUNNING, "a person still plays"
    rig.flag(after=60_000)
    assert (rig.end.reason, rig.end.word) == ("flag", ONLY_BOTS_LEFT)
    assert rig.end.scores == pytest.approx([1 / 3, 5 / 6, 0.0, 5 / 6])


@pytest.mark.parametrize("command", [Abandon(0), RemoveBanned(PEOPLE[0].account)], ids=repr)
def test_the_game_ends_however_its_last_person_leaves(command: Abandon | RemoveBanned) -> None:
    rig = game_of(PEOPLE[0], BOTS[0], BOTS[1], moves=3)
    rig.send(command)
    assert rig.end.scores == [0.0, 0.75, 0.75]


def test_a_game_whose_person_never_moves_has_no_result() -> None:
    rig = game_of(PEOPLE[0], BOTS[0], BOTS[1], setup=p.Setup())
    assert rig.flag(after=60_000).entries == ()
    rig.send(Abandon(0))
    assert (rig.end.reason, rig.end.scores) == ("abandoned", None)


def test_a_game_of_only_bots_continues_when_one_leaves() -> None:
    rig = game_of(*BOTS, moves=4)
    rig.do(1, p.Resign)
    assert rig.room.phase is Phase.RUNNING


def test_the_game_continues_when_a_bot_leaves_and_a_person_stays() -> None:
    rig = game_of(PEOPLE[0], BOTS[0], BOTS[1], moves=3)
    rig.do(1, p.Resign)
    assert rig.room.phase is Phase.RUNNING
