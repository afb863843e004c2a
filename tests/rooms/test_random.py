"""Random games: the log restores the same room without other data."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import (
    Abandon,
    AcceptInvitation,
    AdjournAfterCrash,
    Adjudicate,
    Cancel,
    DeclineInvitation,
    Expire,
    Flag,
    Outage,
    Preempt,
    RemoveBanned,
    Resume,
    Unseat,
)
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Invitation, LogEntry, Phase
from zeitnot_server.rooms.setup import LEGACY_SETUP
from zeitnot_server.rooms.value import replace

from .games import Deal, Duel, Race
from .rig import PEOPLE, STRANGER, Rig

CONTROLS = [
    p.Control(kind="sudden_death", base_ms=20_000),
    p.Control(kind="fischer", base_ms=5_000, increment_ms=900, cap_ms=6_000),
    p.Control(kind="per_move", time_ms=4_000, move_limit_ms=3_500),
    p.Control(kind="unlimited"),
]
OFFER_ACTIONS: dict[Any, str] = {p.Takeback: "ask", p.Adjourn: "offer"}
MOVES = ["walk", "half", "high", "low", "keep", "swap", "nonsense"]

commands = st.one_of(
    st.builds(lambda seat: (p.Sit, {"seat": seat}), st.none() | st.integers(0, 3)),
    st.just((p.Leave, {})),
    st.builds(lambda salt: (p.Ready, {"salt": salt}), st.sampled_from(["a", "b-_", "Z9"])),
    st.builds(
        lambda ply, move: (p.Move, {"ply": ply, "move": move}),
        st.integers(0, 9),
        st.sampled_from(MOVES),
    ),
    st.builds(
        lambda action: (p.Draw, {"action": action}), st.sampled_from(["offer", "accept", "decline"])
    ),
    st.builds(
        lambda kind, action: (
            kind,
            {"action": action if action != "offer_action" else OFFER_ACTIONS[kind]},
        ),
        st.sampled_from([p.Takeback, p.Adjourn]),
        st.sampled_from(["offer_action", "accept", "decline"]),
    ),
    st.sampled_from([(p.Resign, {}), (p.Abort, {}), (p.RematchWish, {}), (p.ResumeWish, {})]),
    st.builds(lambda text: (p.Chat, {"text": text}), st.text(min_size=1, max_size=9)),
)
server_commands = st.one_of(
    st.just(Flag()),
    st.builds(Outage, elapsed_ms=st.integers(-5, 9_000)),
    st.just(Resume()),
    st.builds(Abandon, seat=st.integers(0, 1)),
    st.just(Expire()),
    st.sampled_from([Unseat("a0", 0), Unseat("x", 1)]),
    st.sampled_from([AcceptInvitation("deep"), DeclineInvitation("deep", "later", "Not now")]),
    st.builds(Cancel, reason=st.none() | st.text(min_size=1, max_size=9)),
    st.builds(
        Adjudicate,
        scores=st.sampled_from([(1.0, 0.0), (0.5, 0.5), (0.25, 0.75)]),
        reason=st.none() | st.text(min_size=1, max_size=9),
    ),
    st.just(Preempt("Ann")),
    st.sampled_from([RemoveBanned("a0"), RemoveBanned("x")]),
    st.builds(AdjournAfterCrash, elapsed_ms=st.integers(-5, 9_000)),
)
actors = st.sampled_from([*PEOPLE[:3], STRANGER])
delays = st.integers(0, 1_500)
scripts = st.lists(
    st.tuples(commands, actors, delays) | st.tuples(server_commands, st.none(), delays)
)
setups = st.sampled_from([LEGACY_SETUP, p.Setup()])
beginnings = st.sampled_from(["", "seated", "invited"])
games = st.sampled_from([Race(), Duel(), Duel(rounds=4), Deal()])


def encoded_and_decoded(entries: list[LogEntry]) -> list[LogEntry]:
    """The entries, encoded and decoded as the log stores them."""
    return [replace(entry, event=p.decode_room_out(p.encode(entry.event))) for entry in entries]


def check(rig: Rig) -> None:
    folded = fold(rig.new, encoded_and_decoded(rig.log))
    assert folded == rig.room
    assert [entry.event.seq for entry in rig.log] == list(range(1, len(rig.log) + 1))
    assert (rig.room.phase is Phase.FINISHED) == ("Finished" in rig.events)
    assert rig.events.count("Finished") <= 1


@settings(max_examples=300)
@given(games, st.sampled_from(CONTROLS), setups, beginnings, scripts)
def test_replaying_the_log_gives_the_same_room(
    rules: Any, control: p.Control, setup: p.Setup, begin: str, script: list[Any]
) -> None:
    deep = Invitation("deep", "Deep", bot=True)
    invited = (*[None] * (rules.seats - 1), deep) if begin == "invited" else None
    rig = Rig(rules, control, invited, setup=setup)
    if begin == "seated":
        rig.start()
    for command, actor, after in script:
        if actor is not None:
            kind, fields = command
            command = rig.command(kind, **fields)
        before, count = rig.room, len(rig.log)
        result = rig.send(command, actor, after)
        assert len(rig.log) == count + len(result.entries)
        assert (result.room is before) == (not result.entries)
        assert result.refusal is None or result.answer is None
        if result.refusal and result.entries:
            assert [type(entry.event) for entry in result.entries] == [p.Finished]
    check(rig)


turns = st.lists(st.tuples(st.integers(0, 2_500), st.integers(0, 1), st.none() | delays))


@settings(max_examples=300)
@given(games, st.sampled_from(CONTROLS), setups, turns)
def test_receipts_equal_the_time_spent_and_flags_are_correct(
    rules: Any, control: p.Control, setup: p.Setup, script: list[tuple[int, int, int | None]]
) -> None:
    """Legal moves with outages: an outage of `outage_ms` interrupts a turn, which continues after
    it."""
    rig = Rig(rules, control, setup=setup).start()
    spent = 0
    for think_ms, choice, outage_ms in script:
        if rig.room.phase is Phase.FINISHED:
            break
        budget, seat = rig.room.clock.budget_ms, rig.room.turn
        free = rig.room.clock.is_free
        spent += think_ms
        if outage_ms is not None:
            rig.pause(elapsed=think_ms).resume(after=outage_ms)
            continue
        first = rig.move(rules.legal(rig.room.state)[choice], after=think_ms).entries[0].event
        if budget is not None and spent >= budget:
            assert isinstance(first, p.Finished)
            assert first.reason == ("aborted" if free else "flag")
        else:
            assert isinstance(first, p.Moved)
            assert first.seat == seat
            assert first.receipt.elapsed_ms == spent
            assert first.receipt.charged_ms == (0 if free else spent)
        spent = 0
    check(rig)


@given(games, scripts, st.integers(0, 30))
def test_a_room_restored_halfway_continues_identically(
    rules: Any, script: list[Any], cut: int
) -> None:
    """A room restored from a part of the log becomes the same room with the remaining entries."""
    rig = Rig(rules).start()
    for command, actor, after in script:
        message = rig.command(command[0], **command[1]) if actor else command
        rig.send(message, actor, after)
    entries = encoded_and_decoded(rig.log)
    halfway = fold(rig.new, entries[:cut])
    assert fold(halfway, entries[cut:]) == rig.room
