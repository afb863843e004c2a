"""Tests the checks of the nemesis with faults planted in the journal, the log or the owners."""

import asyncio
import random
import socket
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import uvloop

from .killtest.journal import Acknowledged, Journal
from .killtest.turn_start import Start
from .nemesis import checker, clocks, router
from .nemesis.charging import charges
from .nemesis.clocks import Bounds, Charge, Death, Holder, Pause, Span, Stages, Takeover
from .nemesis.evidence import Event, Evidence, Lease, Owner
from .nemesis.faults import Kind, plan
from .nemesis.load import Diary, Table
from .nemesis.router import Router, nodes_to_try
from .nemesis.trial import all_continue
from .nemesis.verdict import ENOUGH_PAUSES, MOVES_PER_FAULT, Verdict


def moved(seq: int, run: int, at: int) -> Event:
    """Event `seq`, a move that this run committed at this time. Event 1 is the start."""
    ply = seq - 2
    body = {"ply": ply, "move": f"m{ply}"}
    return Event("g", seq, run, f"player{ply % 2}", f"c{seq}", "moved", body, at)


def acknowledged(seq: int, node: str) -> Acknowledged:
    """The acknowledgement by this node of the move of event `seq`."""
    ply = seq - 2
    return Acknowledged("g", f"player{ply % 2}", f"c{seq}", seq, ply, f"m{ply}", float(seq), node)


@pytest.fixture
def evidence() -> Evidence:
    """Node a, run 1, created a game and died; node b, run 2, took it over and continues it."""
    started = Event("g", 1, 1, None, None, "started", {}, 100)
    return Evidence(
        [started, moved(2, 1, 200), moved(3, 1, 300), moved(4, 2, 600), moved(5, 2, 700)],
        [Lease(1, "a", 50, 400), Lease(2, "b", 60, None)],
        [Owner("g", 1, 100), Owner("g", 2, 500)],
    )


@pytest.fixture
def journal() -> list[Acknowledged]:
    return [acknowledged(seq, "a" if seq < 4 else "b") for seq in (2, 3, 4, 5)]


RECEIVED = {"g": ["m0", "m1", "m2", "m3"]}  # the moves that the players received


def test_correct_evidence_gives_no_findings(
    journal: list[Acknowledged], evidence: Evidence
) -> None:
    assert checker.findings(journal, evidence, RECEIVED) == []
    assert checker.findings(journal[1:], evidence, {"g": ["m0"]}) == []


@pytest.mark.parametrize(
    ("seq", "change", "finding"),
    [
        (5, {"seq": 9}, "is lost"),
        (5, {"command": "other"}, "the log has c5 of player1 there"),
        (5, {"account": "nobody"}, "the log has c5 of player1 there"),
        (5, {"move": "m9"}, "the log has moved"),
        (5, {"ply": 9}, "the log has moved"),
        (
            5,
            {"seq": 3, "command": "c3", "move": "m1", "ply": 1},
            "event 3 was acknowledged after 3",
        ),
    ],
)
def test_event_that_differs_from_its_acknowledgement_is_found(
    seq: int,
    change: dict[str, object],
    finding: str,
    journal: list[Acknowledged],
    evidence: Evidence,
) -> None:
    index = seq - 2
    journal[index] = replace(journal[index], **change)  # type: ignore[arg-type]
    assert finding in "\n".join(checker.findings(journal, evidence, {}))


def test_a_ply_with_two_owners_is_found(journal: list[Acknowledged], evidence: Evidence) -> None:
    conflicting = replace(journal[1], move="other", command="d3", account="player9", node="b")
    found = checker.findings([*journal, conflicting], evidence, {})
    assert "g: event 3 was acknowledged twice, by node a and by node b" in found
    assert "g: ply 1 was acknowledged twice, by node a and by node b" in found


def test_a_repeated_answer_is_not_a_second_owner(journal: list[Acknowledged]) -> None:
    assert checker.twice_acknowledged([*journal, replace(journal[1], node="b")]) == []


def test_move_that_is_logged_twice_is_found(
    journal: list[Acknowledged], evidence: Evidence
) -> None:
    duplicate = replace(evidence.events[-1], seq=6, body={"ply": 4, "move": "m3"})
    (found,) = checker.lost(journal, [*evidence.events, duplicate])
    assert found.endswith("is in the log more than once")


@pytest.mark.parametrize("index", [1, 2, 3])
def test_a_missing_event_is_found(index: int, evidence: Evidence) -> None:
    del evidence.events[index]
    assert checker.gaps(evidence.events)


def test_sent_moves_that_differ_from_log_are_found(evidence: Evidence) -> None:
    assert checker.contradictions(evidence.events, {"g": ["m0", "m9"]})
    assert checker.contradictions(evidence.events, {"unknown": ["m0"]})


