"""A bot's answers to invitations, and how the asker sees them."""

import asyncio
from typing import get_args

import pytest

import zeitnot_protocol as p
from zeitnot_client import Decline
from zeitnot_client.invitations import Decide, InvitationAnswers, check_takes
from zeitnot_client.session_events import EventReceived
from zeitnot_client.terminal import screen, texts

from .fake_room import GAME, FakeRoom
from .sessions import start_game

MINUTE = p.Control(kind="sudden_death", base_ms=60_000)


def invited(seat: int = 1, deadline: int | None = 1_000, game: str = "abcd") -> p.Invited:
    ann = p.Player(name="Ann")
    return p.Invited(
        game=game,
        game_type="othello",
        settings={},
        control=MINUTE,
        seat=seat,
        deadline=deadline,
        asker=ann,
        opponents=[ann],
    )


class Rig:
    """Answers whose results the test reads."""

    def __init__(self, decide: Decide | None = None, *takes: p.Takes) -> None:
        self.passed_on: list[p.LobbyOut] = []
        self.declined: list[tuple[str, str, str]] = []
        self.reports: list[dict[str, object]] = []
        self.answers = InvitationAnswers(
            self.passed_on.append, self._decline, takes, decide, self._report
        )

    def _report(self, event: str, **fields: object) -> None:
        self.reports.append({"event": event, **fields})

    async def _decline(self, game: str, reason: p.DeclineReason, text: str) -> None:
        self.declined.append((game, reason, text))

    async def receive(self, *messages: p.LobbyOut) -> None:
        for message in messages:
            self.answers.on_message(message)
        for _ in range(5):
            await asyncio.sleep(0)


async def test_by_default_every_invitation_is_accepted() -> None:
    rig = Rig()
    lobby = p.Lobby(open=[], running=[], yours=[], bots=[])
    await rig.receive(lobby, invited())
    assert rig.passed_on == [lobby, invited()]


async def test_a_game_that_the_bot_does_not_take_is_declined_with_the_reason() -> None:
    rig = Rig(None, p.Takes(base_ms=p.Range(least=600_000)))
    await rig.receive(invited())
    assert (rig.passed_on, rig.declined) == ([], [("abcd", "tooFast", "")])


async def test_the_author_decides_once_for_all_seats_of_a_game() -> None:
    asked: list[int] = []

    def decide(invitation: p.Invited) -> Decline | None:
        asked.append(invitation.seat)
        return Decline("later", "At eight") if invitation.game == "abcd" else None

    rig = Rig(decide)
    await rig.receive(invited(1), invited(2), invited(0, game="efgh"), invited(2, game="efgh"))
    assert rig.declined == [("abcd", "later", "At eight")]
    assert rig.passed_on == [invited(0, game="efgh"), invited(2, game="efgh")]
    assert asked == [1, 0]
    assert rig.reports == [
        {
            "event": "own_decline",
            "game": "abcd",
            "game_type": "othello",
            "asker": "Ann",
            "reason": "later",
            "text": "At eight",
        }
    ]


async def test_a_coroutine_may_take_its_time() -> None:
    proceed = asyncio.Event()

    async def decide(invitation: p.Invited) -> None:
        await proceed.wait()

    rig = Rig(decide)
    await rig.receive(invited())
    assert rig.passed_on == []
    proceed.set()
    await rig.receive()
    assert rig.passed_on == [invited()]
    await rig.receive(invited())
    await rig.answers.close()


async def test_a_failing_decision_declines(caplog: pytest.LogCaptureFixture) -> None:
    for decide in (lambda _: 1 / 0, lambda _: "no"):
        rig = Rig(decide)  # type: ignore[arg-type]
        await rig.receive(invited())
        assert rig.declined == [("abcd", "generic", "")]
    assert "ZeroDivisionError" in caplog.text
    assert "decide must return Decline or None, not 'no'" in caplog.text


async def test_seats_without_a_deadline_are_not_asked_about() -> None:
    """The seat is taken already, or the server cannot be told."""
    rig = Rig(lambda _: Decline())
    await rig.receive(invited(deadline=None))
    assert rig.passed_on == [invited(deadline=None)]


def test_bad_arguments_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="there is no reason 'rude'"):
        Decline("rude")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="more than 140"):
        Decline(text="x" * 141)
    with pytest.raises(ValueError, match="takes: go is not in plays"):
        check_takes([p.Takes(games={"go": {}})], ["othello"])
    with pytest.raises(ValueError, match="more than 8 entries"):
        check_takes([p.Takes()] * 9, ["othello"])


def line(declined: p.Declined) -> str | None:
    """What the terminal shows when this player declines."""
    ann, _ = start_game(FakeRoom())
    seated = p.Seated(game=GAME, seq=9, at=0, seat=1, seat_view=p.SeatView(), declined=declined)
    return screen.session_event_line(EventReceived(seated, True), ann.session.state)


def test_the_terminal_says_who_declines_and_why() -> None:
    assert set(texts.DECLINE_REASONS) == set(get_args(p.DeclineReason))
    assert line(p.Declined(name="Hal", reason="noBot")) == (
        "Hal declines: not against bots. The seat is free."
    )
    assert line(p.Declined(name="Hal", reason="later", text="At eight")) == (
        "Hal declines: not now, ask again later. The seat is free. Hal: At eight"
    )
    assert line(p.Declined(name="Hal", reason="tooBlue")) == (
        "Hal declines: tooBlue. The seat is free."
    )
    assert line(p.Declined(name="Hal")) == ("Hal did not answer the invitation. The seat is free.")
