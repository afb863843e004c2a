"""MAT there and back: through an independent reading of the text, and through GNU Backgammon."""

import os
import random
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeitnot_engines.formats import mat
from zeitnot_engines.formats.record import FileGame, Node, after
from zeitnot_engines.games import History, Value, load, random_throw

from .mat_files import actions, games

GNUBG = "/usr/games/gnubg"
SETTINGS: list[dict[str, Value]] = [
    {"cube": "on"},
    {"cube": "on", "jacoby": "on", "beavers": "on"},
    {"cube": "on", "beavers": "on"},
    {"cube": "on", "match": "3"},
    {"cube": "on", "match": "5"},
    {"cube": "off"},
    {"cube": "off", "match": "3"},
]


def node_of(state: History, rng: random.Random, *, doubles: bool = True) -> Node:
    """A random throw or move; many doubles make games short."""
    if state.turn is None:
        return Node(throw=random_throw(state, rng)[0])
    legal = state.legal()
    if "roll" in legal:
        return Node("double" if doubles and rng.random() < 0.5 else "roll")
    return Node("drop" if "drop" in legal and rng.random() < 0.3 else rng.choice(legal))


def line(nodes: list[Node]) -> Node:
    root = Node()
    node = root
    for following in nodes:
        node.children.append(following)
        node = following
    return root


def random_game(rng: random.Random, settings: dict[str, Value]) -> FileGame:
    """A game, or a whole match, of random moves."""
    state, nodes = load("backgammon", settings).start(), list[Node]()
    while state.result is None:
        node = node_of(state, rng)
        nodes.append(node)
        state = after(state, node)
    players = rng.choice((("Ann", "Bob"), ("A : 1", "?"), ("李 伟", "Game 3")))
    game = FileGame("backgammon", settings, None, line(nodes), players)
    game.scores = state.result[0]
    return game


def rows_of(text: str) -> Iterator[tuple[int, str]]:
    """The cells of a text with their seats, read without the code under test."""
    cell = r"\d\d:(?: \S+/\S+)*| [A-Z]\S+(?: => \d+| \d+ points?(?: and the match)?)?"
    for found in re.finditer(rf"^ *\d+\) ({cell})?(?: +({cell}))?$", text, re.MULTILINE):
        for seat, cell_text in enumerate(found.groups("")):
            if cell_text:
                yield seat, cell_text.strip()


def turns_counted(text: str) -> list[list[str]]:
    """For each game, its actions with the cube, and its plays with the board after them, which is
    computed by counting steps, without the rules."""
    found = []
    for game in re.split(r"^ Game \d+\n.*\n", text, flags=re.MULTILINE)[1:]:
        sides = [Counter({24: 2, 13: 5, 8: 3, 6: 5}), Counter({24: 2, 13: 5, 8: 3, 6: 5})]
        turns = list[str]()
        for seat, cell in rows_of(game):
            if cell.startswith("Wins"):
                continue
            if ":" not in cell:
                turns.append(cell.split()[0].lower())
                continue
            own, other = sides[seat], sides[1 - seat]
            dice, steps = cell.split(":")
            for start, end, star in re.findall(r"(\d+)/(\d+)(\*?)", steps):
                own[int(start)] -= 1
                own[int(end)] += int(end) > 0
                is_hit = int(end) > 0 and other[25 - int(end)] == 1
                assert (star == "*") == is_hit
                if is_hit:
                    other[25 - int(end)] = 0
                    other[25] += 1
            turns.append(f"{dice} {board(sides)}")
        found.append(turns)
    return found


def board(sides: list[Counter[int]]) -> str:
    """The first field of an XGID."""
    signs = ["-"] * 26
    for point in range(26):
        mine, theirs = sides[0][point] if point else 0, sides[1][25 - point] if point < 25 else 0
        signs[point] = chr(64 + mine) if mine > 0 else chr(96 + theirs) if theirs > 0 else "-"
    return "".join(signs)


def turns_by_rules(game: FileGame) -> list[list[str]]:
    """The same, computed by the rules."""
    state, turns = game.start(), [list[str]()]
    for node in game.main_line():
        before, state = state, after(state, node)
        if before.text.split(":")[3] == "0" and turns[-1]:
            turns.append([])
        cube_words = {"double": "doubles", "take": "takes", "drop": "drops", "beaver": "beavers"}
        fields = before.text.split(":")
        if node.move in cube_words:
            if (node.move, fields[4]) != ("take", "B"):
                turns[-1].append(cube_words[node.move])
        elif node.throw is None and node.move != "roll":
            turns[-1].append(f"{fields[4]} {after_play(before, state)}")
    return turns


def after_play(before: History, state: History) -> str:
    """The checkers after a play, also after the last one of a game, where the next begins."""
    if state.text.split(":")[3] != "0":
        return state.text[5:31]
    signs = before.text[5:31]
    is_last = str.isupper if before.turn == 0 else str.islower
    return "".join("-" if is_last(sign) else sign for sign in signs)


