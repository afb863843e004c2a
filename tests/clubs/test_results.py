"""What the end of a game means for a challenge."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.clubs.ladder import Challenge
from zeitnot_server.clubs.results import outcome_of
from zeitnot_server.rooms.commands import (
    Adjudicate,
    Cancel,
    Command,
    DeclineInvitation,
    Expire,
    Unseat,
)
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, LogEntry, NextGame, Now, Room
from zeitnot_server.rooms.steps.step import step
from zeitnot_server.rooms.value import replace

from ..store.playing import Count

CONTROL = p.Control(kind="fischer", base_ms=60_000, increment_ms=1_000)
ANN, BOB, CLEO = (Actor(each, each.title(), kept=True) for each in ("ann", "bob", "cleo"))
NOW = Now(1, 0, 1_700_000_000_000)


class Played:
    """A game between the challenged member, on seat 0, and the challenger."""

    def __init__(self) -> None:
        rules = Count({"heap": 4, "die": False})
        invitations = tuple(Invitation(each.account, each.name) for each in (ANN, BOB))
        setup = GameSetup("game1", rules, rules.settings, CONTROL, bytes(32), 1, invitations)
        self.room, self.end = Room.new(setup), None
        self._ids = 0

    def do(self, actor: Actor | None, command: Command | type[p.Message], **fields: object) -> None:
        self._ids += 1
        if isinstance(command, type):
            command = command(game="game1", id=f"c{self._ids}", **fields)  # type: ignore
        done = step(self.room, command, actor, NOW)
        assert done.refusal is None, done.refusal
        self.room, self.end = done.room, done.entries[-1]

    def sit(self, *players: Actor) -> "Played":
        for player in players:
            self.do(player, p.Sit, seat=0 if player is ANN else 1)
        return self

    def start(self) -> "Played":
        self.sit(ANN, BOB)
        for player in (ANN, BOB):
            self.do(player, p.Ready, salt="5a")
        return self

    def outcome(self, seat: int = 1) -> str:
        """The outcome for the challenger, who is Bob on seat 1."""
        assert isinstance(self.end, LogEntry)
        challenge = Challenge(1, "bob", "ann", 1, None, game="game1", seat=seat)
        return outcome_of(self.room, self.end, challenge)


@pytest.mark.parametrize(("loser", "outcome"), [(ANN, "won"), (BOB, "lost")])
def test_a_result(loser: Actor, outcome: str) -> None:
    game = Played().start()
    game.do(loser, p.Resign)
    assert game.outcome() == outcome


def test_the_result_of_the_operator_counts() -> None:
    game = Played().start()
    game.do(None, Adjudicate((0.5, 0.5), None))
    assert game.outcome() == "drawn"


@pytest.mark.parametrize(("leaver", "outcome"), [(ANN, "left"), (BOB, "ended")])
def test_who_aborts_the_game(leaver: Actor, outcome: str) -> None:
    game = Played().start()
    game.do(leaver, p.Abort)
    assert game.outcome() == outcome


@pytest.mark.parametrize(
    ("came", "outcome"),
    [((BOB,), "not_begun"), ((ANN,), "ended"), ((), "ended"), ((ANN, BOB), "ended")],
)
def test_a_game_that_did_not_begin(came: tuple[Actor, ...], outcome: str) -> None:
    game = Played().sit(*came)
    game.do(None, Expire())
    assert game.outcome() == outcome


@pytest.mark.parametrize(("waits", "outcome"), [(BOB, "not_begun"), (ANN, "ended")])
def test_one_came_when_the_other_had_gone_and_waits(waits: Actor, outcome: str) -> None:
    """It saves nobody that they sat there alone before."""
    game, other = Played(), ANN if waits is BOB else BOB
    for player in (other, waits):
        game.sit(player)
        game.do(player, p.Ready, salt="5a")
        if player is other:
            game.do(player, p.Leave)
    game.do(None, Expire())
    assert game.outcome() == outcome


@pytest.mark.parametrize(("dodges", "outcome"), [(ANN, "not_begun"), (BOB, "ended")])
def test_one_of_the_two_is_never_ready(dodges: Actor, outcome: str) -> None:
    game = Played().sit(ANN, BOB)
    other = ANN if dodges is BOB else BOB
    game.do(other, p.Ready, salt="5a")
    seat = 0 if dodges is ANN else 1
    game.do(None, Unseat(dodges.account, seat, game.room.seats[seat].since))
    game.do(other, p.Leave)
    game.do(None, Expire())
    assert game.outcome() == outcome


@pytest.mark.parametrize(("who", "outcome"), [(ANN, "declined"), (BOB, "ended")])
def test_a_game_that_was_declined(who: Actor, outcome: str) -> None:
    game = Played()
    game.do(None, DeclineInvitation(who.account, "generic"))
    game.do(None, Expire())
    assert game.outcome() == outcome


def test_the_challenger_leaves_after_the_other_has_declined() -> None:
    game = Played().sit(BOB)
    game.do(None, DeclineInvitation(ANN.account, "generic"))
    game.do(BOB, p.Abort)
    assert game.outcome() == "declined"


def test_the_challenger_has_declined() -> None:
    game = Played().sit(ANN)
    game.do(None, DeclineInvitation(BOB.account, "generic"))
    game.do(ANN, p.Abort)
    assert game.outcome() == "ended"


@pytest.mark.parametrize(("leaver", "outcome"), [(ANN, "left"), (BOB, "ended")])
def test_who_ends_the_game_before_it_begins(leaver: Actor, outcome: str) -> None:
    game = Played().sit(ANN, BOB)
    game.do(leaver, p.Abort)
    assert game.outcome() == outcome


def test_the_challenger_comes_when_the_other_has_gone_again() -> None:
    game = Played().sit(ANN)
    game.do(ANN, p.Leave)
    game.sit(BOB)
    game.do(None, Expire())
    assert game.outcome() == "ended"


def test_a_rematch_is_for_no_ladder() -> None:
    game = Played()
    room = replace(game.room, game_setup=replace(game.room.game_setup, ladder="ladder1"))
    next_game = NextGame("game2", bytes(32), 2, room.game_setup.invitations)
    assert next_game.room(room).game_setup.ladder is None


def test_the_operator_ends_the_game() -> None:
    game = Played().sit(BOB)
    game.do(None, Cancel("a bad day"))
    assert game.outcome() == "ended"


def test_a_result_against_somebody_else_has_no_effect() -> None:
    """Policies keep others from the seats; a game that went wrong all the same moves nobody."""
    game = Played().start()
    game.do(ANN, p.Resign)
    challenge = Challenge(1, "bob", "cleo", 1, None, game="game1", seat=1)
    assert game.end is not None
    assert outcome_of(game.room, game.end, challenge) == "ended"
