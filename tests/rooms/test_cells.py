"""The room's full state machine: every cell of `cells`, and that `step` has the same table."""

from collections import defaultdict
from collections.abc import Iterator

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.absence import CLAIM_MS
from zeitnot_server.rooms.commands import AdjournAfterCrash, Outage
from zeitnot_server.rooms.room import Phase, Step
from zeitnot_server.rooms.steps.step import TABLE, Role

from ..each import each
from .cells import CELLS, COMMANDS, INVITED, PHASES, ROLES, SERVER, TEXTS, UNSENT, Cell, make, reach
from .marathon import Marathon
from .rig import GAME, PEOPLE, Rig

SENT = [cell for cell in CELLS if cell.outcome != UNSENT]
ALLOWED = [cell for cell in SENT if cell.allowed]
REFUSED = [cell for cell in SENT if not cell.allowed]
RESENDABLE = [cell for cell in ALLOWED if cell.role != "server" and cell.command != "chat"]


def situation_of(cell: Cell) -> str:
    return cell.situation


def outcome(result: Step) -> str:
    if result.refusal:
        return result.refusal.code
    return "+".join(str(entry.event.__struct_config__.tag) for entry in result.entries) or "nothing"


def test_there_is_a_cell_for_every_command_situation_and_role() -> None:
    assert len(CELLS) == len(TEXTS) * len(COMMANDS) * len(ROLES)
    assert len({str(cell) for cell in CELLS}) == len(CELLS)


@each("cell", ALLOWED, ids=str, by=situation_of)
def test_an_allowed_command_appends_its_events(cell: Cell) -> None:
    rig = cell.rig()
    before = rig.room
    result = rig.send(make(cell.command, rig), cell.actor(), after=250)
    assert outcome(result) == cell.outcome
    assert result.room.seq == before.seq + len(result.entries)
    assert result.room.phase in TABLE[before.phase, COMMANDS[cell.command][0]].next_phases
    if not result.entries:
        assert result.room is before
    if actor := cell.actor():
        assert result.answer is not None
        assert result.answer.seq == before.seq + 1
    for entry in result.entries:
        assert (entry.event.game, entry.event.at) == (GAME, rig.now().wall)
        assert (entry.run, entry.at_ms) == (rig.run, rig.ms)
        answered = INVITED.account if cell.command.endswith("Invitation") else None
        assert entry.account == (actor.account if actor else answered)
    assert [entry.digest is not None for entry in result.entries] == [
        actor is not None and index == 0 for index in range(len(result.entries))
    ]


@each("cell", REFUSED, ids=str, by=situation_of)
def test_a_refused_command_changes_nothing(cell: Cell) -> None:
    rig = cell.rig()
    before = rig.room
    result = rig.send(make(cell.command, rig), cell.actor())
    assert outcome(result) == cell.outcome
    assert result.refusal is not None
    assert result.refusal.message.endswith(".")
    assert result.room is before
    assert (result.entries, result.answer, result.next_game) == ((), None, None)


@each("command", [kind.__name__ for kind in SERVER])
def test_only_the_server_sends_server_commands(command: str) -> None:
    rig = reach("begun")
    with pytest.raises(AssertionError):
        rig.send(make(command, rig), PEOPLE[0])


# ── what `step` and the docs are made of ───────────────────────────────────────────────────────


def test_the_table_of_step_has_exactly_these_cells() -> None:
    used = {(PHASES[c.situation], COMMANDS[c.command][0]) for c in SENT if _is_handled(c)}
    assert used == set(TABLE)


def _is_handled(cell: Cell) -> bool:
    return cell.outcome not in ("wrong_state", "not_signed_in")


