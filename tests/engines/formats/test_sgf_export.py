"""Games as SGF, read again by our reader and by another library."""

import random
from typing import Any

import pytest
from sgfmill import sgf as sgfmill
from sgfmill import sgf_grammar, sgf_moves

import zeitnot_protocol as p
from zeitnot_engines.formats import sgf
from zeitnot_engines.formats.record import FileGame, Node
from zeitnot_engines.formats.stored import of_export
from zeitnot_engines.games import History, Value, load
from zeitnot_engines.go.points import from_vertex
from zeitnot_server.hosting.native import rules_for

from ...each import each
from ...rooms.rig import MINUTE, Rig
from .sgf_files import moves, random_line, read, read_all, shape

SMALL = {"size": 5, "komi": "0.5"}


def rig_of(
    control: p.Control = MINUTE, setup: p.Setup | None = None, game: str = "go", **settings: Any
) -> Rig:
    rules = rules_for(game, settings)
    rig = Rig(rules, control) if setup is None else Rig(rules, control, setup=setup)
    rig.room.game_setup.settings.update(settings)
    return rig.start()


def play_moves(rig: Rig, *texts: str) -> Rig:
    for text in texts:
        assert rig.move(text, after=1_000).refusal is None, text
    return rig


def text_of(rig: Rig) -> str:
    return sgf.write(of_export(rig.export()))


def nodes_of(text: str) -> list[dict[str, list[str]]]:
    """The properties of the nodes of the main line, as another library reads them."""
    sequence = sgf_grammar.parse_sgf_game(text.encode()).sequence
    node = sgf_grammar.parse_sgf_game(text.encode())
    sequence = list(node.sequence)
    while node.children:
        node = node.children[0]
        sequence += node.sequence
    return [{k: [v.decode() for v in values] for k, values in n.items()} for n in sequence]


def property_of(rig: Rig, name: str) -> str | None:
    return nodes_of(text_of(rig))[0].get(name, [None])[0]


def test_a_finished_game_has_settings_moves_times_and_result() -> None:
    rig = play_moves(rig_of(**SMALL), "C3", "D4", "pass", "pass", "dead D4", "done", "done")
    root, *nodes = nodes_of(text_of(rig))
    expected = {"FF": "4", "GM": "1", "CA": "UTF-8", "SZ": "5", "KM": "0.5", "RU": "Chinese"}
    expected |= {"PB": "Ann", "PW": "Bob", "TM": "60", "RE": "B+24.5", "DT": "2023-11-14"}
    assert {name: root[name][0] for name in expected} == expected
    assert root["AP"][0].startswith("Zeitnot:")
    assert nodes[0] == {"B": ["cc"], "BL": ["59"]}
    assert nodes[1] == {"W": ["db"], "WL": ["59"]}
    assert [nodes[2]["B"], nodes[3]["W"]] == [[""], [""]]
    assert len(nodes) == 4
    assert len(nodes[3]["TB"]) == 24
    assert "TW" not in nodes[3]


def test_after_resumed_play_all_stones_count_as_alive() -> None:
    rig = play_moves(rig_of(**SMALL), "C3", "D4", "pass", "pass", "resume", "pass", "pass")
    assert property_of(rig, "RE") == "W+0.5"


def test_the_named_rules_give_the_same_score_as_ours() -> None:
    """The Chinese ones would give White a point for each handicap stone."""
    assert property_of(rig_of(size=9), "RU") == "Chinese"
    assert property_of(rig_of(size=9, handicap=3), "RU") == "NZ"
    assert property_of(rig_of(game="gomoku", rule="renju"), "RU") == "Renju"
    assert property_of(rig_of(game="othello"), "RU") is None


def test_another_library_reads_the_game() -> None:
    rig = play_moves(rig_of(size=9, handicap=3), "E5", "pass", "D5", "C5")
    rig.do(0, p.Resign)
    game = sgfmill.Sgf_game.from_string(text_of(rig))
    assert (game.get_size(), game.get_komi(), game.get_handicap()) == (9, 0.5, 3)
    assert (game.get_player_name("b"), game.get_winner()) == ("Ann", "w")
    black, white, _ = game.get_root().get_setup_stones()
    assert (len(black), len(white)) == (3, 0)
    found = [node.get_move() for node in game.get_main_sequence()[1:]]
    assert found == [("w", (4, 4)), ("b", None), ("w", (4, 3)), ("b", (4, 2))]


def test_takebacks_become_variations_after_the_main_line() -> None:
    rig = play_moves(rig_of(**SMALL), "C3", "D4")
    rig.do(1, p.Takeback, action="ask")
    rig.do(0, p.Takeback, action="accept")
    play_moves(rig, "B2", "pass", "pass", "done", "done")
    assert shape(read(text_of(rig))) == "C3(B2 pass pass)(D4)"


