"""The records of imported games."""

from itertools import count

import pytest

import zeitnot_protocol as p
from zeitnot_engines.formats import pgn
from zeitnot_engines.formats.record import FileGame, Node
from zeitnot_engines.formats.registry import FORMATS
from zeitnot_engines.formats.source import Source
from zeitnot_engines.formats.stored import of_export
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.imports import reading
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Phase
from zeitnot_server.store import Commit
from zeitnot_server.verify import Unverifiable, verify

from ..each import each
from ..engines.formats.sgf_files import read as read_sgf
from ..engines.formats.sgf_files import shape as shape_of_sgf
from .imported import PGN, imported

# A game of backgammon that ends with a refused double.
MAT = """ 0 point match

 Game 1
 A : 0                          B : 0
  1)                             31: 8/5 6/5
  2)  Doubles => 2                Drops
      Wins 1 point
"""


# Positions as eXtreme Gammon and GNU Backgammon copy them, with a board, which is shortened here.
XG_BOARD = """XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10

X:Player 1   O:Player 2
Score is X:0 O:0. Unlimited Game, Jacoby Beaver
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              X |
"""
GNUBG_BOARD = """ GNU Backgammon  Position ID: 4O3EAyCMZ+EBKA
                 Match ID   : QYmlABAAEAAE
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: gnubg (Cube: 2)
 | X     O     O  O |   | O           X  X |     1 point
"""


def export_of(commit: Commit) -> p.Export:
    """The record as the store exports it."""
    room = commit.room
    game_setup = room.game_setup
    return p.Export(
        format=p.EXPORT_FORMAT,
        id=room.id,
        game_type=game_setup.rules.game,
        rules_version=game_setup.rules.version,
        settings=game_setup.settings,
        control=game_setup.control,
        created_at=game_setup.created_at,
        commitment=game_setup.commitment,
        players=[seat.view() for seat in room.seats],
        events=[entry.event for entry in commit.entries],
        seed=game_setup.seed.hex(),
        setup=game_setup.setup,
        imported=True,
        facts=dict(game_setup.facts or {}),
    )


def shape(node: Node) -> list[object]:
    """A tree of moves, with their throws, comments, signs and values."""
    return [
        [child.move, child.throw, child.comments, child.nags, child.value, shape(child)]
        for child in node.children
    ]


def test_folding_the_log_gives_the_room() -> None:
    (commit,) = imported(PGN).commits
    (new,) = commit.created
    room = fold(new, commit.entries)
    assert (room.phase, room.ply, room.private) == (Phase.FINISHED, 7, True)
    assert room == commit.room
    assert [seat.actor and seat.actor.name for seat in room.seats] == ["Ann", "Bob"]
    assert room.finished is not None
    assert (room.finished.reason, room.finished.scores) == ("rules", [1.0, 0.0])


def test_the_export_has_moves_variations_comments_clocks_and_facts_of_the_file() -> None:
    (game, _) = pgn.read(Source.of_bytes(PGN.encode(), "text"))
    assert isinstance(game, FileGame)
    (commit,) = imported(PGN).commits
    restored = of_export(export_of(commit))
    assert shape(restored.root) == shape(game.root)
    assert [node.clock_ms for node in restored.main_line()][:2] == [300_000, 290_000]
    assert (restored.players, restored.scores, restored.reason) == (
        game.players,
        game.scores,
        game.reason,
    )
    assert restored.facts == game.facts


def test_an_imported_game_cannot_be_verified() -> None:
    (commit,) = imported(PGN).commits
    with pytest.raises(Unverifiable, match="it was imported, not played here"):
        verify(export_of(commit), rules_for)


def test_a_bad_game_is_reported_and_the_others_are_read() -> None:
    read = imported(PGN)
    (problem,) = read.problems
    assert problem.startswith("text:16: 'Ke5', move 1, is not a legal move")
    assert [(game.players, game.moves, game.result) for game in read.answer().games] == [
        (["Ann", "Bob"], 7, "1-0")
    ]
    assert read.notes == []


