"""The whole table of `step`: every phase with every command."""

from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pytest

from zeitnot_client import protocol as p
from zeitnot_server.rooms.commands import Command, Flag, Outage, PlayerCommand, Resume
from zeitnot_server.rooms.room import Phase
from zeitnot_server.rooms.step import TABLE

from .games import Duel
from .table import GAME, PEOPLE, STRANGER, Table

COMMANDS: tuple[type, ...] = get_args(Command)


def open_room() -> Table:
    """Seat 0 taken, seat 1 free."""
    table = Table(Duel(rounds=3))
    table.do(0, p.Sit, seat=0)
    return table


def running() -> Table:
    return Table(Duel(rounds=3)).start()


def paused() -> Table:
    return running().pause(700)


def finished() -> Table:
    table = running()
    table.do(1, p.Resign)
    return table


PHASES: dict[Phase, Callable[[], Table]] = {
    Phase.OPEN: open_room,
    Phase.RUNNING: running,
    Phase.PAUSED: paused,
    Phase.FINISHED: finished,
}

# What each allowed command, sent by seat 0, appends.
EFFECTS: dict[tuple[Phase, type], list[type]] = {
    (Phase.OPEN, p.Sit): [p.Seated],
    (Phase.OPEN, p.Leave): [p.Seated],
    (Phase.OPEN, p.Ready): [p.Seated],
    (Phase.OPEN, p.Abort): [p.Finished],
    (Phase.RUNNING, p.Move): [p.Moved],
    (Phase.RUNNING, p.Resign): [p.Finished],
    (Phase.RUNNING, p.Draw): [p.Offered],
    (Phase.RUNNING, p.Abort): [p.Finished],
    (Phase.RUNNING, Flag): [],
    (Phase.RUNNING, Outage): [p.Paused],
    (Phase.PAUSED, p.Resign): [p.Finished],
    (Phase.PAUSED, p.Draw): [p.Offered],
    (Phase.PAUSED, p.Abort): [p.Finished],
    (Phase.PAUSED, Resume): [p.Resumed],
    (Phase.FINISHED, p.RematchWish): [p.Rematch],
    **{(phase, p.Chat): [p.Said] for phase in Phase},
}
CELLS = [(phase, kind) for phase in Phase for kind in COMMANDS]
REFUSED = [cell for cell in CELLS if cell not in EFFECTS]
BY_PLAYERS = [cell for cell in EFFECTS if issubclass(cell[1], p.Message)]


def make(kind: type) -> Any:
    """A command of this kind that is in order."""
    fields: dict[type, dict[str, Any]] = {
        p.Ready: {"salt": "salt"},
        p.Move: {"ply": 0, "move": "high"},
        p.Draw: {"action": "offer"},
        p.Chat: {"text": "hello"},
        Outage: {"elapsed_ms": 5},
    }
    if issubclass(kind, p.Message):
        named = {"game": GAME} if kind is p.Chat else {"game": GAME, "id": "first"}
        return kind(**named, **fields.get(kind, {}))
    return kind(**fields.get(kind, {}))


def name(value: Any) -> str:
    return value.value if isinstance(value, Phase) else value.__name__


def test_the_table_is_what_is_tested() -> None:
    assert set(TABLE) == set(EFFECTS)
    assert len(CELLS) == len(Phase) * (len(get_args(PlayerCommand)) + 3)


@pytest.mark.parametrize(("phase", "kind"), EFFECTS, ids=name)
def test_allowed_cell(phase: Phase, kind: type) -> None:
    table = PHASES[phase]()
    assert table.room.phase is phase
    sitter = STRANGER if kind is p.Sit else PEOPLE[0]
    actor = sitter if issubclass(kind, p.Message) else None
    before = table.room
    done = table.tell(make(kind), actor, after=250)
    assert done.refusal is None
    assert [type(row.event) for row in done.rows] == EFFECTS[phase, kind]
    assert done.room.seq == before.seq + len(done.rows)
    if not done.rows:
        assert done.room is before
    if actor:
        assert done.answer is not None
        assert done.answer.seq == before.seq + 1
    for row in done.rows:
        assert (row.event.game, row.event.at) == (GAME, table.now().wall)
        assert (row.run, row.at_ms) == (table.run, table.ms)
        assert (row.account, row.digest is None) == (
            (actor.account, False) if actor else (None, True)
        )


@pytest.mark.parametrize(("phase", "kind"), REFUSED, ids=name)
def test_refused_cell(phase: Phase, kind: type) -> None:
    table = PHASES[phase]()
    before = table.room
    actor = PEOPLE[0] if issubclass(kind, p.Message) else None
    done = table.tell(make(kind), actor)
    assert done.refusal is not None
    assert done.refusal.code == "wrong_state"
    assert done.refusal.message.endswith(".")
    assert done.room is before
    assert (done.rows, done.answer, done.create) == ((), None, None)


@pytest.mark.parametrize(
    ("phase", "kind"),
    [cell for cell in BY_PLAYERS if cell[1] not in (p.Sit, p.Chat)],
    ids=name,
)
def test_who_does_not_play_is_refused(phase: Phase, kind: type) -> None:
    table = PHASES[phase]()
    before = table.room
    done = table.tell(make(kind), STRANGER)
    assert done.refusal is not None
    assert done.refusal.code == "not_seated"
    assert done.room is before
    assert done.rows == ()


@pytest.mark.parametrize(("phase", "kind"), [c for c in BY_PLAYERS if c[1] is not p.Chat], ids=name)
def test_resend_gets_the_first_answer(phase: Phase, kind: type) -> None:
    table = PHASES[phase]()
    actor = STRANGER if kind is p.Sit else PEOPLE[0]
    first = table.tell(make(kind), actor, after=10)
    table.do(0, p.Chat, text="meanwhile")
    before = table.room
    again = table.tell(make(kind), actor, after=99)
    assert again.answer == first.answer
    assert (again.refusal, again.rows, again.create) == (None, (), None)
    assert again.room is before


@pytest.mark.parametrize(("phase", "kind"), [c for c in BY_PLAYERS if c[1] is not p.Chat], ids=name)
def test_same_id_with_other_content_is_refused(phase: Phase, kind: type) -> None:
    table = PHASES[phase]()
    actor = STRANGER if kind is p.Sit else PEOPLE[0]
    table.tell(make(kind), actor)
    before = table.room
    other = p.Resign if kind is not p.Resign else p.Abort
    done = table.tell(make(other), actor)
    assert done.refusal is not None
    assert done.refusal.code == "id_reused"
    assert done.room is before


def test_ids_of_two_people_do_not_meet() -> None:
    table = running()
    assert table.tell(make(p.Draw), PEOPLE[0]).refusal is None
    assert table.tell(make(p.Resign), PEOPLE[1]).refusal is None


def test_a_refusal_is_not_remembered() -> None:
    """What was refused may be right later, under the same id."""
    table = running()
    assert table.tell(make(p.Move), PEOPLE[1]).refusal is not None
    table.tell(make(p.Move), PEOPLE[0])
    later = msgspec.structs.replace(make(p.Move), ply=1)
    assert table.tell(later, PEOPLE[1]).refusal is None


def test_a_move_with_another_engine_report_is_other_content() -> None:
    table = running()
    move = make(p.Move)
    table.tell(move, PEOPLE[0])
    other = msgspec.structs.replace(move, engine=p.EngineReport(depth=3))
    refusal = table.tell(other, PEOPLE[0]).refusal
    assert refusal is not None
    assert refusal.code == "id_reused"
