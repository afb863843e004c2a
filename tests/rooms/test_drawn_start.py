"""Games whose start is drawn when all are ready, such as Chess960 without a number."""

import random

import pytest

import zeitnot_protocol as p
from zeitnot_client.state import RoomState
from zeitnot_client.state import fold as fold_state
from zeitnot_engines.bots.history import history_of
from zeitnot_engines.formats.stored import of_export
from zeitnot_engines.games import load
from zeitnot_server.books.lines import lines
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.dice import ThrowInputs
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.rules import Throw
from zeitnot_server.rooms.setup import BadSetup, check
from zeitnot_server.verify import Invalid, verify

from .rig import GAME, SEED, Rig

DRAWN = {"start": 960}


def played(moves: int = 3) -> Rig:
    rig = Rig(rules_for("chess", DRAWN)).start()
    rng = random.Random(2)
    for _ in range(moves):
        rig.move(rng.choice(rig.rules.legal(rig.room.state)))
    rig.do(0, p.Resign)
    return rig


def test_the_start_is_drawn_from_the_seed_and_the_salts() -> None:
    rig = Rig(rules_for("chess", DRAWN))
    before = rig.room.position(None)
    rig.start()
    inputs = ThrowInputs(SEED, GAME, ("salt0", "salt1"))
    (value,) = inputs.throw(0, Throw("dice", (960,)))

    (started,) = (e.event for e in rig.log if isinstance(e.event, p.Started))
    assert before == load("chess").start().text
    assert started.position == load("chess", {"start": value - 1}).start().text
    assert rig.room.position(None) == started.position
    assert "Threw" not in rig.events


def test_the_log_and_the_record_contain_the_drawn_start() -> None:
    rig = played()
    assert fold(rig.new, rig.log) == rig.room
    export = rig.export()
    export.settings = DRAWN
    verify(export, rules_for)
    started = next(event for event in export.events if isinstance(event, p.Started))
    other = load("chess", {"start": 0}).start().text
    assert started.position != other
    started.position = other
    with pytest.raises(Invalid, match="position"):
        verify(export, rules_for)


def test_a_file_of_the_game_begins_at_the_drawn_start() -> None:
    export = played().export()
    export.settings = DRAWN
    game = of_export(export)
    started = next(event for event in export.events if isinstance(event, p.Started))
    assert game.start().text == started.position
    assert len(game.moves()) == 3


def test_books_and_bots_begin_at_the_drawn_start() -> None:
    rig = played(24)
    events = [entry.event for entry in rig.log]
    started = next(event for event in events if isinstance(event, p.Started))
    learnt = lines(rules_for("chess", DRAWN), events)
    assert started.position in {line.position for line in learnt}
    assert {line.book_position.settings_key for line in learnt} == {0}
    state = RoomState(game=GAME)
    for event in events[:-1]:
        state = fold_state(state, event, 0)
    history = history_of(load("chess", DRAWN), state, random.Random(1))
    assert history == rig.room.state


def test_a_setup_with_a_position_is_not_drawn() -> None:
    rules = rules_for("chess", DRAWN)
    position = load("chess", {"start": 5}).start().text
    rig = Rig(rules, setup=p.Setup(position=position, clock_starts="start")).start()
    assert rig.room.position(None) == position
    check(p.Setup(position=position, moves=("e2e4",)), rules)
    with pytest.raises(BadSetup, match="need a position"):
        check(p.Setup(moves=("e2e4",)), rules)


def test_a_start_with_a_number_is_not_drawn() -> None:
    rules = rules_for("chess", {"start": 357})
    rig = Rig(rules).start()
    assert rig.room.position(None) == load("chess", {"start": 357}).start().text


def test_castling_is_recorded_in_one_way() -> None:
    position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    rig = Rig(rules_for("chess", {}), setup=p.Setup(position=position, clock_starts="start"))
    rig.start().move("e1h1")
    assert [e.event.move for e in rig.log if isinstance(e.event, p.Moved)] == ["e1g1"]