def test_a_write_after_the_end_of_its_lease_is_found(evidence: Evidence) -> None:
    evidence.events[2] = replace(evidence.events[2], at=450_000)
    (found,) = checker.stale_writes(evidence.events, evidence.leases)
    assert found.startswith("g: event 3 was committed 0.450 s after the lease of run 1 ended")
    assert checker.stale_writes(evidence.events, evidence.leases[1:])


def test_interleaved_runs_are_found(evidence: Evidence) -> None:
    evidence.events[4] = replace(evidence.events[4], run=1)
    assert checker.writes_by_non_owner(evidence.events, evidence.owners) == [
        "g: event 5 is of run 1, but the room belonged to run 2"
    ]


def test_taking_a_released_room_is_not_an_interleaving(evidence: Evidence) -> None:
    evidence.events[4] = replace(evidence.events[4], run=3)
    owners = [*evidence.owners, Owner("g", None, 650), Owner("g", 3, 660)]
    assert checker.writes_by_non_owner(evidence.events, owners) == []
    assert checker.seizures(owners, evidence.leases) == []


def test_room_taken_from_a_node_with_lease_is_found(evidence: Evidence) -> None:
    before_lease_end = [Owner("g", 1, 100), Owner("g", 2, 350)]
    assert checker.seizures(before_lease_end, evidence.leases) == [
        "g: run 2 took the room from run 1"
    ]
    from_present_owner = [*evidence.owners, Owner("g", 3, 900)]
    assert checker.seizures(from_present_owner, evidence.leases) == [
        "g: run 3 took the room from run 2"
    ]


async def test_table_that_cannot_continue_is_found(tmp_path: Path) -> None:
    diary = Diary(Journal(tmp_path / "journal"))
    tables = [Table(Router({}), diary, random.Random(seed)) for seed in range(3)]
    tables[0].acknowledged, tables[1].game = 5, "stuck"
    waiting = asyncio.create_task(all_continue(tables, (), seconds=0.05))
    await asyncio.sleep(0)
    tables[0].acknowledged += 1
    assert await waiting == ["game stuck never continued", "a game could never be created"]
    diary.journal.close()


def test_a_trial_with_too_few_moves_fails() -> None:
    verdict = Verdict(moves=10 * MOVES_PER_FAULT)
    verdict.faults["kill"] = 10
    assert verdict.passed
    verdict.moves -= 1
    assert not verdict.passed


# ── clocks ─────────────────────────────────────────────────────────────────────────────────────

DEATH = Death("a", 12.0, 12.01)
FAULT = [Span(12.0, 15.0, "a")]
HOLDER = Holder("a")


def paused(elapsed_ms: int, sent_s: float | None = None, *, arrived: bool = True) -> Pause:
    """A pause of a turn that began at 10.0 to 10.02 s, received at 16 s."""
    start = Start(earliest=10.0, latest=10.02)
    return Pause("g", 4, "outage", elapsed_ms, start, 16.0, sent_s, arrived)


def error_ms(
    pause: Pause,
    holder: Holder = HOLDER,
    deaths: Sequence[Death] = (DEATH,),
    faults: Sequence[Span] = FAULT,
) -> float:
    """By how much the pause's duration is out of bounds."""
    return clocks.bounds(pause, holder, deaths, faults).error_ms(pause.elapsed_ms)


@pytest.mark.parametrize(
    ("elapsed_ms", "expected_ms"), [(1_980, 0), (2_010, 0), (2_110, 100), (1_780, 200), (0, 1_980)]
)
def test_a_turn_is_charged_until_its_node_died(elapsed_ms: int, expected_ms: float) -> None:
    assert error_ms(paused(elapsed_ms)) == pytest.approx(expected_ms)


def test_a_turn_is_charged_until_its_move_arrived() -> None:
    other = Holder("b")
    assert error_ms(paused(4_000, 11.0), other) == pytest.approx(3_000)
    assert error_ms(paused(4_000, 11.0, arrived=False), other, ()) == 0
    assert error_ms(paused(500, 11.0), other) == pytest.approx(480)


def test_a_death_before_the_turn_began_does_not_count() -> None:
    """A command may be committed long after it was sent, such as when a stopped node continues."""
    assert error_ms(paused(3_000)) == pytest.approx(990)
    assert error_ms(paused(3_000).begun_at(12.5)) == 0


def test_turn_starts_soon_after_commit_despite_late_event() -> None:
    late_event = replace(paused(0), start=Start(10.0, 13.0))
    assert error_ms(late_event) == 0
    assert error_ms(late_event.begun_at(10.0)) == pytest.approx(1_950)