def test_a_thousand_games_there_and_back() -> None:
    rng, count = random.Random(11), 0
    while count < 1_000:
        game = random_game(rng, rng.choices(SETTINGS, (30, 30, 30, 1, 1, 0.3, 0.3))[0])
        text = mat.write(game)
        assert turns_counted(text) == turns_by_rules(game)
        found = games(text)
        count += len(found)
        assert [action for one in found for action in actions(one)] == actions(game)
        assert {one.settings["cube"] for one in found} == {game.settings["cube"]}
        assert found[-1].end().result == game.end().result
        assert not [one.notes for one in found if one.notes]
        assert [one.facts["Game"] for one in found] == [str(n + 1) for n in range(len(found))]
        if len(found) > 1:
            assert games("".join(map(mat.write, found)))[-1].facts == found[-1].facts


def cells(text: str) -> list[list[tuple[int, str, list[str]]]]:
    """The cells of each game: the seat, the dice or a word, and the steps without stars, sorted."""
    found = []
    for game in re.split(r"^ Game \d+\n.*\n", text, flags=re.MULTILINE)[1:]:
        rows = [(seat, cell.replace("*", "").split()) for seat, cell in rows_of(game)]
        found.append(
            [
                (seat, first.rstrip(":s").lower(), sorted(steps) if ":" in first else [])
                for seat, (first, *steps) in rows
                if first != "Wins"
            ]
        )
    return found


def sgf_cells(text: str) -> list[list[tuple[int, str, list[str]]]]:
    """The same from a file of gnubg's own format (red-bean.com/sgf/backgammon.html). A beaver is a
    second double there, and followed by a take."""
    found = []
    for game in text.split("(;")[1:]:
        turns = list[tuple[int, str, list[str]]]()
        for colour, move in re.findall(r"^;([WB])\[(\w+)\]", game, re.MULTILINE):
            seat = "WB".index(colour)
            if not move[0].isdigit():
                beavered = len(turns) > 1 and turns[-1][1] == "beaver"
                was_doubled = bool(turns) and turns[-1][1] == "double"
                if not beavered or move != "take":
                    turns.append((seat, "beaver" if was_doubled and move == "double" else move, []))
                continue
            points = ["abcdefghijklmnopqrstuvwxyz".index(letter) + 1 for letter in move[2:]]
            places = [point if point > 24 or seat == 0 else 25 - point for point in points]
            names = ["0" if place == 26 else str(place) for place in places]
            steps = sorted(f"{a}/{b}" for a, b in zip(names[::2], names[1::2], strict=True))
            turns.append((seat, move[:2], steps))
        found.append(turns)
    return found


def test_gnubg_reads_what_is_written(tmp_path: Path) -> None:
    if shutil.which(GNUBG) is None:
        assert not os.environ.get("CI"), "gnubg is not installed"
        pytest.skip("gnubg is not installed")
    rng = random.Random(14)
    played = [random_game(rng, settings) for settings in SETTINGS]
    for number, game in enumerate(played):
        game.players = ("Ann", "Bob")
        (tmp_path / f"{number}.mat").write_text(mat.write(game), "utf-8")
        jacoby = game.settings.get("jacoby", "off")  # gnubg does not read the tag
        # One file a process: after a file, gnubg loses the first roll of the next one.
        subprocess.run(
            [GNUBG, "-t", "-q", "-r"],
            input=f"set jacoby {jacoby}\nimport mat {number}.mat\nsave match {number}.sgf\n",
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
    for number, game in enumerate(played):
        theirs = (tmp_path / f"{number}.sgf").read_text("utf-8")
        assert sgf_cells(theirs) == cells(mat.write(game))
        *_, last = games(mat.write(game))
        winner = "WB"[int((last.scores or (0, 0))[1])]
        assert re.findall(r"RE\[([WB]\+\d+)", theirs)[-1] == f"{winner}+{last.facts['Points']}"


def test_gammons_that_count_once_show_jacobys_rule() -> None:
    rules = load("backgammon", {"cube": "on", "jacoby": "on"})
    state, nodes, rng = rules.start(), list[Node](), random.Random(3)
    while True:
        while state.result is None:
            node = node_of(state, rng, doubles=False)
            nodes.append(node)
            state = after(state, node)
        signs = state.text[5:31]
        winner = 0 if state.result[0][0] == 1 else 1
        losers = [sign for sign in signs if sign.isalpha() and sign.islower() == (winner == 0)]
        if sum(ord(sign.lower()) - 96 for sign in losers) == 15:
            break
        state, nodes = rules.start(), []
    played = FileGame("backgammon", {"cube": "on", "jacoby": "on"}, None, line(nodes), ("A", "B"))
    text = re.sub(r"; \[(Jacoby|Beaver).*\n", "", mat.write(played))
    [again] = games(text)
    assert again.settings.get("jacoby") == "on"
    assert (again.word, again.facts["Points"], again.notes) == ("all borne off", "1", [])
