"""PGN of chess and xiangqi, read and written; python-chess is the independent reader."""

import io
import random
import re

import chess
import chess.pgn
import pytest

import zeitnot_protocol as p
from zeitnot_engines.formats import pgn
from zeitnot_engines.formats.record import BadGame, FileGame
from zeitnot_engines.formats.source import Source
from zeitnot_engines.formats.stored import pgn_control


def read(text: str | bytes) -> list[FileGame | BadGame]:
    data = text.encode() if isinstance(text, str) else text
    return list(pgn.read(Source.of_bytes(data, "games.pgn")))


def game_of(text: str | bytes) -> FileGame:
    [game] = read(text)
    assert isinstance(game, FileGame), game
    return game


def problem_of(text: str | bytes) -> str:
    bad = next(game for game in read(text) if isinstance(game, BadGame))
    return bad.located("games.pgn")


FULL_GAME = """[Event "Rated blitz game"]
[Site "https://lichess.org/abcdefgh"]
[Date "2026.11.01"]
[White "Müller, Jörg"]
[Black "O\\"Neil"]
[Result "1-0"]
[TimeControl "180+2"]
[Termination "Time forfeit"]

1. e4 { [%eval 0.18] [%clk 0:03:00] } 1... e5 { [%clk 0:02:59.5] } 2. Nf3! (2. f4 exf4 (2... d5
3. exd5) 3. Nf3) 2... Nc6?! $36 ; a line comment
3. Bb5 a6 1-0
"""


def test_tags_comments_clocks_and_variations_are_read() -> None:
    game = game_of(FULL_GAME)

    assert game.players == ("Müller, Jörg", 'O"Neil')
    assert (game.scores, game.reason) == ((1.0, 0.0), "flag")
    assert game.moves() == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]
    assert game.facts["TimeControl"] == "180+2"
    first, second, third, fourth, *_ = game.main_line()
    assert (first.value, first.clock_ms) == ("0.18", 180_000)
    assert second.clock_ms == 179_500
    assert third.nags == [1]
    assert (fourth.nags, fourth.comments) == ([6, 36], ["a line comment"])
    assert [node.move for node in second.children] == ["g1f3", "f2f4"]
    assert [node.move for node in second.children[1].children] == ["e5f4", "d7d5"]


@pytest.mark.parametrize(
    "movetext",
    [
        "1.e4 e5 2.Nf3 Nc6",
        "1 e4 e5 2 Nf3 Nc6",
        "1. e4 1... e5 2. Nf3 2... Nc6",
        "1.e4 e5 2. ... Nc6",
        "e4 e5 Nf3 Nc6",
        "e2e4 e7e5 g1f3 b8c6",
        "e2-e4 e7-e5 Ng1-f3 Nb8-c6",
        "1) e4 e5 2) Nf3 Nc6",
        "1… e4 e5 2… Nf3 Nc6",
        "%an escaped line\n1. e4 e5 2. Nf3 Nc6",
    ],
)
def test_all_styles_of_moves_and_numbers_are_read(movetext: str) -> None:
    moves = ["e2e4", "e7e5", "g1f3", "b8c6"]
    if "..." in movetext and "Nf3" not in movetext:
        movetext = movetext.replace("2. ...", "2. Nf3 2. ...")

    assert game_of(f"{movetext} *").moves() == moves


@pytest.mark.parametrize("line_end", ["\n", "\r", "\r\n", "mixed"])
def test_all_line_ends_are_read(line_end: str) -> None:
    text = FULL_GAME
    if line_end == "mixed":
        ends = iter(["\r\n", "\r", "\n"] * 20)
        text = re.sub("\n", lambda _: next(ends), text)
    game = game_of(text.replace("\n", line_end) if line_end != "mixed" else text)

    assert len(game.moves()) == 6
    assert "line comment" in next(iter([n.comments for n in game.main_line() if n.comments]))[0]


@pytest.mark.parametrize(
    ("castling", "move"),
    [("O-O", "e1g1"), ("0-0", "e1g1"), ("e1g1", "e1g1"), ("e1h1", "e1g1"), ("O-O+", "e1g1")],
)
def test_all_spellings_of_castling_are_read(castling: str, move: str) -> None:
    game = game_of(f"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. {castling} *")

    assert game.moves()[-1] == move


def test_promotions_and_en_passant_are_read() -> None:
    fen = "7k/P7/8/2pP4/8/8/8/K7 w - c6 0 1"
    head = f'[SetUp "1"]\n[FEN "{fen}"]\n\n'

    assert game_of(head + "1. dxc6 e.p. *").moves() == ["d5c6"]
    for promotion in ("a8=Q", "a8Q", "a8(Q)", "a7a8q", "a8=Q+", "a8/Q"):
        assert game_of(head + f"1. {promotion} *").moves() == ["a7a8q"], promotion


def test_null_moves_are_read_and_written() -> None:
    game = game_of("1. e4 -- 2. d4 Z0 3. Nf3 (3. -- d5) *")

    assert [node.is_null for node in game.main_line()] == [False, True, False, True, False]
    assert "2. d4 --" in pgn.write(game)