def test_the_table_has_the_right_senders() -> None:
    lines: dict[tuple[Phase, type], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for cell in filter(_is_handled, SENT):
        at = PHASES[cell.situation], COMMANDS[cell.command][0]
        lines[at][cell.role].add(cell.outcome)
    for at, by_role in lines.items():
        stranger, other = by_role["stranger"], by_role["other"]
        sender = TABLE[at].role
        assert (sender is Role.SERVER) == (set(by_role) - {"stranger", "other"} == {"server"})
        assert (sender in (Role.SEAT, Role.MOVER)) == (stranger == {"not_seated"})
        assert (sender is Role.MOVER) == (other == {"not_your_turn"})
        assert (sender is Role.ANYBODY) == ("not_seated" not in stranger and stranger != set())


def test_every_phase_change_in_the_table_occurs() -> None:
    """The test adds one change that these games do not have: a deal that decides the game at
    once."""
    seen = {((Phase.OPEN, p.Ready), Phase.FINISHED)}
    for cell in ALLOWED:
        rig = cell.rig()
        phase = rig.room.phase
        rig.send(make(cell.command, rig), cell.actor(), after=1)
        seen.add(((phase, COMMANDS[cell.command][0]), rig.room.phase))
    seen |= {_last_move(), _flag(), _abort_after_joining(), *_leave_while_others_play_on()}
    assert seen == {(at, to) for at, cell in TABLE.items() for to in cell.next_phases}


def _last_move() -> tuple[tuple[Phase, type], Phase]:
    rig = Rig().start()
    rig.move("high")
    rig.move("low")
    return (Phase.RUNNING, p.Move), rig.room.phase


def _flag() -> tuple[tuple[Phase, type], Phase]:
    rig = Rig().start()
    command = COMMANDS["Flag"][0]
    rig.flag(after=60_000)
    return (Phase.RUNNING, command), rig.room.phase


def _abort_after_joining() -> tuple[tuple[Phase, type], Phase]:
    """Leaves a waiting game with an abort."""
    rig = Rig(creator="a0")
    rig.do(1, p.Sit)
    rig.do(1, p.Abort)
    return (Phase.OPEN, p.Abort), rig.room.phase


def _leave_while_others_play_on() -> Iterator[tuple[tuple[Phase, type], Phase]]:
    """One of three seats leaves, and the phase stays the same."""
    for name in ("resign", "RemoveBanned", "claim", "Abandon"):
        for phase in (Phase.RUNNING, Phase.PAUSED, Phase.ADJOURNED):
            if phase is not Phase.RUNNING and name in ("claim", "Abandon"):
                continue
            rig = Rig(Marathon(goal=99), p.Control(kind="unlimited")).start()
            for _ in range(3):
                rig.move("wait")
            if phase is not Phase.RUNNING:
                rig.send(Outage(0) if phase is Phase.PAUSED else AdjournAfterCrash(0))
            command = make(name, rig)
            player = rig.people[1] if name in ("resign", "claim") else None
            rig.send(command, player, after=CLAIM_MS)
            assert rig.events[-1] != "Finished"
            yield (phase, COMMANDS[name][0]), rig.room.phase


# ── sending again ──────────────────────────────────────────────────────────────────────────────


@each("cell", RESENDABLE, ids=str, by=situation_of)
def test_resend_gets_the_first_answer(cell: Cell) -> None:
    rig = cell.rig()
    first = rig.send(make(cell.command, rig), cell.actor(), after=10)
    rig.do(0, p.Chat, text="meanwhile")
    before = rig.room
    repeated = rig.send(make(cell.command, cell.rig()), cell.actor(), after=99)
    assert repeated.answer == first.answer
    assert (repeated.refusal, repeated.entries, repeated.next_game) == (None, (), None)
    assert repeated.room is before


@each("cell", RESENDABLE, ids=str, by=situation_of)
def test_same_id_with_other_content_is_refused(cell: Cell) -> None:
    rig = cell.rig()
    rig.send(make(cell.command, rig), cell.actor())
    before = rig.room
    other = p.Resign if cell.command != "resign" else p.Abort
    result = rig.send(other(game=GAME, id="the cell"), cell.actor())
    assert outcome(result) == "id_reused"
    assert result.room is before


def test_equal_command_ids_of_two_accounts_do_not_collide() -> None:
    rig = reach("begun")
    assert rig.send(make("draw.offer", rig), PEOPLE[0]).refusal is None
    assert rig.send(make("resign", rig), PEOPLE[1]).refusal is None


def test_a_refusal_is_not_cached() -> None:
    """The same command may be accepted later, with the same id."""
    rig = reach("begun")
    assert rig.send(make("move", rig), PEOPLE[1]).refusal is not None
    rig.send(make("move", rig), PEOPLE[0])
    later = msgspec.structs.replace(make("move", rig), ply=1)
    assert rig.send(later, PEOPLE[1]).refusal is None


def test_the_engine_report_is_part_of_the_content() -> None:
    rig = reach("begun")
    move = make("move", rig)
    rig.send(move, PEOPLE[0])
    other = msgspec.structs.replace(move, engine=p.EngineReport(depth=3))
    assert outcome(rig.send(other, PEOPLE[0])) == "id_reused"