CUT = Span(12.0, 16.0, "database of a")
INTERRUPTED = {
    "its node was killed": (paused(2_000), HOLDER, FAULT),
    "its node lost its lease": (paused(2_000), Holder("a", 15.2), [CUT]),
    "its node ended its lease": (paused(2_000), Holder("a", 12.05), [Span(12.0, 12.3, "a")]),
    "its move could not be stored": (paused(2_000, 12.0), Holder("a", None, True), [CUT]),
}
UNRELATED = [
    Span(9.0, 9.9, "b"),
    Span(9.5, 10.5, "database of b"),
    Span(10.5, 11.5, "c"),
    Span(9.0, 12.5, "broker of a"),
    Span(9.0, 12.5, "broker"),
    Span(9.0, 9.9, "a"),  # it died and returned before this turn
]


@pytest.mark.parametrize("planted_ms", [-300, 300])
@pytest.mark.parametrize("faults", [[], UNRELATED], ids=["no other faults", "other faults"])
@pytest.mark.parametrize("reason", INTERRUPTED)
def test_a_clock_error_of_300_ms_is_detected(
    reason: str, faults: list[Span], planted_ms: int
) -> None:
    pause, holder, causes = INTERRUPTED[reason]
    deaths = [DEATH] if reason == "its node was killed" else []
    found = clocks.bounds(pause, holder, deaths, [*faults, *causes])
    assert found.are_tight
    assert found.are_long
    assert not Charge(pause, holder, found).is_wrong
    wrong = Charge(replace(pause, elapsed_ms=2_000 + planted_ms), holder, found)
    assert wrong.is_wrong
    assert f"charged {2_000 + planted_ms} ms, not " in str(wrong)


def test_node_writes_clock_on_new_connection_after_black_hole() -> None:
    holder = Holder("a", 15.2)
    assert error_ms(paused(2_400), holder, (), [CUT]) == pytest.approx(400)
    assert error_ms(paused(2_400), holder, (), [CUT._replace(blocks=False)]) == 0


def test_earlier_fault_may_delay_the_clock_others_read() -> None:
    """The node's connections recover one by one, and that of its clock may be the last."""
    for place in ("database of a", "database"):
        before = Span(8.0, 9.0, place)
        assert error_ms(paused(0), faults=[before, *FAULT]) == 0
        same_run = Holder("a", None, True)
        assert error_ms(paused(0), same_run, (), [before, CUT]) == pytest.approx(1_980)
        long_before = Span(3.0, 4.0, place)
        assert error_ms(paused(0), faults=[long_before, *FAULT]) == pytest.approx(1_980)


def test_turn_may_be_charged_until_its_node_notices_the_fault() -> None:
    same_run = Holder("a", None, True)
    found = clocks.bounds(paused(2_000), same_run, (), [CUT])
    assert found == (pytest.approx(1_980), pytest.approx(6_000))
    assert not found.are_tight


def test_node_that_continues_after_a_stop_measures_its_turns() -> None:
    """No other node has ended its lease."""
    stop = [Span(12.0, 14.0, "a"), Span(13.0, 16.0, "database")]
    assert error_ms(paused(3_500), Holder("a", None, True), [DEATH], stop) == 0


PAUSED = Evidence(
    [
        Event("g", 3, 1, "player1", "c3", "moved", {}, 10_010_000),
        Event("g", 4, 2, None, None, "paused", {}, 15_500_000),
    ],
    [Lease(1, "a", 0, 15_400_000), Lease(2, "b", 0, None)],
)


def test_a_pause_is_checked_against_the_times_in_the_log() -> None:
    ((charge,), found) = charges([paused(2_000)], PAUSED, [DEATH], FAULT, 0.0)
    assert (charge.holder, charge.is_wrong) == (Holder("a", 15.4, False), False)
    assert not found


def test_a_pause_that_is_not_in_the_log_is_found() -> None:
    """The same holds for an event that is not a pause in the log."""
    missing = replace(paused(2_000), seq=5)
    logged_as_move = replace(paused(2_000), seq=3)
    charged, found = charges([missing, logged_as_move], PAUSED, [DEATH], FAULT, 0.0)
    assert charged == []
    assert found == [f"g: event {n}, a pause, was received but is not in the log" for n in (5, 3)]


@pytest.mark.parametrize("faults", [[], [Span(12.0, 15.0, "b"), Span(1.0, 2.0, "a")]])
def test_a_pause_without_a_fault_is_found(faults: list[Span]) -> None:
    """Its bounds do not reveal it, because it may have ended at any time."""
    ((charge,), (finding,)) = charges([paused(2_000)], PAUSED, [], faults, 0.0)
    assert charge.bounds.shortest_ms == 0
    assert finding.startswith("a pause without a fault: g, event 4: a turn on node a")


