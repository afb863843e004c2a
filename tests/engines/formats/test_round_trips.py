"""A thousand games of each format, written and read by independent programs: twins of the rules,
pyffish, and readers written from the formats' specifications. (Chess: `test_pgn.py`.)"""

import random
import re
from collections.abc import Iterator
from functools import cache

import pyffish

from zeitnot_engines.formats import ggf, pdn, pgn, transcript
from zeitnot_engines.formats.record import FileGame, Node, after
from zeitnot_engines.formats.source import Source
from zeitnot_engines.games import History, load
from zeitnot_engines.notations import notation_of

from ...games.checkers import twin as draughts
from ...games.othello.twin import Othello
from .trees import (
    WrittenMove,
    check_line,
    content,
    positions,
    random_tree,
    read_text,
    written_comments,
)

GAMES = 1_000
RESULTS = {None: "*", (1.0, 0.0): "1-0", (0.0, 1.0): "0-1", (0.5, 0.5): "1/2-1/2"}
FACTS = ({}, {"Event": 'Open \\ "A"'}, {"Site": "Wien", "Date": "2026.11.30", "Round": "3.1"})


def random_games(rng: random.Random, name: str) -> Iterator[FileGame]:
    """Games with variations and comments, every second one from a position."""
    game, starts = load(name), positions(load(name), rng, 50, 60)
    for number in range(GAMES):
        start = rng.choice(starts) if number % 2 else game.start()
        yield random_game(rng, start, random_tree(rng, start, rng.randint(0, 6)))


def random_game(rng: random.Random, start: History, root: Node) -> FileGame:
    """This game, with random facts."""
    return FileGame(
        game=start.game.name,
        settings={},
        position=None if start.text == start.game.start().text else start.text,
        root=root,
        players=rng.choice((("Ann", "名人"), ("", "Bob"), ('O"Neil, A', "x\\"))),
        scores=rng.choice(list(RESULTS)),
        facts=dict(rng.choice(FACTS)),
    )


def games_of(form: object, text: str) -> list[FileGame]:
    found = list(form.read(Source.of_bytes(text.encode(), "games")))  # type: ignore[attr-defined]
    assert all(isinstance(game, FileGame) for game in found), [
        game for game in found if not isinstance(game, FileGame)
    ][:3]
    return found


def without_end(game: FileGame) -> tuple[object, ...]:
    return game.position, content(game.root), game.players, game.facts


# ── checkers ───────────────────────────────────────────────────────────────────────────────────


def twin_of(fen: str) -> draughts.State:
    """The position for the twin; PDN 3.0, section on FEN."""
    side, *parts = fen.split(":")
    pieces = {}
    for part in parts:
        for text in filter(None, part[1:].split(",")):
            piece = draughts.Piece("BW".index(part[0]), text[0] == "K")
            pieces[draughts.place(int(text.removeprefix("K")))] = piece
    return draughts.State(tuple(pieces.items()), "BW".index(side))


def texts_of_move(state: History, move: str) -> tuple[str, ...]:
    """The texts of a move: with all squares, and only with its ends if the twin has no other move
    between them."""
    legal = twin_moves(state.text.partition(":H")[0])
    assert move in legal
    same_ends = [other for other in legal if ends(other) == ends(move)]
    short = ("x" if "x" in move else "-").join(ends(move))
    return (move, short) if len(same_ends) == 1 else (move,)


@cache
def twin_moves(fen: str) -> list[str]:
    return draughts.Checkers().legal(twin_of(fen))


def ends(move: str) -> tuple[str, str]:
    squares = re.split("[-x]", move)
    return squares[0], squares[-1]


def foreign_line(rng: random.Random, node: Node, state: History, ply: int) -> list[str]:
    """The moves below a node in other styles than ours."""
    words = list[str]()
    while node.children:
        for number, child in enumerate(node.children):
            text = rng.choice(texts_of_move(state, child.move))
            text = rng.choice((text, text.replace("x", ":"), text.replace("x", "X")))
            count = f"{ply // 2 + 1}{'...' if ply % 2 else '.'}"
            line = [rng.choice((f"{count}{text}", f"{count} {text}", text))]
            line += [f"${nag}" for nag in child.nags]
            line += [f"{{\n{said}\r\n}}" for said in written_comments(child)]
            if number:
                line += foreign_line(rng, child, after(state, child), ply + 1)
                line = ["(", *line, ")"]
            words += line
        node = node.children[0]
        state, ply = after(state, node), ply + 1
    return words