def test_signs_and_evaluations_are_exported_again() -> None:
    text = "1. e4! {[%eval 0.35]} e5 $146 $14 (1... c5?? {[%eval #-3] bad}) 2. Nf3 $99 *"
    (game,) = pgn.read(Source.of_bytes(text.encode(), "text"))
    assert isinstance(game, FileGame)
    (commit,) = imported(text).commits
    assert shape(of_export(export_of(commit)).root) == shape(game.root)
    said = [entry.event for entry in commit.entries if isinstance(entry.event, p.Said)]
    assert [(line.name, line.text) for line in said][:2] == [("Sign", "!"), ("Value", "0.35")]


def test_a_game_has_the_same_id_whenever_an_account_imports_it() -> None:
    def id_of(text: str, account: str) -> str:
        (game,) = imported(text, account=account).answer().games
        return game.id

    ids = [id_of(text, name) for text in ("1. e4 e5", "1. e4 {x} e5") for name in ("ann", "bob")]
    assert len(set(ids)) == 4
    assert id_of("1. e4  e5", "ann") == ids[0]
    twice = imported("1. e4 e5 *\n\n1. e4 e5 *\n\n1. d4 *", "chess")
    assert len(twice.commits) == 2
    assert [note.partition(" ")[2] for note in twice.notes] == ["the same game as before"]


@each(
    ("text", "game", "expected"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", None, ("chess", 0)),
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "xiangqi",
            ("xiangqi", 0),
        ),
        ("1. e4 e5 2. Nf3", None, ("chess", 3)),
        ("Nf3 Nf6 Ng1 Ng8 " * 3 + "e4 e5", "chess", ("chess", 14)),
        ("e4 e5 Nf3", "chess", ("chess", 3)),
        ('[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1-0', None, ("chess", 0)),
        ("f5d6c3d3c4", None, ("othello", 5)),
        ("f5 d6 C3 d3", None, ("othello", 4)),
        ("1. F5 d6 2. c3", "othello", ("othello", 3)),
        ("(;GM[1]SZ[9]PB[A]PW[B]RE[B+R];B[ee];W[cc](;B[gg])(;B[cg]))", None, ("go", 3)),
        (MAT, None, ("backgammon", 3)),
        (MAT.replace("\n", "\r"), "backgammon", ("backgammon", 3)),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:3:0:10", None, ("backgammon", 0)),
        ("4HPwATDgc/ABMA", None, ("backgammon", 0)),
        (XG_BOARD, None, ("backgammon", 0)),
        (GNUBG_BOARD, None, ("backgammon", 0)),
        (GNUBG_BOARD, "backgammon", ("backgammon", 0)),
        ("4HPwATDgc/ABMA:MBkAAAAAAAAA", None, ("backgammon", 0)),
    ],
)
def test_all_formats_and_positions_are_imported(
    text: str, game: str | None, expected: tuple[str, int]
) -> None:
    read = imported(text, game)
    assert read.problems == []
    ((summary,), (commit,)) = (read.answer().games, read.commits)
    assert (summary.game_type, summary.moves) == expected
    assert fold(commit.created[0], commit.entries) == commit.room


@each(
    ("text", "settings"),
    [
        ("4HPwATDgc/ABMA:MBkAAAAAAAAA", {"jacoby": "on"}),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:0:10", {"beavers": "on"}),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:9:10", {"match": "9"}),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:10:10", {}),
        (XG_BOARD, {"jacoby": "on", "beavers": "on"}),
        (GNUBG_BOARD, {"match": "5"}),
        (MAT, {}),
        (MAT.replace(" 0 point", " 7 point"), {"match": "7"}),
    ],
)
def test_texts_of_backgammon_determine_the_settings(text: str, settings: dict[str, str]) -> None:
    (commit,) = imported(text).commits
    defaults = {"match": "single", "cube": "on", "jacoby": "off", "beavers": "off"}
    assert commit.room.game_setup.settings == {**defaults, **settings}


