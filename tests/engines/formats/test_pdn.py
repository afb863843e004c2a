"""PDN of checkers, read and written."""

import random

import pytest

import zeitnot_protocol as p
from zeitnot_engines.formats import pdn
from zeitnot_engines.formats.record import BadGame, FileGame, Node
from zeitnot_engines.formats.registry import FORMATS
from zeitnot_engines.formats.source import Source
from zeitnot_engines.games import load
from zeitnot_engines.pdn.moves import short_move, squares
from zeitnot_server.hosting.native import rules_for

from ...rooms.rig import MINUTE, Rig

TWO_GAMES = """\
% a line for programs
[Event "Club match, round 2"]
[Black "O'Hara, \\"Slim\\""]
[White "?"]
[Result "1/2-1/2"]
[GameType "21"]

1. 11-15 23-19 {solid} 2. 8-11 22-17! (2... 19-16? 12x19 $2 ) 3. 11-16 27-23
4. 9-14 32-27 5. 14-18 23:14 ; a comment to the end of the line
6. 16x23 23x32 1/2-1/2

[Black "A"] [White "B"] [SetUp "1"] [FEN "W:WK25:B22,14,6."]
1... 25x18 18x9 9x2 1-0
"""


def read(text: str) -> list[FileGame | BadGame]:
    return list(pdn.read(Source.of_bytes(text.encode(), "games.pdn")))


@pytest.mark.parametrize("line_end", ["\n", "\r", "\r\n"])
def test_files_of_other_programs_are_read(line_end: str) -> None:
    first, second = read(TWO_GAMES.replace("\n", line_end))

    assert isinstance(first, FileGame), first
    assert first.players == ('O\'Hara, "Slim"', "")
    assert first.scores == (0.5, 0.5)
    assert first.moves()[:3] == ["11-15", "23-19", "8-11"]
    assert first.moves()[9:] == ["23x14", "16x23x32"]
    assert isinstance(second, FileGame), second
    assert second.moves() == ["25x18x9x2"]
    assert second.scores == (0.0, 1.0)
    assert second.start().text == "W:WK25:B6,14,22"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no game in the file"),
        ("1. 11-15\n23-27 *", "games.pdn:2: '23-27', move 1, is not a legal move"),
        ("1. 11-15 hello", "games.pdn:1: 'hello' is not PDN"),
        ("1. 11-15 (22-18", "games.pdn:1: a variation is not closed"),
        ("1. 11-15) 22-18", "games.pdn:1: a variation is closed that was not opened"),
        ('[GameType "20"]\n1. 32-28', "the game is of type '20'; expected type 21"),
        ('[FEN "B:W24-21:B1"]\n*', "games.pdn:1: FEN: A piece is a square"),
        ('[FEN "W:WK25:B22,14,6"]\n25x18', "the move '25x18' is not finished"),
        ('[FEN "B:W6,7,14,15:B2"]\n1. 2x18 *', "it could be more than one move"),
    ],
)
def test_errors_name_the_line(text: str, message: str) -> None:
    bad = next(game for game in read(text) if isinstance(game, BadGame))

    assert message in bad.located("games.pdn")


def test_games_survive_a_round_trip() -> None:
    rng, games = random.Random(5), list[FileGame]()
    for _ in range(100):
        state = load("checkers").start()
        game = FileGame("checkers", {}, None, Node(), ("Ann", "名"), (0.0, 1.0), "resign")
        node = game.root
        while state.result is None and state.ply < 60:
            for move in rng.sample(legal := state.legal(), min(len(legal), rng.choice((1, 1, 2)))):
                node.children.append(Node(move, clock_ms=rng.choice((None, 61_500))))
            node = node.children[0]
            state = state.play(node.move)
        if state.result is not None:
            game.scores = state.result[0]
        games.append(game)

    reread = read("".join(map(pdn.write, games)))

    for game, other in zip(games, reread, strict=True):
        assert isinstance(other, FileGame), other
        assert tree(other.root) == tree(game.root)
        assert (other.players, other.scores) == (game.players, game.scores)


def tree(node: Node) -> list[object]:
    return [node.move, node.clock_ms, [tree(child) for child in node.children]]


def rig_after(*moves: str) -> Rig:
    rig = Rig(rules_for("checkers", {}), MINUTE).start()
    for move in moves:
        assert rig.move(move, after=1_000).refusal is None, move
    return rig


def text_of(rig: Rig) -> str:
    return FORMATS["pdn"].write(rig.export()).decode()


def test_a_stored_game_is_written_with_tags_times_and_result() -> None:
    rig = rig_after("11-15", "23-19", "8-11")
    rig.do(1, p.Resign)
    head, body = text_of(rig).split("\n\n", 1)
    assert '[Black "Ann"]\n[White "Bob"]\n[Result "0-1"]' in head
    assert '[GameType "21,B,8,8,N1,0"]' in head
    assert '[Date "2023.11.14"]' in head
    assert "FEN" not in head
    assert body.split() == [
        *("1.", "11-15", "{[%clk", "0:00:59]}", "1...", "23-19", "{[%clk", "0:00:59]}"),
        *("2.", "8-11", "{[%clk", "0:00:58]}", "0-1"),
    ]


def test_chat_becomes_comments_and_takebacks_become_variations() -> None:
    rig = rig_after("11-15", "22-18")
    rig.do(0, p.Chat, text="well {played}")
    rig.do(1, p.Takeback, action="ask")
    rig.do(0, p.Takeback, action="accept")
    for move in ("23-19", "8-11"):
        assert rig.move(move, after=1_000).refusal is None
    text = " ".join(text_of(rig).split())
    assert "23-19 {[%clk 0:00:" in text
    assert "(1... 22-18 {[%clk" in text
    assert "Ann: well (played)})" in text
    [game] = read(text_of(rig))
    assert isinstance(game, FileGame)
    assert game.moves() == ["11-15", "23-19", "8-11"]


def test_an_ambiguous_capture_is_written_with_all_its_squares() -> None:
    """Two captures lead from 2 to 18; `2x18` would mean either."""
    state = load("checkers").parse("B:W6,7,14,15:B2")
    captures = [move for move in state.legal() if squares(move)[-1] == 18]
    assert sorted(captures) == ["2x11x18", "2x9x18"]
    assert [short_move(state, move) for move in captures] == captures