def test_checkers_through_an_independent_reader_and_writer() -> None:
    rng = random.Random(42)
    games = list(random_games(rng, "checkers"))
    text = ""
    for game in games:
        tags = {"Black": game.players[0], "White": game.players[1], **game.facts}
        tags |= {} if game.position is None else {"SetUp": "1", "FEN": f"{game.position}."}
        for name, value in tags.items():
            value = value.replace("\\", "\\\\").replace('"', '\\"')
            text += f'[{name} "{value}"]\n'
        body = [f"{{{said}}}" for said in game.root.comments]
        body += foreign_line(rng, game.root, game.start(), 0)
        result = RESULTS[game.scores and game.scores[::-1]]
        text += "\n" + rng.choice((" ", "\n")).join([*body, result]) + "\n\n"

    found = games_of(pdn, text)

    assert [without_end(game) for game in found] == [without_end(game) for game in games]
    written = read_text("".join(map(pdn.write, found)))
    for game, (tags, before, line, result) in zip(games, written, strict=True):
        assert (tags["Black"], tags["White"]) == tuple(name or "?" for name in game.players)
        assert tags.get("FEN") == game.position
        assert game.facts.items() <= tags.items()
        assert before == game.root.comments
        check_line(game.root, line, game.start(), texts_of_move)
        end = game.end().result
        scores = end[0] if end else game.scores
        assert result == tags["Result"] == RESULTS[scores and scores[::-1]]


# ── xiangqi ────────────────────────────────────────────────────────────────────────────────────

_ICCS = re.compile(r"([a-i])(\d)([a-i])(\d)")


def judged_games(rng: random.Random) -> tuple[list[FileGame], dict[tuple[str, str], str]]:
    """Games whose moves are parts of long ones, and the words of pyffish for these moves, by
    position and move. One call of pyffish costs milliseconds, whatever the number of moves."""
    game, games, words = load("xiangqi"), list[FileGame](), dict[tuple[str, str], str]()
    while len(games) < GAMES:
        state, states, moves = game.start(), list[History](), list[str]()
        while state.result is None and len(moves) < 80:
            states.append(state)
            moves.append(rng.choice(state.legal()))
            state = state.play(moves[-1])
        theirs = [
            _ICCS.sub(lambda m: f"{m[1]}{int(m[2]) + 1}{m[3]}{int(m[4]) + 1}", m) for m in moves
        ]
        found = pyffish.get_san_moves(
            "xiangqi", game.start().text, theirs, False, pyffish.NOTATION_XIANGQI_WXF
        )
        for state, move, word in zip(states, moves, found, strict=True):
            words[state.text, move] = word.replace("=", ".")
        for at in range(0, len(moves), 2):
            start = game.parse(states[at].text)
            root = random_tree(rng, start, moves[at : at + rng.randint(0, 3)])
            games.append(random_game(rng, start, root))
    return games[:GAMES], words


def test_xiangqi_through_pyffish() -> None:
    games, words = judged_games(random.Random(7))

    def written_of(state: History, move: str) -> tuple[str, ...]:
        ours = notation_of("xiangqi").writers["wxf"](state, move)
        theirs = words.get((state.text, move), ours)
        # pyffish does not tell two pieces of a kind in one file from each other.
        return (ours,) if ours[1] in "+-" and ours[0] == theirs[0] else (theirs,)

    text = "".join(map(pgn.write, games))

    for game, (tags, before, line, result) in zip(games, read_text(text), strict=True):
        assert (tags["Red"], tags["Black"]) == tuple(name or "?" for name in game.players)
        assert tags.get("FEN") == game.position
        assert tags["Game"] == "Chinese Chess"
        assert before == game.root.comments
        assert result == tags["Result"] == RESULTS[game.scores]
        check_line(game.root, line, game.start(), written_of)
    assert [without_end(game) for game in games_of(pgn, text)] == [
        without_end(game) for game in games
    ]


# ── Othello ────────────────────────────────────────────────────────────────────────────────────


