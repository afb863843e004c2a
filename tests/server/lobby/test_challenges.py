"""Limits of challenges by bots."""

from collections import Counter

import pytest

from zeitnot_server.events.bus import Events
from zeitnot_server.hosting.room.events import InvitationDeclined, RoomFinished
from zeitnot_server.limits.game_limits import ChallengeLimits
from zeitnot_server.limits.rates import Rate
from zeitnot_server.lobby.challenges import Challenger, Challenges
from zeitnot_server.rooms.commands import DeclineInvitation
from zeitnot_server.rooms.room import Actor, Invitation, Now
from zeitnot_server.rooms.steps.step import step
from zeitnot_server.rooms.timeouts import PERSON_ANSWER_MS

from ..counted_games import room

DEEP, MIND = Actor("d", "Deep", bot=True), Actor("m", "Mind", bot=True)
BY_DEEP = Challenger(DEEP.account, "ann")
BY_ANNS_OTHER = Challenger("other", "ann")
TO_MIND = [Invitation(MIND.account, MIND.name, True)]
TO_EVE = [Invitation("eve", "Eve")]
OWNERS = {MIND.account: "bob"}
DECLINE_MS = 100_000
LIMITS = ChallengeLimits(
    bot_challenges=(Rate(1 / 10, 3),),
    owner_challenges=(Rate(1 / 10, 5),),
    challenges_to_bot=(Rate(1 / 10, 4),),
    challenges_to_person=(Rate(1 / 10, 2),),
    decline_seconds=DECLINE_MS / 1000,
    person_decline_seconds=10 * DECLINE_MS / 1000,
    between_people_seconds=DECLINE_MS / 2 / 1000,
)


class ChallengeRig:
    """Challenges with low limits and a clock that the test sets."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.events = Events()
        self.reached = Counter[str]()
        self.challenges = Challenges(lambda: self.now_ms, self.events, LIMITS, self.reached)

    def code(
        self, challenger: Challenger = BY_DEEP, asked: list[Invitation] = TO_MIND
    ) -> str | None:
        """The code of a refusal; None: the challenge is counted, and its game has ended."""
        refusal = self.challenges.count("code", challenger, asked, OWNERS)
        self.events.publish(RoomFinished(room("code", DEEP, MIND)))
        return None if refusal is None else refusal.code

    def created(self, game: str, challenger: Challenger, asked: list[Invitation]) -> None:
        """A challenge that is allowed, and whose game is created."""
        assert self.challenges.count(game, challenger, asked, OWNERS) is None


@pytest.fixture
def rig() -> ChallengeRig:
    return ChallengeRig()


def test_bot_asks_only_so_often(rig: ChallengeRig) -> None:
    assert [rig.code() for _ in range(4)] == [None, None, None, "too_fast"]
    assert rig.reached == {"bot_challenges": 1}
    rig.now_ms += 10_000
    assert rig.code() is None


def test_bots_of_one_owner_count_together(rig: ChallengeRig) -> None:
    codes = [rig.code(Challenger(f"bot{n}", "ann"), TO_MIND) for n in range(4)]
    assert codes == [None] * 4
    elsewhere = [Invitation("x", "Other", True)]
    assert rig.code(Challenger("bot5", "ann"), elsewhere) is None
    assert rig.code(Challenger("bot6", "ann"), elsewhere) == "too_fast"
    assert rig.reached == {"owner_challenges": 1}


def test_bot_is_asked_only_so_often_by_all_others(rig: ChallengeRig) -> None:
    codes = [rig.code(Challenger(f"bot{n}", f"owner{n}")) for n in range(5)]
    assert codes == [None] * 4 + ["too_fast"]
    refusal = rig.challenges.refusal(Challenger("z", None), TO_MIND, OWNERS)
    assert refusal is not None
    assert refusal.message == "Mind is asked for games too often at the moment. Try again in 10 s."


def test_bots_of_one_owner_may_ask_each_other(rig: ChallengeRig) -> None:
    for n in range(3):
        assert rig.code(Challenger(f"bot{n}", "bob")) is None
    for n in range(4):
        assert rig.code(Challenger(f"bot{n}", f"owner{n}")) is None


def test_refused_challenge_counts_for_nobody(rig: ChallengeRig) -> None:
    for n in range(4):
        rig.code(Challenger(f"bot{n}", f"owner{n}"))
    for _ in range(9):
        assert rig.code(BY_DEEP) == "too_fast"
    assert rig.code(BY_DEEP, [Invitation("x", "Other", True)]) is None


def test_challenges_from_this_machine_are_not_counted(rig: ChallengeRig) -> None:
    local = Challenger(DEEP.account, "ann", is_counted=False)
    assert {rig.code(local) for _ in range(50)} == {None}


def decline(rig: ChallengeRig, account: str = MIND.account) -> None:
    """The bot declines a game of Deep's, which then is open to all."""
    asked = room("g" * 8, DEEP, MIND)
    rig.created(asked.id, BY_DEEP, TO_MIND)
    after = step(asked, DeclineInvitation(account), None, Now(1, 0, 0)).room
    rig.events.publish(InvitationDeclined(after))


