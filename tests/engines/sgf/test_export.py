"""Export of stored games of Go as SGF, which our reader and another library read again."""

from typing import Any

import pytest
from sgfmill import sgf

import zeitnot_protocol as p
from zeitnot_engines.sgf.export import as_sgf
from zeitnot_engines.sgf.record import main_steps, read, steps
from zeitnot_engines.sgf.tree import Node, main_line, parse
from zeitnot_server.hosting.native import rules_for

from ...rooms.rig import MINUTE, Rig

SMALL = {"size": 5, "komi": "0.5"}


def rig_of(control: p.Control = MINUTE, setup: p.Setup | None = None, **settings: Any) -> Rig:
    rules = rules_for("go", settings)
    rig = Rig(rules, control) if setup is None else Rig(rules, control, setup=setup)
    rig.room.game_setup.settings.update(settings)
    return rig.start()


def play_moves(rig: Rig, *moves: str) -> Rig:
    for move in moves:
        assert rig.move(move, after=1_000).refusal is None, move
    return rig


def root_of(rig: Rig) -> Node:
    (root,) = parse(as_sgf(rig.export()))
    return root


def property_of(rig: Rig, name: str) -> str | None:
    return root_of(rig).first(name)


def test_a_finished_game_has_settings_moves_times_and_result() -> None:
    rig = play_moves(rig_of(**SMALL), "C3", "D4", "pass", "pass", "dead D4", "done", "done")
    root = root_of(rig)
    expected = {"FF": "4", "GM": "1", "CA": "UTF-8", "SZ": "5", "KM": "0.5", "RU": "Chinese"}
    expected |= {"PB": "Ann", "PW": "Bob", "TM": "60", "RE": "B+24.5", "DT": "2023-11-14"}
    assert {name: root.first(name) for name in expected} == expected
    assert (root.first("AP") or "").startswith("Zeitnot:")
    *_, last = main_steps(read(as_sgf(rig.export())))
    nodes = [step.node.properties for step in main_steps(read(as_sgf(rig.export())))][1:]
    assert nodes[0] == {"B": ["cc"], "BL": ["59"]}
    assert nodes[1] == {"W": ["db"], "WL": ["59"]}
    assert [nodes[2]["B"], nodes[3]["W"]] == [[""], [""]]
    assert len(nodes) == 4
    assert len(last.node.properties["TB"]) == 24
    assert "TW" not in last.node.properties


def test_after_resumed_play_all_stones_count_as_alive() -> None:
    rig = play_moves(rig_of(**SMALL), "C3", "D4", "pass", "pass", "resume", "pass", "pass")
    assert property_of(rig, "RE") == "W+0.5"


def test_another_library_reads_the_game() -> None:
    rig = play_moves(rig_of(size=9, handicap=3), "E5", "pass", "D5", "C5")
    rig.do(0, p.Resign)
    game = sgf.Sgf_game.from_bytes(as_sgf(rig.export()))
    assert (game.get_size(), game.get_komi(), game.get_handicap()) == (9, 0.5, 3)
    assert (game.get_player_name("b"), game.get_winner()) == ("Ann", "w")
    black, white, _ = game.get_root().get_setup_stones()
    assert (len(black), len(white)) == (3, 0)
    moves = [node.get_move() for node in game.get_main_sequence()[1:]]
    assert moves == [("w", (4, 4)), ("b", None), ("w", (4, 3)), ("b", (4, 2))]


def test_takebacks_become_variations_after_the_main_line() -> None:
    rig = play_moves(rig_of(**SMALL), "C3", "D4")
    rig.do(1, p.Takeback, action="ask")
    rig.do(0, p.Takeback, action="accept")
    play_moves(rig, "B2", "pass", "pass", "done", "done")
    record = read(as_sgf(rig.export()))
    assert [step.move for step in main_steps(record)] == [None, "C3", "B2", "pass", "pass"]
    assert [step.move for step in steps(record)][-1] == "D4"


def test_marks_that_are_taken_back_do_not_change_the_result() -> None:
    rig = play_moves(rig_of(**SMALL), "C3", "D4", "pass", "pass", "dead D4")
    rig.do(0, p.Takeback, action="ask")
    rig.do(1, p.Takeback, action="accept")
    play_moves(rig, "done", "done")
    record = read(as_sgf(rig.export()))
    assert [s.move for s in main_steps(record)] == [None, "C3", "D4", "pass", "pass"]
    assert property_of(rig, "RE") == "W+0.5"


