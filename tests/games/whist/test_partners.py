"""Whist for four in the server's rooms: partners score as one side, however the game ends."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.absence import CLAIM_MS
from zeitnot_server.rooms.commands import Abandon, RemoveBanned
from zeitnot_server.verify import verify

from ...rooms.rig import MINUTE, Rig

RULES = rules_for("whist", {"seats": 4})
UNLIMITED = p.Control(kind="unlimited")
FIRST_SIDE, SECOND_SIDE, DRAWN = [1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0], [0.5] * 4


def running(control: p.Control = MINUTE, moves: int = 4) -> Rig:
    """A game of four players after `moves` cards."""
    rig = Rig(RULES, control).start()
    for _ in range(moves):
        rig.move(RULES.legal(rig.room.state)[0])
    return rig


def test_partners_sit_opposite_each_other() -> None:
    assert RULES.sides == ((0, 2), (1, 3))
    assert rules_for("whist", {}).sides == ()
    assert running(moves=0).room.game_setup.view().sides == [[0, 2], [1, 3]]


@pytest.mark.parametrize(
    ("seat", "scores"),
    [(0, SECOND_SIDE), (1, FIRST_SIDE), (2, SECOND_SIDE), (3, FIRST_SIDE)],
)
def test_resigning_or_leaving_loses_for_the_side(seat: int, scores: list[float]) -> None:
    resigned, abandoned, banned = running(), running(), running()
    resigned.do(seat, p.Resign)
    abandoned.send(Abandon(seat))
    banned.send(RemoveBanned(banned.people[seat].account))
    for rig in (resigned, abandoned, banned):
        assert rig.end.scores == scores
        assert verify(rig.export(), lambda *_: RULES).moves == 4


def test_flag_and_claim_lose_for_the_side() -> None:
    late = running()
    loser = late.room.turn
    late.flag(after=60_000)
    claimed = running(UNLIMITED)
    claimed.do(((claimed.room.turn or 0) + 1) % 4, p.Claim, after=CLAIM_MS)
    for rig in (late, claimed):
        assert rig.end.scores == (SECOND_SIDE if loser in (0, 2) else FIRST_SIDE)


def test_agreed_draw_gives_every_seat_half_a_point() -> None:
    rig = running()
    for seat in range(4):
        rig.do(seat, p.Draw, action="accept" if seat else "offer")
    assert (rig.end.reason, rig.end.scores) == ("agreed", DRAWN)


def test_rematch_keeps_the_partners() -> None:
    rig = running()
    rig.do(0, p.Resign)
    for seat in range(4):
        last = rig.do(seat, p.RematchWish)
    assert last.next_game
    names = [invited.name for invited in last.next_game.invitations if invited]
    assert [{names[a], names[b]} for a, b in RULES.sides] == [{"Dan", "Bob"}, {"Ann", "Cyd"}]