def test_declined_bot_may_not_ask_again_for_a_while(rig: ChallengeRig) -> None:
    decline(rig)
    assert rig.code() == "declined_lately"
    assert rig.code(BY_ANNS_OTHER) == "declined_lately"
    assert rig.code(Challenger("z", None)) is None
    assert rig.code(BY_DEEP, [Invitation("x", "Other", True)]) is None
    rig.now_ms += DECLINE_MS
    assert rig.code() is None


def test_person_who_declines_a_person_may_be_asked_soon(rig: ChallengeRig) -> None:
    by_ann = Challenger("ann", "ann")
    asked = room("g" * 8, Actor("ann", "Ann"), Actor("eve", "Eve"))
    rig.created(asked.id, by_ann, TO_EVE)
    after = step(asked, DeclineInvitation("eve"), None, Now(1, 0, 0)).room
    rig.events.publish(InvitationDeclined(after))
    assert rig.code(by_ann, TO_EVE) == "declined_lately"
    assert rig.code(Challenger("bob", "bob"), TO_EVE) is None
    rig.now_ms += DECLINE_MS // 2
    assert rig.code(by_ann, TO_EVE) is None


def test_people_who_decline_a_bot_without_an_owner_are_not_asked_by_another(
    rig: ChallengeRig,
) -> None:
    """Anyone can register such bots at any time."""
    asked = room("g" * 8, DEEP, Actor("eve", "Eve"))
    rig.created(asked.id, Challenger(DEEP.account, None), TO_EVE)
    after = step(asked, DeclineInvitation("eve"), None, Now(1, 0, 0)).room
    rig.events.publish(InvitationDeclined(after))
    assert rig.code(Challenger("new", None), TO_EVE) == "declined_lately"
    assert rig.code(BY_DEEP, TO_EVE) is None


def test_decline_holds_for_challenges_from_this_machine(rig: ChallengeRig) -> None:
    decline(rig)
    assert rig.code(Challenger(DEEP.account, "ann", is_counted=False)) == "declined_lately"


def test_decline_by_the_challenger_or_of_another_game_counts_for_nobody(
    rig: ChallengeRig,
) -> None:
    decline(rig, DEEP.account)
    assert rig.code() is None
    asked = room("h" * 8, DEEP, MIND)
    rig.created(asked.id, BY_DEEP, TO_MIND)
    rig.events.publish(RoomFinished(asked))
    rig.events.publish(InvitationDeclined(asked))
    rig.now_ms += 10_000
    assert rig.code() is None


def test_person_is_asked_far_less_often(rig: ChallengeRig) -> None:
    codes = [rig.code(Challenger(f"bot{n}", f"owner{n}"), TO_EVE) for n in range(3)]
    assert codes == [None, None, "too_fast"]
    assert rig.reached == {"challenges_to_person": 1}