def test_each_game_of_a_match_has_a_separate_record() -> None:
    """A game that is not the last of its match ends at the start of the next one."""
    second = MAT.partition(" Game 1")[2].replace("A : 0", "A : 1")
    found = imported(MAT.replace(" 0 point", " 3 point") + " Game 2" + second)
    assert (found.problems, found.notes) == ([], [])
    first, last = (commit.room for commit in found.commits)
    assert [room.finished and room.finished.scores for room in (first, last)] == [[1.0, 0.0]] * 2
    assert first.finished is not None
    assert (first.finished.reason, first.finished.word) == ("rules", "double dropped")
    games = [of_export(export_of(commit)) for commit in found.commits]
    assert [game.facts["Score"] for game in games] == ["0-0", "1-0"]
    assert [game.start().text.split(":")[5:9] for game in games] == [
        ["0", "0", "0", "3"],
        ["1", "0", "0", "3"],
    ]
    written = [FORMATS["mat"].write(export_of(commit)).decode() for commit in found.commits]
    assert "Game 2\n A : 1 " in written[1]
    assert imported("".join(written)).answer().games[1].moves == last.ply


@each(
    ("text", "game", "problem"),
    [
        ("hello", None, "text: this is neither games nor a position; expected "),
        ("hello", "chess", "text"),
        ("XGID=-b:0:0", None, "text: A position is an XGID, ten fields with colons between them"),
        (XG_BOARD.replace(":1:00", ":5:00"), None, "text: The turn is 1 or -1, or 0 before"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", None, "text:1: Each side has one king; expected a position"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "chess", "text:1: Each side has one king; expected"),
        ("1. e4", "halma9", "text: there is no game 'halma9'; expected "),
        ("(;", None, "text:1: the file ends within a game; expected a node"),
        ("(;GM[1]SZ[9]" + ";C[]" * 20_000 + ")", None, "text:1: the game has too many nodes"),
        (
            "(;SZ[9];B[aa]\n;AE[aa])",
            None,
            "text:2: a set-up in the middle of the game; expected a set-up at its start",
        ),
        ("1. e4 e5 2. -- *", None, "text:1: a null move in the game itself; expected a move"),
    ],
)
def test_unreadable_texts_are_reported(text: str, game: str | None, problem: str) -> None:
    read = imported(text, game)
    assert (read.commits, len(read.problems)) == ([], 1)
    assert read.problems[0].startswith(problem)


@each("charset", ["GB2312", "Shift_JIS", "Big5", "UTF-8", ""])
def test_sgf_names_are_read_in_every_charset(charset: str) -> None:
    name = "本因坊道策" if charset == "Shift_JIS" else "吳清源" if charset == "Big5" else "胡荣华"
    data = f"(;GM[1]SZ[9]CA[{charset}]PB[{name}]KM[6.5];B[ee])".encode(charset or "utf-8")
    read = imported(data)
    assert [game.players for game in read.answer().games] == [[name, ""]]


def test_a_perpetual_check_does_not_end_a_game_of_a_file() -> None:
    """Over the board a player has to claim the end."""
    moves = "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a7"
    head = '[Game "Chinese Chess"]\n[FEN "3k5/9/9/9/9/9/9/9/9/R3K4 w"]\n\n'
    read = imported(head + moves)
    assert (read.problems, [game.moves for game in read.answer().games]) == ([], [11])


def test_a_bad_sgf_game_does_not_affect_the_next() -> None:
    read = imported("(;GM[3])(;GM[1]SZ[9];B[ee])")
    assert ([game.moves for game in read.answer().games], len(read.problems)) == ([1], 1)


def test_reading_has_a_time_limit() -> None:
    clock = count(step=int(reading.MAX_SECONDS) + 1)
    read = imported("1. e4 *\n\n1. d4 *", now_s=lambda: next(clock))
    assert (len(read.commits), len(read.problems)) == (1, 1)
    assert "reading took too long; the rest is left out" in read.problems[0]


def test_games_and_events_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_GAMES", 2)
    read = imported("1. e4 *\n\n1. d4 *\n\n1. c4 *")
    assert (len(read.commits), len(read.problems)) == (2, 1)
    monkeypatch.setattr(reading, "MAX_EVENTS", 4)
    read = imported("1. e4 *\n\n" * 2 + "1. e4 e5 2. d4 *")
    assert (len(read.commits), len(read.problems)) == (1, 1)


def test_texts_of_the_file_are_cleaned() -> None:
    text = (
        '[White "A\\u202eb\u202e'
        + "x" * 60
        + '"]\n[Event "\u200b"]\n\n1. e4 {'
        + "y " * 300
        + "} *"
    )
    (commit,) = imported(text).commits
    name = commit.room.seats[0].view().player
    assert name is not None
    assert len(name.name) <= 32
    assert "\u202e" not in name.name
    assert commit.room.game_setup.facts == {}
    comments = [entry.event for entry in commit.entries if isinstance(entry.event, p.Said)]
    assert all(len(line.text) <= 400 for line in comments)
    assert len(comments) == 2


@each(
    ("text", "shape", "values"),
    [
        (
            "(;GM[1]SZ[9]KM[6.5]DT[2024-05-01]PB[A]PW[B]RE[B+2.5]RU[Japanese]BR[3d]EV[Cup];B[ee]"
            "C[tengen]BL[60];W[cc]WL[9]OW[4](;B[gg])(;B[cg];AE[ee]))",
            "E5 C7(G3)(C3)",
            "SZ[9] KM[6.5] DT[2024-05-01] PB[A] PW[B] RE[B+2.5] RU[Japanese] BR[3d] EV[Cup]"
            " BL[60] WL[9] OW[4] C[tengen]",
        ),
        ("(;SZ[9];B[aa];W[bb];W[];B[];W[cc])", "A9 B8 pass pass resume pass C7", ""),
        ("(;SZ[9];B[gc];B[cg];W[ee];W[dd])", "E5 pass D6", "AB[gc][cg] HA[2]"),
        ("(;SZ[9]HA[2]RE[unclear];B[gc];B[cg];W[ee])", "E5", "HA[2] RE[unclear] AB[gc] PL[W]"),
        ("(;SZ[9]KM[12.5]RE[Void];B[ee])", "E5", "KM[12.5] RE[Void]"),
        ("(;SZ[9]AB[aa]AW[bb]PL[W]TM[60]OT[3x10 byo-yomi])", "", "AB[aa] AW[bb] TM[60] PL[W]"),
        ("(;GM[2]RE[B+4];B[fe];W[fd])", "f5 f4", "GM[2] RE[B+4] SZ[8] ;B[f5];W[f4]"),
        ("(;GM[4]RU[Renju]RE[W+R];B[hh];W[ih])", "h8 i8", "GM[4] RU[Renju] RE[W+R] SZ[15]"),
    ],
)
def test_games_survive_a_round_trip_through_sgf(text: str, shape: str, values: str) -> None:
    read = imported(text)
    assert read.problems == []
    (commit,) = read.commits
    assert fold(commit.created[0], commit.entries) == commit.room
    text_again = FORMATS["sgf"].write(export_of(commit)).decode()
    assert shape_of_sgf(read_sgf(text_again)) == shape
    for value in values.split():
        assert value in text_again.replace("\n", "")


def test_a_point_of_a_large_board_is_no_pass() -> None:
    """`pa` is Q19, and on a board of 9 a pass of programs for Othello."""
    (commit,) = imported("(;GM[1]SZ[19];B[pa];W[tt];B[pp];W[])").commits
    moves = [entry.event.move for entry in commit.entries if isinstance(entry.event, p.Moved)]
    assert moves == ["Q19", "pass", "Q4", "pass"]
    (commit,) = imported("(;GM[1]SZ[9];B[ee];W[pa])").commits
    moves = [entry.event.move for entry in commit.entries if isinstance(entry.event, p.Moved)]
    assert moves == ["E5", "pass"]


@each(
    ("komi", "expected"),
    [("５目半", 5.5), ("黑贴5.5", 5.5), ("贴3又3/4子", 7.5), ("6,5", 6.5), ("6.5目", 6.5)],
)
def test_komi_of_go_in_words(komi: str, expected: float) -> None:
    (commit,) = imported(f"(;GM[1]SZ[19]KM[{komi}];B[pd];W[dd])").commits
    settings = commit.room.game_setup.settings
    shown = 7.5 if settings["komi"] == "auto" else float(settings["komi"])
    assert shown == expected