def test_marks_that_are_taken_back_do_not_change_the_result() -> None:
    rig = play_moves(rig_of(**SMALL), "C3", "D4", "pass", "pass", "dead D4")
    rig.do(0, p.Takeback, action="ask")
    rig.do(1, p.Takeback, action="accept")
    play_moves(rig, "done", "done")
    assert shape(read(text_of(rig))) == "C3 D4 pass pass"
    assert property_of(rig, "RE") == "W+0.5"


@each(
    "end_marking",
    [lambda rig: rig.move("resume"), lambda rig: rig.flag(after=60_000)],
    ids=lambda _: "",
)
def test_a_comment_says_that_play_resumes(end_marking: Any) -> None:
    rig = play_moves(rig_of(**SMALL), "C3", "D4", "pass", "pass")
    end_marking(rig)
    play_moves(rig, "B2")
    game = read(text_of(rig))
    assert moves(game) == ["C3", "D4", "pass", "pass", "+resume", "B2"]
    comments = [node.comments for node in game.main_line() if node.comments]
    assert comments == [["The dead stones are not agreed on: play resumes."]]


def test_chat_is_a_comment_on_the_move_before() -> None:
    rig = rig_of(**SMALL)
    rig.do(0, p.Chat, text="hi [there]")
    play_moves(rig, "C3")
    rig.do(1, p.Chat, text="a\\b")
    rig.do(0, p.Chat, text="yes")
    rig.do(0, p.Resign)
    game = sgfmill.Sgf_game.from_string(text_of(rig))
    comments = [node.get("C") for node in game.get_main_sequence() if node.has_property("C")]
    assert comments == ["Ann: hi [there]", "Bob: a\\b\nAnn: yes"]


def test_a_custom_start_position_is_set_up_in_the_root() -> None:
    setup = p.Setup(position="5/1x3/5/3o1/5 o - 0 0,0", clock_starts="start")
    root = nodes_of(text_of(play_moves(rig_of(setup=setup, **SMALL), "A1")))[0]
    assert [root[name] for name in ("AB", "AW", "PL")] == [["bb"], ["dd"], ["W"]]
    assert "RE" not in root


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
    root = nodes_of(text_of(rig_of(control, **SMALL)))[0]
    assert [root.get(name, [None])[0] for name in ("TM", "OT")] == properties


def test_overtime_periods_or_moves_left_are_written() -> None:
    byoyomi = p.Control(kind="byoyomi", base_ms=500, periods=3, period_ms=10_000)
    canadian = p.Control(kind="canadian", base_ms=500, moves=5, period_ms=10_000)
    for control, left in ((byoyomi, "3"), (canadian, "4")):
        nodes = nodes_of(text_of(play_moves(rig_of(control, **SMALL), "C3")))
        assert nodes[1]["OB"] == [left]
    before = nodes_of(text_of(play_moves(rig_of(byoyomi_of(60_000), **SMALL), "C3")))
    assert "OB" not in before[1]


def byoyomi_of(base_ms: int) -> p.Control:
    return p.Control(kind="byoyomi", base_ms=base_ms, periods=3, period_ms=10_000)


def test_gomoku_and_othello_are_written() -> None:
    five = [f"{column}{row}" for column in "abcd" for row in (8, 15)] + ["e8"]
    gomoku = text_of(play_moves(rig_of(game="gomoku", rule="standard"), *five))
    root, first, second, *_ = nodes_of(gomoku)
    assert [root[name] for name in ("GM", "SZ", "RU", "RE")] == [
        ["4"],
        ["15"],
        ["Standard"],
        ["B+"],
    ]
    assert (first["B"], second["W"]) == (["ah"], ["aa"])
    rng = random.Random(3)
    line = next(line for line in iter(lambda: random_line(rng, "othello"), None) if "pass" in line)
    othello = text_of(play_moves(rig_of(game="othello"), *line))
    root = nodes_of(othello)[0]
    assert (root["AB"], root["AW"], root["PL"]) == (["e4", "d5"], ["d4", "e5"], ["B"])
    game = read(othello)
    assert moves(game) == line
    margin = max(game.end().margins or ())
    assert nodes_of(othello)[0]["RE"][0][1:] == f"+{margin}"


def test_other_games_have_no_sgf() -> None:
    with pytest.raises(ValueError, match="Games of chess cannot be written as SGF"):
        sgf.write(FileGame("chess", {}, None, Node(), ("", "")))


# ── a thousand games there and back ────────────────────────────────────────────────────────────