def test_person_is_protected_from_bots_on_this_machine(rig: ChallengeRig) -> None:
    local = Challenger(DEEP.account, "ann", is_counted=False)
    assert [rig.code(local, TO_EVE) for _ in range(3)] == [None, None, "too_fast"]


def test_second_challenge_waits_for_the_answer_to_the_first(rig: ChallengeRig) -> None:
    asked = room("g" * 8, DEEP, Actor("eve", "Eve"))
    rig.created(asked.id, BY_DEEP, TO_EVE)
    refusal = rig.challenges.refusal(Challenger("z", None), TO_EVE, OWNERS)
    assert refusal is not None
    assert refusal.message == ("This player already has a challenge to answer, for at most 60 s.")
    assert refusal.retry_after_s == 60
    rig.now_ms += PERSON_ANSWER_MS
    assert rig.code(Challenger("z", None), TO_EVE) is None


def test_a_challenge_waits_for_as_long_as_there_is_time_to_answer(rig: ChallengeRig) -> None:
    by_ann, hour_ms = Challenger("ann", "ann"), 3_600_000
    assert rig.challenges.count("g" * 8, by_ann, TO_EVE, OWNERS, hour_ms) is None
    rig.created("h" * 8, by_ann, [Invitation("bob", "Bob")])
    rig.now_ms += hour_ms - 1
    assert rig.code(Challenger("z", None), TO_EVE) == "too_fast"
    rig.now_ms += 1
    assert rig.code(Challenger("z", None), TO_EVE) is None


def test_person_who_declines_is_left_alone_for_longer(rig: ChallengeRig) -> None:
    asked = room("g" * 8, DEEP, Actor("eve", "Eve"))
    rig.created(asked.id, BY_DEEP, TO_EVE)
    after = step(asked, DeclineInvitation("eve"), None, Now(1, 0, 0)).room
    rig.events.publish(InvitationDeclined(after))
    rig.now_ms += 10 * DECLINE_MS - 1
    assert rig.code(BY_ANNS_OTHER, TO_EVE) == "declined_lately"
    rig.now_ms += 1
    assert rig.code(BY_ANNS_OTHER, TO_EVE) is None


def test_challenge_whose_game_is_not_created_counts_for_nobody(rig: ChallengeRig) -> None:
    for _ in range(9):
        assert rig.challenges.count("g", BY_DEEP, TO_EVE, OWNERS) is None
        rig.challenges.cancel("g")
    assert rig.code(asked=TO_EVE) is None


def test_looking_for_a_refusal_counts_nothing(rig: ChallengeRig) -> None:
    assert {rig.challenges.refusal(BY_DEEP, TO_EVE, OWNERS) for _ in range(9)} == {None}


def test_refusals_name_no_person(rig: ChallengeRig) -> None:
    """The name would tell that the person is there."""
    for _ in range(2):
        assert rig.code(asked=TO_EVE) is None
    refusal = rig.challenges.refusal(BY_DEEP, TO_EVE, OWNERS)
    assert refusal is not None
    assert refusal.message.startswith("This player is asked")


def test_person_who_has_not_answered_may_be_asked_again_sooner(rig: ChallengeRig) -> None:
    """The person may not have seen the question."""
    asked = room("g" * 8, DEEP, Actor("eve", "Eve"))
    rig.created(asked.id, BY_DEEP, TO_EVE)
    after = step(asked, DeclineInvitation("eve"), None, Now(1, 0, 0)).room
    rig.events.publish(InvitationDeclined(after, has_answered=False))
    rig.now_ms += DECLINE_MS - 1
    assert rig.code(BY_ANNS_OTHER, TO_EVE) == "declined_lately"
    rig.now_ms += 1
    assert rig.code(BY_ANNS_OTHER, TO_EVE) is None