def test_pause_without_charge_needs_no_fault() -> None:
    """The turn waits for the player, whose connection an earlier fault has broken."""
    assert clocks.is_explained(paused(0), Holder("b", None, True), [])
    assert not clocks.is_explained(paused(0), Holder("b"), [])


def test_a_trial_that_cannot_detect_wrong_clocks_fails() -> None:
    loose, tight = Bounds(0, 4_000), Bounds(500, 550)
    charges = [Charge(paused(510), HOLDER, loose)] * ENOUGH_PAUSES
    assert not Verdict(charges=charges).passed
    assert Verdict(charges=charges[1:]).passed
    sufficient = Verdict(charges=[*charges, Charge(paused(510), HOLDER, tight)])
    assert (sufficient.bounded, sufficient.long_turns, sufficient.passed) == (1, 1, True)
    wrong = Verdict(charges=[Charge(paused(300), HOLDER, tight)])
    assert (len(wrong.wrong_clocks), wrong.passed) == (1, False)
    assert "1 above 100, 1 bounded within 100 ms, 1 after more than 100 ms" in str(wrong)


def test_takeovers_are_measured_from_the_end_of_other_faults() -> None:
    journal = {
        "played there": [acknowledged(2, "a"), replace(acknowledged(3, "b"), at=16.0)],
        "played elsewhere": [acknowledged(2, "b"), replace(acknowledged(3, "b"), at=16.0)],
        "ended": [acknowledged(2, "a")],
    }
    takeovers = clocks.takeovers(DEATH, FAULT, journal)
    assert takeovers == [(pytest.approx(3.99), True, "played there", 12.01, 16.0)]
    two_faults = [*FAULT, Span(13.0, 14.0, "database")]
    takeovers = clocks.takeovers(DEATH, two_faults, journal)
    assert takeovers == [(pytest.approx(2.0), False, "played there", 14.0, 16.0)]


def test_a_takeover_waits_for_the_lease_and_for_its_players() -> None:
    takeover = Takeover(4.0, True, "g", 12.0, 16.0)
    logged = [(11.0, "moved"), (15.2, "paused"), (15.5, "resumed"), (16.0, "moved")]
    stages = (pytest.approx(3.1), pytest.approx(3.2), 3.5, 4.0)
    assert clocks.stages(takeover, [11.0, 15.1, 30.0], logged) == stages
    assert clocks.stages(takeover, [11.0], logged) is None
    assert clocks.stages(takeover, [15.1], logged[:1]) is None
    text = str(Verdict(takeovers=[takeover], stages=[Stages(3.1, 3.2, 3.5, 4.0)]))
    assert "1 of them with no other fault, median 4.0 s, max 4.0 s" in text
    assert "lease ended 3.1 s, player back 3.2 s, resumed 3.5 s, move 4.0 s" in text
    assert "no other fault" not in str(Verdict(takeovers=[takeover._replace(is_undisturbed=False)]))


# ── the plan, and the router ───────────────────────────────────────────────────────────────────


def test_a_plan_depends_only_on_its_seed() -> None:
    assert plan(30, 1) == plan(30, 1)
    assert plan(30, 1) != plan(30, 2)
    assert {fault.kind for fault in plan(len(Kind), 3)} == set(Kind)
    assert {fault.kind for fault in plan(9, 3, (Kind.KILL,))} == {Kind.KILL}


def test_router_prefers_named_node_then_node_of_game() -> None:
    up = ["a", "b", "c"]
    by_game = nodes_to_try(b"GET /ws/games/Abc HTTP/1.1\r\n", up, 1)
    assert sorted(by_game) == up
    assert nodes_to_try(b"GET /ws/games/Abc HTTP/1.1\r\n", up, 2) == by_game
    for name in up:
        head = b"GET /ws/games/Abc?node=%s HTTP/1.1\r\n" % name.encode()
        assert nodes_to_try(head, up, 1)[0] == name
    rest = [name for name in up if name != by_game[0]]
    assert nodes_to_try(b"GET /ws/games/Abc HTTP/1.1\r\n", rest, 1) == by_game[1:]
    new_game = b"POST /api/v1/games HTTP/1.1\r\n"
    assert {nodes_to_try(new_game, up, request)[0] for request in range(50)} == set(up)


def test_router_drops_bytes_for_a_closed_connection() -> None:
    """In uvloop, writing to an aborted connection raises RuntimeError."""

    async def forward_to_closed() -> None:
        near, far = socket.socketpair()
        _, writer = await asyncio.open_connection(sock=near)
        reader = asyncio.StreamReader()
        reader.feed_data(b"held back")
        reader.feed_eof()
        writer.transport.abort()
        await writer.wait_closed()
        await router.forward(reader, writer)
        far.close()

    uvloop.run(forward_to_closed())
