"""A bot takes the place of a person who leaves for good while other people play."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.absence import CLAIM_MS
from zeitnot_server.rooms.commands import Abandon, NewVersion, RemoveBanned
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.merging import merged
from zeitnot_server.rooms.players import StandIn
from zeitnot_server.rooms.room import Actor, Phase
from zeitnot_server.rooms.setup import BadSetup, check
from zeitnot_server.verify import Invalid, verify

from .games import Duel
from .marathon import Marathon
from .refusals import code
from .rig import MINUTE, PEOPLE, Rig

FAR_GOAL = 1_000  # is not reached
GNU = StandIn(Actor("gnu", "Gnu", bot=True, version="g1"), level=3)
FILLED = p.Setup(clock_starts="start", bots_fill=True)
THREE_MINUTES = p.Control(kind="sudden_death", base_ms=180_000)


def table(
    seats: int = 3,
    moves: int = 0,
    control: p.Control = THREE_MINUTES,
    setup: p.Setup = FILLED,
    rules: Marathon | None = None,
    bots: int = 0,
) -> Rig:
    """A race of people, and bots on the last seats, with this many moves."""
    rig = Rig(rules or Marathon(seats, goal=FAR_GOAL), control, setup=setup)
    rig.stand_in = GNU
    first_bot = seats - bots
    rig.people[first_bot:seats] = [Actor(f"b{i}", f"Bot {i}", bot=True) for i in range(bots)]
    rig.start()
    for _ in range(moves):
        rig.move("walk")
    return rig


def gnu_at(rig: Rig, seat: int) -> None:
    """Lets the test send the commands of the bot on this seat."""
    rig.people[seat] = GNU.actor


def test_a_bot_takes_the_seat_of_a_person_who_resigns() -> None:
    rig = table(moves=4)
    result = rig.do(2, p.Resign, after=400)
    assert rig.events[-2:] == ["Vacated", "Seated"]
    vacated, seated = (entry.event for entry in result.entries)
    assert isinstance(vacated, p.Vacated)
    assert isinstance(seated, p.Seated)
    assert (vacated.seat, vacated.reason, vacated.elapsed_ms) == (2, "resign", 400)
    assert seated.seat_view == p.SeatView(
        player=p.Player(name="Gnu", bot=True, level=3, version="g1"), salt="salt2"
    ), "the throws depend on the same salts"
    left, taken = result.entries
    assert (left.account, taken.account) == (PEOPLE[2].account, "gnu")
    assert result.answer is not None
    assert result.answer.seq == vacated.seq
    assert rig.room.seats[2].view().left == p.Player(name="Cyd")
    assert (rig.room.turn, rig.room.left, rig.room.phase) == (1, frozenset(), Phase.RUNNING)


def test_the_bot_plays_to_the_end_and_the_record_says_who_played() -> None:
    rig = table(rules=Marathon(3, goal=12), moves=1)
    rig.do(2, p.Resign)
    gnu_at(rig, 2)
    while rig.room.phase is Phase.RUNNING:
        rig.move("walk", after=100)
    moves = [entry for entry in rig.log if isinstance(entry.event, p.Moved)]
    assert {entry.account for entry in moves if entry.seat == 2} == {"gnu"}
    assert fold(rig.new, rig.log) == rig.room
    export = rig.export()
    assert export.players[2].left == p.Player(name="Cyd")
    assert verify(export, lambda *_: rig.rules).moves == len(moves)


def test_without_a_bot_nothing_changes() -> None:
    with_bots, usual = table(moves=4), table(moves=4, setup=p.Setup(clock_starts="start"))
    with_bots.stand_in = None
    results = [rig.do(2, p.Resign, after=400) for rig in (with_bots, usual)]
    assert [result.vacates for result in results] == [2, None], "a bot may be looked for"
    assert results[0].entries == results[1].entries
    assert with_bots.events[-1] == "Withdrew"
    usual.stand_in = GNU
    usual.do(1, p.Resign)
    assert usual.events[-2:] == ["Withdrew", "Finished"], "the game does not allow it"


@pytest.mark.parametrize("moves", [0, 1, 4])
def test_absence_gives_the_seat_to_a_bot(moves: int) -> None:
    rig = table(moves=moves)
    rig.send(Abandon(0))
    assert rig.events[-2:] == ["Vacated", "Seated"]
    assert rig.room.phase is Phase.RUNNING


def test_a_first_move_that_is_not_made_gives_the_seat_to_a_bot_with_a_new_first_turn() -> None:
    rig = table(setup=p.Setup(bots_fill=True))
    rig.flag(after=60_000)
    assert rig.events[-2:] == ["Vacated", "Seated"]
    assert rig.room.clock.is_free
    gnu_at(rig, 0)
    rig.move("walk", after=5_000)
    assert rig.room.clock.view(rig.ms).remaining_ms == [180_000] * 3


def test_who_runs_out_of_time_has_lost_the_seat() -> None:
    rig = table(moves=3)
    rig.flag(after=180_000)
    assert rig.events[-2:] == ["Withdrew", "Threw"]


def test_a_claim_and_a_ban_give_the_seat_to_a_bot() -> None:
    rig = table(moves=3, control=p.Control(kind="unlimited"))
    rig.do(1, p.Claim, after=CLAIM_MS)
    assert rig.events[-2:] == ["Vacated", "Seated"]
    rig = table(moves=3)
    rig.send(RemoveBanned(PEOPLE[1].account))
    assert rig.events[-2:] == ["Vacated", "Seated"]


# ── the clock ──────────────────────────────────────────────────────────────────────────────────


def test_the_turn_of_the_seat_begins_anew_with_its_remaining_time() -> None:
    rig = table(moves=3)
    rig.do(0, p.Resign, after=700)
    assert rig.room.turn == 0
    assert rig.room.clock.since_ms == rig.ms
    assert rig.room.clock.view(rig.ms).remaining_ms == [179_300, 180_000, 180_000]
    gnu_at(rig, 0)
    moved = rig.move("walk", after=100).entries[0].event
    assert isinstance(moved, p.Moved)
    assert (moved.receipt.elapsed_ms, moved.receipt.remaining_ms) == (100, 179_200)


@pytest.mark.parametrize("leaves_in_turn", [True, False])
def test_a_bot_has_at_least_half_a_minute(leaves_in_turn: bool) -> None:
    rig = table(moves=3, control=MINUTE)
    rig.move("walk", after=50_000)
    if leaves_in_turn:
        rig.move("walk")
        rig.move("walk")
    rig.do(0, p.Resign, after=1_000)
    clock = rig.room.clock.view(rig.ms)
    assert clock.remaining_ms == [30_000, 60_000 if leaves_in_turn else 59_000, 60_000]
    assert fold(rig.new, rig.log) == rig.room


@pytest.mark.parametrize(
    "control",
    [
        p.Control(kind="byoyomi", base_ms=60_000, periods=1, period_ms=5_000),
        p.Control(kind="canadian", base_ms=60_000, period_ms=20_000, moves=5),
        p.Control(kind="hourglass", base_ms=60_000),
        p.Control(kind="fischer", base_ms=60_000, increment_ms=2_000),
        p.Control(kind="sudden_death", base_ms=60_000, move_limit_ms=58_000),
        p.Control(kind="unlimited"),
    ],
    ids=lambda control: control.kind,
)
def test_every_control_replays(control: p.Control) -> None:
    rig = table(moves=3, control=control)
    rig.move("walk", after=57_000)
    rig.do(0, p.Resign, after=300)
    gnu_at(rig, 0)
    rig.do(2, p.Resign, after=300)
    for _ in range(4):
        rig.people[2] = GNU.actor if rig.room.seats[2].left else rig.people[2]
        rig.move("walk", after=200)
    assert fold(rig.new, rig.log) == rig.room
    rig.send(RemoveBanned(PEOPLE[1].account))
    assert verify(rig.export(), lambda *_: rig.rules).moves == rig.room.ply


def test_a_paused_or_adjourned_game_stays_so() -> None:
    rig = table(moves=3)
    rig.pause(700)
    rig.do(0, p.Resign, after=400)
    assert rig.events[-2:] == ["Vacated", "Seated"]
    assert (rig.room.phase, rig.room.clock.since_ms) == (Phase.PAUSED, None)
    rig.resume()
    gnu_at(rig, 0)
    rig.move("walk", after=100)
    assert rig.room.clock.view(rig.ms).remaining_ms[0] == 179_200
    for seat, action in ((0, "offer"), (1, "accept"), (2, "accept")):
        rig.do(seat, p.Adjourn, action=action)
    rig.do(2, p.ResumeWish)
    rig.do(2, p.Resign)
    assert rig.room.phase is Phase.ADJOURNED
    assert not rig.room.offers, "the seat has not agreed to resume any more"
    assert fold(rig.new, rig.log) == rig.room


# ── who may be replaced, and what remains of the person ────────────────────────────────────────


def test_the_last_person_is_not_replaced() -> None:
    rig = table(moves=3, bots=1)
    rig.do(0, p.Resign)
    assert rig.room.seats[0].actor == GNU.actor
    rig.do(1, p.Resign)
    assert rig.events[-2:] == ["Withdrew", "Finished"]
    assert rig.end.word == "only bots were left"


def test_a_bot_that_leaves_is_not_replaced() -> None:
    rig = table(moves=3, bots=1)
    rig.do(2, p.Resign)
    assert rig.events[-1] == "Withdrew"


def test_a_bot_that_does_not_come_leaves_the_seat_as_without_bots() -> None:
    rig = table(moves=4)
    rig.do(2, p.Resign)
    rig.send(Abandon(2))
    assert rig.events[-1] == "Withdrew"
    assert rig.room.left == {2}


def test_the_person_has_no_seat_any_more() -> None:
    rig = table(moves=4)
    rig.do(2, p.Resign)
    for kind in (p.Resign, p.Draw, p.Abort):
        fields = {"action": "offer"} if kind is p.Draw else {}
        assert code(rig.do(2, kind, **fields)) == "not_seated"
    said = rig.do(2, p.Chat, text="bye").entries[0].event
    assert isinstance(said, p.Said)
    assert said.seat is None


def test_offers_lapse_and_the_bot_is_asked() -> None:
    rig = table(moves=4)
    rig.do(0, p.Draw, action="offer")
    rig.do(1, p.Draw, action="accept")
    rig.do(2, p.Resign)
    assert not rig.room.offers
    gnu_at(rig, 2)
    rig.do(0, p.Draw, action="offer")
    rig.do(1, p.Draw, action="accept")
    assert rig.room.phase is Phase.RUNNING
    rig.do(2, p.Draw, action="accept")
    assert rig.end.reason == "agreed"


def test_the_bot_belongs_to_the_rematch() -> None:
    rig = table(rules=Marathon(3, goal=6), moves=1)
    rig.do(2, p.Resign)
    gnu_at(rig, 2)
    while rig.room.phase is Phase.RUNNING:
        rig.move("walk")
    rig.do(0, p.RematchWish)
    rig.do(1, p.RematchWish)
    made = rig.do(2, p.RematchWish).next_game
    assert made is not None
    names = [(each.name, each.level) if each else None for each in made.invitations]
    assert names == [("Gnu", 3), ("Ann", None), ("Bob", None)]
    assert made.room(rig.room).game_setup.setup.bots_fill


def test_another_version_of_the_bot_does_not_forget_the_person() -> None:
    rig = table(moves=4)
    rig.do(2, p.Resign)
    rig.send(NewVersion(2, "g2"))
    seat = rig.room.seats[2]
    assert (seat.left, seat.bot_level, seat.actor and seat.actor.version) == (PEOPLE[2], 3, "g2")
    event = rig.log[-1].event
    assert isinstance(event, p.Seated)
    assert event.seat_view.left is None, "events name only whom they are about"


def test_a_person_who_has_left_may_be_renamed_and_merged() -> None:
    rig = table(moves=4)
    rig.do(2, p.Resign)
    renamed = rig.room.renamed(PEOPLE[2].account, "Cy")
    assert renamed.seats[2].view().left == p.Player(name="Cy")
    left = merged(rig.room, PEOPLE[2].account, "kept").seats[2].left
    assert left is not None
    assert left.account == "kept"


def test_a_flag_that_falls_before_a_resignation_takes_the_only_bot() -> None:
    rig = table(setup=p.Setup(bots_fill=True))
    rig.do(1, p.Resign, after=60_000)
    assert rig.events[-4:] == ["Vacated", "Seated", "Withdrew", "Threw"] or rig.events[-3:] == [
        "Vacated",
        "Seated",
        "Withdrew",
    ]
    assert [seat.left is not None for seat in rig.room.seats] == [True, False, False]


# ── checks ─────────────────────────────────────────────────────────────────────────────────────


def test_only_unrated_games_of_three_seats_allow_it() -> None:
    with pytest.raises(BadSetup, match="three or more seats"):
        check(p.Setup(bots_fill=True), Duel())
    with pytest.raises(BadSetup, match="unrated"):
        check(p.Setup(bots_fill=True, rated=True), Marathon())
    check(p.Setup(bots_fill=True), Marathon())


def test_a_record_without_the_bot_is_invalid() -> None:
    rig = table(moves=4)
    rig.do(2, p.Resign)
    gnu_at(rig, 2)
    rig.send(RemoveBanned(PEOPLE[0].account))
    rig.send(RemoveBanned(PEOPLE[1].account))
    export = rig.export()
    assert verify(export, lambda *_: rig.rules)
    index = next(i for i, e in enumerate(export.events) if isinstance(e, p.Vacated))
    export.events[index + 1].seat_view.player = p.Player(name="Dan")
    with pytest.raises(Invalid, match="no bot takes the seat"):
        verify(export, lambda *_: rig.rules)