def test_othello_through_an_independent_reader_of_ggf() -> None:
    rng = random.Random(3)
    starts = positions(load("othello"), rng, 50, 58)
    games = list[FileGame]()
    for number in range(GAMES):
        start = rng.choice(starts) if number % 2 else load("othello").start()
        root = node = Node()
        state = start
        for _ in range(rng.randint(0, 8)):
            if state.result is None:
                node.children.append(
                    Node(rng.choice(state.legal()), value=rng.choice((None, "-3.25")))
                )
                node = node.children[0]
                state = after(state, node)
        players, position = (
            rng.choice((("Saio", "名人"), ("", "x"))),
            start.text if number % 2 else None,
        )
        scores = state.result[0] if state.result else rng.choice(list(RESULTS))
        games.append(FileGame("othello", {}, position, root, players, scores, "unknown"))

    text = "".join(map(ggf.write, games))

    # skatgame.net/mburo/ggsa/ggf: properties of one to three capitals, their values in brackets
    for game, line in zip(games, text.splitlines(), strict=True):
        properties = re.findall(r"([A-Z]{1,3})\[([^\]]*)\]", line)
        assert line == f"(;{''.join(f'{name}[{value}]' for name, value in properties)};)"
        tags = dict(properties)
        assert tags["GM"] == "Othello"
        assert (tags["PB"], tags["PW"]) == tuple(name or "?" for name in game.players)
        board = tags["BO"].replace(" ", "").replace("*", "X")
        assert f"{board[1:65]} {board[65:]}" == game.start().text
        turns, state = list[str](), game.start()
        for node in game.main_line():
            move = "PA" if node.move == "pass" else node.move.upper()
            value = "" if node.value is None else f"/{node.value}"
            turns.append(f"{'BW'[state.turn or 0]}{move}{value}")
            state = after(state, node)
        assert [name + value for name, value in properties if name in "BW"] == turns
        if game.scores is not None:
            black, white = game.scores
            assert (float(tags["RE"]) > 0) - (float(tags["RE"]) < 0) == (black > white) - (
                black < white
            )
    found = games_of(ggf, text)
    assert [content(game.root) for game in found] == [content(game.root) for game in games]
    assert [(game.position, game.players, game.scores) for game in found] == [
        (game.position, game.players, game.scores) for game in games
    ]


def test_transcripts_through_the_twin() -> None:
    """The first games are whole, with their passes; in the others there can be none."""
    rng, twin = random.Random(5), Othello()
    games = list[FileGame]()
    for number in range(GAMES):
        root = node = Node()
        state = load("othello").start()
        for _ in range(120 if number < 20 else rng.randint(1, 9)):
            if state.result is None:
                node.children.append(Node(rng.choice(state.legal())))
                node, state = node.children[0], state.play(node.children[0].move)
        games.append(FileGame("othello", {}, None, root, ("", "")))

    text = "".join(map(transcript.write, games))

    for number, (game, line) in enumerate(zip(games, text.splitlines(), strict=True)):
        moves, state = list[str](), twin.start()
        for move in re.findall("..", line):
            if number < 20:
                if twin.legal(state) == ["pass"]:
                    moves.append("pass")
                    state = twin.play(state, "pass")
                state = twin.play(state, move)
            moves.append(move)
        assert moves == game.moves()
    styles = (str.upper, lambda line: " ".join(re.findall("..", line)), str)
    foreign = "".join(rng.choice(styles)(line) + "\r\n" for line in text.splitlines())
    assert [game.moves() for game in games_of(transcript, foreign)] == [
        game.moves() for game in games
    ]


def test_no_line_of_a_comment_looks_like_something_else() -> None:
    """A line may begin a game, or with % be for programs (PGN standard, 6 and 7)."""
    for word in ('[Event "x"]', "%", "[%csl"):
        for length in range(60, 90):
            before = f"{'x ' * (length // 2)}{'x' * (length % 2)}".strip()
            root = Node(comments=[f"{before} {word} {'y' * 50}"])
            game = FileGame("chess", {}, None, root, ("", ""))
            text = pgn.write(game)
            body = text.partition("\n\n")[2]
            assert not any(line[:1] in ("[", "%") or len(line) > 80 for line in body.splitlines())
            [again] = games_of(pgn, text)
            assert again.root.comments == root.comments


def test_the_independent_reader_reads_what_the_standard_shows() -> None:
    """PGN standard, 8.2."""
    [(tags, before, line, result)] = read_text(
        '[A "x\\"y"]\n\n{b} 1. e4! $14 {c} (1. d4 d5 (1... Nf6)) e5 ; d\n*'
    )

    assert (tags, before, result) == ({"A": 'x"y'}, ["b"], "*")
    assert line == [
        WrittenMove(
            "e4",
            [1, 14],
            ["c"],
            [[WrittenMove("d4"), WrittenMove("d5", instead=[[WrittenMove("Nf6")]])]],
        ),
        WrittenMove("e5", comments=["d"]),
    ]