@pytest.mark.parametrize(
    ("resume", "comment"),
    [
        (lambda rig: rig.move("resume"), "B does not agree on the dead stones: play resumes."),
        (
            lambda rig: rig.flag(after=60_000),
            "No agreement on the dead stones in time: play resumes.",
        ),
    ],
)
def test_a_comment_says_why_play_resumes(resume: Any, comment: str) -> None:
    rig = play_moves(rig_of(**SMALL), "C3", "D4", "pass", "pass")
    resume(rig)
    play_moves(rig, "B2")
    (root,) = parse(as_sgf(rig.export()))
    (pass_node,) = (step for step in main_line(root) if "C" in step.properties)
    assert pass_node.properties["C"] == [comment]
    assert pass_node.properties["W"] == [""]


def test_chat_is_a_comment_on_the_move_before() -> None:
    rig = rig_of(**SMALL)
    rig.do(0, p.Chat, text="hi [there]")
    play_moves(rig, "C3")
    rig.do(1, p.Chat, text="a\\b")
    rig.do(0, p.Chat, text="yes")
    rig.do(0, p.Resign)
    game = sgf.Sgf_game.from_bytes(as_sgf(rig.export()))
    comments = [node.get("C") for node in game.get_main_sequence() if node.has_property("C")]
    assert comments == ["Ann: hi [there]", "Bob: a\\b\nAnn: yes"]


def test_a_custom_start_position_is_set_up_in_the_root() -> None:
    setup = p.Setup(position="5/1x3/5/3o1/5 o - 0 0,0", clock_starts="start")
    rig = play_moves(rig_of(setup=setup, **SMALL), "A1")
    root = root_of(rig)
    assert [root.properties[name] for name in ("AB", "AW", "PL")] == [["bb"], ["dd"], ["W"]]
    assert "RE" not in root.properties


@pytest.mark.parametrize(
    ("end", "result"),
    [
        (lambda rig: rig.do(1, p.Resign), "B+R"),
        (lambda rig: rig.flag(after=10**6), "W+T"),
        (lambda rig: rig.do(0, p.Abort), "Void"),
    ],
)
def test_resignation_timeout_and_abort_are_written(end: Any, result: str) -> None:
    rig = rig_of(**SMALL)
    if result != "Void":
        play_moves(rig, "C3", "D4")
    end(rig)
    assert property_of(rig, "RE") == result


@pytest.mark.parametrize(
    ("control", "properties"),
    [
        (p.Control(kind="unlimited"), [None, None]),
        (p.Control(kind="sudden_death", base_ms=90_500), ["90.5", None]),
        (p.Control(kind="fischer", base_ms=60_000, increment_ms=5_000), ["60", "5 fischer"]),
        (
            p.Control(kind="byoyomi", base_ms=60_000, periods=3, period_ms=10_000),
            ["60", "3x10 byo-yomi"],
        ),
        (
            p.Control(kind="canadian", base_ms=60_000, moves=25, period_ms=300_000),
            ["60", "25/300 Canadian"],
        ),
        (p.Control(kind="per_move", time_ms=30_000), ["0", "1x30 byo-yomi"]),
        (p.Control(kind="correspondence", days=3), [None, "3 d/move"]),
    ],
)
def test_time_controls_are_written(control: p.Control, properties: list[str | None]) -> None:
    root = root_of(rig_of(control, **SMALL))
    assert [root.first("TM"), root.first("OT")] == properties


def test_overtime_periods_or_moves_left_are_written() -> None:
    byoyomi = p.Control(kind="byoyomi", base_ms=500, periods=3, period_ms=10_000)
    canadian = p.Control(kind="canadian", base_ms=500, moves=5, period_ms=10_000)
    for control, left in ((byoyomi, "3"), (canadian, "4")):
        nodes = list(main_steps(read(as_sgf(play_moves(rig_of(control, **SMALL), "C3").export()))))
        assert nodes[1].node.first("OB") == left


def test_other_games_have_no_sgf() -> None:
    with pytest.raises(ValueError, match="Games of othello cannot be exported as SGF"):
        as_sgf(Rig(rules_for("othello", {})).start().export())