def test_a_game_may_continue_after_a_threefold_repetition() -> None:
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 3

    assert len(game_of(f"{shuffle} e4 *").moves()) == 13


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "1. e4 e5 2. Qh9 *",
            "games.pgn:1: 'Qh9', move 2, is not a legal move; expected",
        ),
        (
            '[Event "x"]\n\n1. e4 {never closed',
            "games.pgn:3: a comment is not closed; expected a }",
        ),
        ("1. e4 (1. d4 *", "games.pgn:1: a variation is not closed; expected a )"),
        ("1. e4) *", "games.pgn:1: a variation is closed that was not opened"),
        ('[Event "x\n1. e4', "games.pgn:1: '[Event' is not closed"),
        ('[FEN "8/8 w"]\n\n*', "games.pgn:1: FEN: "),
        ('[Variant "Crazyhouse"]\n\n1. e4 *', "games.pgn:1: the game is 'crazyhouse'"),
        ("", "games.pgn: there is no game in the file; expected PGN tags or moves"),
    ],
)
def test_errors_name_the_line(text: str, message: str) -> None:
    assert message in problem_of(text)


def test_a_bad_game_does_not_affect_the_next() -> None:
    bad = '[Event "bad"]\n\n1. e4 e5 2. Ke3 *\n\n'
    unclosed = '[Event "unclosed"]\n\n1. e4 {oops\n\n'
    games = read(f"{FULL_GAME}\n{bad}{FULL_GAME}\n{unclosed}{FULL_GAME}")

    assert [isinstance(game, FileGame) for game in games[:3]] == [True, False, True]
    assert [isinstance(game, FileGame) for game in games[3:]] == [False, True]


def test_a_damaged_variation_is_cut_off_and_noted() -> None:
    game = game_of("1. e4 (1. d4 d5 2. Qh9 Qh5 (2... a6)) 1... e5 *")

    assert game.moves() == ["e2e4", "e7e5"]
    assert game.notes == [
        (1, "'Qh9', move 2, is not a legal move; the rest of its variation is left out")
    ]


def test_many_damaged_variations_are_one_problem() -> None:
    """Each costs a search through all spellings of all moves, so their number is bounded."""
    text = "1. e4 " + "(z) " * 200 + "e5 *"
    [bad] = read(text)

    assert isinstance(bad, BadGame)
    assert bad.located("x.pgn").startswith("x.pgn:1: too many variations cannot be read")


def test_the_rules_decide_where_the_file_has_no_result() -> None:
    game = game_of("1. f3 e5 2. g4 Qh4# *")

    assert (game.scores, game.reason, game.word) == ((0.0, 1.0), "rules", "checkmate")


# ── xiangqi ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "movetext",
    [
        "1. C2.5 H8+7 2. H2+3",
        "1. C2=5 h8+7 2. N2+3",
        "1. h2e2 h9g7 2. h0g2",
        "1. H2-E2 H9-G7 2. H0-G2",
        "1. 炮二平五 马8进7 2. 马二进三",
        "1. 炮二平五 馬８進７ 2. 傌二進三",
    ],
)
def test_xiangqi_is_read_in_every_notation(movetext: str) -> None:
    game = game_of(f'[Game "Chinese Chess"]\n[Red "胡荣华"]\n[Black "?"]\n\n{movetext} 1-0')

    assert (game.game, game.players) == ("xiangqi", ("胡荣华", ""))
    assert game.moves() == ["h2e2", "h9g7", "h0g2"]
    written = pgn.write(game)
    assert '[Red "胡荣华"]\n[Black "?"]\n[Result "1-0"]' in written
    assert "1. C2.5 H8+7 2. H2+3 1-0" in written


# ── round trips ────────────────────────────────────────────────────────────────────────────────

GAMES = 1_000


def random_game(rng: random.Random) -> chess.pgn.Game:
    game = chess.pgn.Game()
    game.headers["White"] = rng.choice(["?", 'A "quoted" name', "名人"])
    _add_moves(chess.Board(), game, rng, rng.randint(1, 24), depth=0)
    return game


def _add_moves(
    board: chess.Board, node: chess.pgn.GameNode, rng: random.Random, moves: int, depth: int
) -> None:
    for _ in range(moves):
        legal = list(board.legal_moves)
        if not legal:
            return
        move = rng.choice(legal)
        child = node.add_variation(move)
        if rng.random() < 0.1:
            child.comment = rng.choice(["good", "[%clk 0:01:02]", "[%eval -0.35] hm", "Ünï 象棋"])
        if rng.random() < 0.1:
            child.nags.add(rng.choice([1, 2, 3, 6, 14, 36]))
        if depth < 3 and rng.random() < 0.03:
            others = [other for other in legal if other != move]
            if others:
                branch = board.copy(stack=False)
                other = node.add_variation(other_move := rng.choice(others))
                branch.push(other_move)
                _add_moves(branch, other, rng, rng.randint(0, 8), depth + 1)
        board.push(move)
        node = child


def tree(node: chess.pgn.GameNode) -> list[object]:
    comment = " ".join(node.comment.split())
    return [
        node.move and node.move.uci(),
        comment,
        sorted(node.nags),
        [tree(child) for child in node.variations],
    ]


def test_random_games_survive_a_round_trip_with_python_chess() -> None:
    rng = random.Random(20261129)
    games = [random_game(rng) for _ in range(GAMES)]
    text = "\n\n".join(map(str, games))

    parsed = read(text)

    assert len(parsed) == GAMES
    for game, original in zip(parsed, games, strict=True):
        assert isinstance(game, FileGame), game
        reread = chess.pgn.read_game(io.StringIO(pgn.write(game)))
        assert reread is not None
        assert not reread.errors
        assert tree(reread) == tree(original)
        # python-chess neither writes nor reads the standard's backslashes.
        assert reread.headers["White"].replace('\\"', '"') == original.headers["White"]


def test_a_long_time_is_written_in_full() -> None:
    control = p.Control(kind="sudden_death", base_ms=1_209_600_500)

    assert pgn_control(control) == "1209600.5"
