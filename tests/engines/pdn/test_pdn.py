"""Games of draughts as PDN: written from stored games, read from other programs' files."""

import random

import pytest
from click.testing import CliRunner

import zeitnot_protocol as p
from zeitnot_engines.commands.analyse import analyse
from zeitnot_engines.commands.options import make_history
from zeitnot_engines.games import load
from zeitnot_engines.pdn.export import as_pdn
from zeitnot_engines.pdn.moves import short_move, squares
from zeitnot_engines.pdn.record import Record, read_all
from zeitnot_engines.pdn.text import BadPdn
from zeitnot_server.hosting.native import rules_for

from ...each import each
from ...rooms.rig import MINUTE, Rig

CHECKERS = load("checkers")


def played(*moves: str) -> Rig:
    rig = Rig(rules_for("checkers", {}), MINUTE).start()
    for move in moves:
        assert rig.move(move, after=1_000).refusal is None, move
    return rig


def text_of(rig: Rig) -> str:
    return as_pdn(rig.export()).decode()


def read(text: str) -> Record:
    (record,) = read_all(text.encode())
    return record


def test_a_game_is_written_with_tags_times_and_result() -> None:
    rig = played("11-15", "23-19", "8-11")
    rig.do(1, p.Resign)
    text = text_of(rig)
    head, body = text.split("\n\n", 1)
    assert '[Black "Ann"]\n[White "Bob"]\n[Result "0-1"]' in head
    assert '[GameType "21,B,8,8,N1,0"]' in head
    assert '[Date "2023.11.14"]' in head
    assert "FEN" not in head
    assert body.split() == [
        *("1.", "11-15", "{[%clk", "0:00:59]}", "1...", "23-19", "{[%clk", "0:00:59]}"),
        *("2.", "8-11", "{[%clk", "0:00:58]}", "0-1"),
    ]


def test_what_is_written_is_read_again() -> None:
    rng = random.Random(2)
    for _ in range(20):
        rig, state = played(), CHECKERS.start()
        while state.result is None and state.ply < 90:
            move = rng.choice(state.legal())
            assert rig.move(move, after=100).refusal is None
            state = state.play(move)
        if state.result is None:
            rig.do(0, p.Resign)
        record = read(text_of(rig))
        assert record.after(len(record.moves)).text == state.text
        assert record.scores == (state.result[0] if state.result else (0.0, 1.0))
        assert record.players == ("Ann", "Bob")


def test_chat_is_a_comment_and_what_was_taken_back_a_variation() -> None:
    rig = played("11-15", "22-18")
    rig.do(0, p.Chat, text="well {played}")
    rig.do(1, p.Takeback, action="ask")
    rig.do(0, p.Takeback, action="accept")
    for move in ("23-19", "8-11"):
        assert rig.move(move, after=1_000).refusal is None
    text = " ".join(text_of(rig).split())
    assert "23-19 {[%clk 0:00:" in text
    assert "(1... 22-18 {[%clk" in text
    assert "{Ann: well (played)})" in text
    assert read(text_of(rig)).moves == ("11-15", "23-19", "8-11")


def test_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="Games of othello cannot be exported as PDN"):
        as_pdn(Rig(rules_for("othello", {})).start().export())


FOREIGN = """\
% a line for programs
[Event "Club match, round 2"]
[Black "O'Hara, \\"Slim\\""]
[White "?"]
[Result "1/2-1/2"]
[GameType "21"]

1. 11-15 23-19 {solid} 2. 8-11 22-17! (2... 19-16? 12x19 $2 (12 x 19)) 3. 11-16 27-23
4. 9-14 32-27 5. 14-18 23:14 ; a comment to the end of the line
6. 16x23 23x32 1/2-1/2

[Black "A"] [White "B"] [SetUp "1"] [FEN "W:WK25:B22,14,6."]
1... 25x18 18x9 9x2 1-0
"""


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("B:W21-24,K30:BK9-10,1.", "B:W21,22,23,24,K30:B1,K9,K10"),
        ("W:W21-21:B1-3", "W:W21:B1,2,3"),
        ("W:W32:BK1-32", None),
    ],
)
def test_positions_may_have_ranges_and_a_dot(text: str, plain: str | None) -> None:
    data = f'[FEN "{text}"]\n*'.encode()
    result = CliRunner().invoke(analyse, ["checkers", text, "--depth", "1", "--json"])
    if plain is None:
        assert result.exit_code == 2
        with pytest.raises(ValueError, match="line 1: FEN: "):
            next(read_all(data))
        return
    assert next(read_all(data)).start.text == plain
    assert result.exit_code == 0, result.output
    assert make_history(load("checkers"), text).text == plain


def test_files_of_other_programs_are_read() -> None:
    first, second = read_all(FOREIGN.encode())
    assert first.players == ('O\'Hara, "Slim"', "")
    assert first.scores == (0.5, 0.5)
    assert first.moves[:3] == ("11-15", "23-19", "8-11")
    assert first.moves[9:] == ("23x14", "16x23x32")
    assert second.moves == ("25x18x9x2",)
    assert second.scores == (0.0, 1.0)
    assert second.start.text == "W:WK25:B6,14,22"
    assert second.after(1).result is not None
    with pytest.raises(ValueError, match="there is no move 2; the game's last is 1"):
        second.after(2)


@each(
    ("text", "sentence"),
    [
        ("", "There is no game in the file."),
        ("{only a comment}", "There is no game in the file."),
        ("1. 11-15\n23-27 *", "line 2: '23-27', number 2, is not a legal move."),
        ('[FEN "W:WK14:B9"]\n14-10', "line 2: '14-10', number 1, is not a legal move."),
        ("1. 11-15 hello", "line 1: 'hello' is neither a tag nor a move."),
        ("1. 11-15 (22-18", "line 1: a variation is not closed."),
        ("1. 11-15) 22-18", "line 1: a closing bracket without an opening one."),
        ('[GameType "20"]\n1. 32-28', "the game is of type '20'; only type 21 is read."),
        ('[FEN "B:W24-21:B1"]\n*', "line 1: FEN: A piece is a square"),
        ('[FEN "B:W30-33:B1"]\n*', "line 1: FEN: A piece is a square"),
        ('[FEN "B:W1:B"]\n*', "line 1: FEN: "),
        ('[FEN "W:WK25:B22,14,6"]\n25x18', "the last capture of the game is not finished."),
    ],
)
def test_bad_files_are_refused_with_their_line(text: str, sentence: str) -> None:
    with pytest.raises(BadPdn) as caught:
        list(read_all(text.encode()))
    assert sentence in str(caught.value)


def test_a_capture_that_could_go_two_ways_is_written_whole() -> None:
    """From 2 to 18 round either side; the ends alone would name both."""
    state = CHECKERS.parse("B:W6,7,14,15:B2")
    ways = [move for move in state.legal() if squares(move)[-1] == 18]
    assert sorted(ways) == ["2x11x18", "2x9x18"]
    assert [short_move(state, move) for move in ways] == ways
    head = '[FEN "B:W6,7,14,15:B2"]\n'
    for way in ways:
        assert read(f"{head}1. {way} *").moves == (way,)
    with pytest.raises(BadPdn, match="'2x18', number 1, could be more than one move"):
        read(f"{head}1. 2x18 *")