GAMES = 1_000
SETTINGS: dict[str, tuple[dict[str, Value], ...]] = {
    "go": (
        {"size": 5, "marking": "no"},
        {"size": 5, "komi": "3.5", "marking": "no"},
        {"size": 7, "handicap": 2, "marking": "no"},
    ),
    "gomoku": ({"size": 15, "rule": "freestyle"}, {"size": 7, "rule": "renju"}),
    "othello": ({"size": 8}, {"size": 6}),
}
TEXTS = ("Ann", "吴清源", "a]b\\c", "x: [y", "")


def random_game(rng: random.Random, name: str) -> FileGame:
    settings = rng.choice(SETTINGS[name])
    root = node = Node()
    for move in random_line(rng, name, settings, rng.randint(3, 20)):
        child = Node(move, clock_ms=1000 * rng.randrange(99) if rng.random() < 0.2 else None)
        if rng.random() < 0.1:
            child.comments.append(rng.choice(TEXTS[:-1]))
        node.children.append(child)
        node = child
    facts = {"Event": rng.choice(TEXTS), "Date": "2024.05.17", "TimeControl": "600+5"}
    facts |= {"BlackElo": "3d", "WhiteElo": rng.choice(TEXTS)}
    won = rng.random() < 0.5
    return FileGame(
        game=name,
        settings={key: value for key, value in settings.items() if key != "marking"},
        position=None,
        root=root,
        players=(rng.choice(TEXTS), rng.choice(TEXTS)),
        scores=(float(won), float(not won)),
        reason="resign",
        facts={name: text for name, text in facts.items() if text},
    )


def check_same(game: FileGame, other: FileGame) -> None:
    assert other.rules == game.rules
    assert (other.players, other.facts) == (game.players, game.facts)
    assert (other.scores, other.reason) == (game.scores, game.reason)
    assert [(n.move, n.clock_ms, n.comments) for n in other.main_line()] == [
        (n.move, n.clock_ms, n.comments) for n in game.main_line()
    ]


@pytest.mark.parametrize("name", ["go", "gomoku", "othello"])
def test_a_thousand_games_survive_a_round_trip_through_another_library(name: str) -> None:
    """sgfmill reads what we write, and we read what it writes."""
    rng = random.Random(42)
    games = [random_game(rng, name) for _ in range(GAMES)]
    theirs = b""
    for game in games:
        tree = sgf_grammar.parse_sgf_game(sgf.write(game).encode())
        assert tree.children == []
        theirs += sgf_grammar.serialise_game_tree(tree)
        assert letters(tree.sequence[1:]) == expected(game)
    for game, again in zip(games, read_all(theirs), strict=True):
        assert isinstance(again, FileGame), again
        check_same(game, again)


def letters(nodes: list[dict[str, list[bytes]]]) -> list[tuple[str, str]]:
    return [(name, node[name][0].decode()) for node in nodes for name in ("B", "W") if name in node]


def expected(game: FileGame) -> list[tuple[str, str]]:
    """The moves as letters, by the rules of SGF and of the game's own notation."""
    size = int(game.rules.settings["size"])
    state, found = game.start(), list[tuple[str, str]]()
    for move in game.moves():
        found.append(("BW"[state.turn or 0], letters_of(game.game, move, size)))
        state = state.play(move)
    return found


def letters_of(game: str, move: str, size: int) -> str:
    if game == "othello":
        return "PA" if move == "pass" else move
    if move == "pass":
        return ""
    files = "ABCDEFGHJKLMNOPQRST" if game == "go" else "abcdefghijklmnopqrst"
    column, row = files.index(move[0]), int(move[1:])
    return "abcdefghijklmnopqrst"[column] + "abcdefghijklmnopqrst"[size - row]


def test_random_games_of_another_library_have_the_same_boards() -> None:
    """sgfmill writes a game of ours and plays it on its own board."""
    rng = random.Random(7)
    for _ in range(60):
        size = rng.choice([5, 7, 9])
        file = sgfmill.Sgf_game(size=size)
        state = load("go", {"size": size, "marking": "no"}).start()
        for move in random_line(rng, "go", {"size": size, "marking": "no"}, 60):
            point = None if move == "pass" else from_vertex(move, size)
            theirs = None if point is None else (size - 1 - point[1], point[0])
            file.extend_main_sequence().set_move("bw"[state.turn or 0], theirs)
            state = state.play(move)
        game = read(file.serialise())
        board, plays = sgf_moves.get_setup_and_moves(file)
        for colour, theirs in plays:
            if theirs is not None:
                board.play(*theirs, colour)
        assert cells(game.end()) == [
            {"b": "x", "w": "o", None: "."}[board.get(row, column)]
            for row in reversed(range(size))
            for column in range(size)
        ]


def cells(state: History) -> list[str]:
    """The points by rows from the top."""
    found = list[str]()
    for row in state.text.split()[0].lower().split("/"):
        for run in "".join(c if c.isdecimal() else f" {c} " for c in row).split():
            found += ["."] * int(run) if run.isdecimal() else [run]
    return found
