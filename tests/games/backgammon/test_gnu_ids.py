"""GNU Backgammon's IDs: compared with the program's, and refused if malformed."""

import os
import random
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from zeitnot_engines._core import gnu_backgammon_id
from zeitnot_engines.games import History, load

from ...each import each

GNUBG = "/usr/games/gnubg"
MARK = "show clockwise"  # its answer of one line separates the other answers
START = "4HPwATDgc/ABMA"
CUBE = load("backgammon", {"cube": "on"})
RULES = [
    load("backgammon", {"cube": "on", **settings})
    for settings in ({}, {"jacoby": "on"}, {"match": "3"}, {"match": "7"}, {"match": "25"})
]


@cache
def random_positions(count: int) -> list[History]:
    """Positions before and after rolls, with cube, score and Crawford games."""
    rng, found = random.Random(8), list[History]()
    while len(found) < count:
        state = rng.choice(RULES).start()
        for _ in range(rng.randrange(3, 200)):
            if state.result is not None:
                break
            if state.turn is None:
                state = state.throw(rng.choice(state.outcomes())[0])
                continue
            legal = [move for move in state.legal() if move != "drop" or rng.random() < 0.3]
            state = state.play(rng.choice(legal))
        if state.result is None and state.text.split(":")[3] != "0":
            found.append(state)
    return found


def mirrored(text: str) -> str:
    """The position with the sides exchanged."""
    signs, cube, owner, turn, dice, first, second, *rest = text.removeprefix("XGID=").split(":")
    numbers = (str(-int(owner)), str(-int(turn)), dice, second, first)
    return "XGID=" + ":".join((signs[::-1].swapcase(), cube, *numbers, *rest))


def before_roll(text: str) -> str:
    """The position as it was before a side decided to roll, which an ID does not say."""
    return text.replace(":--:", ":00:")


@pytest.fixture(scope="module")
def gnubg() -> None:
    if shutil.which(GNUBG) is None:
        assert not os.environ.get("CI"), "gnubg is not installed"
        pytest.skip("gnubg is not installed")


def answers(commands: Sequence[str]) -> Iterator[str]:
    """What gnubg prints for each command, with the board after it."""
    head = ["set automatic game off", "set automatic roll off", "set automatic move off"]
    head += ["set player 0 human", "set player 1 human"]
    lines = [line for command in commands for line in (command, "show board", MARK)]
    result = subprocess.run(
        [GNUBG, "-t", "-q", "-r"],
        input="\n".join([*head, MARK, *lines]) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    _, *parts = result.stdout.split("moves clockwise")
    yield from parts[: len(commands)]


def id_in(answer: str) -> str:
    """The ID of the board that an answer ends with."""
    position = re.findall(r"Position ID: (\S{14})", answer)[-1]
    match = re.findall(r"Match ID +: (\S{12})", answer)[-1]
    return f"{position}:{match}"


@pytest.mark.usefixtures("gnubg")
def test_ids_are_those_of_gnubg() -> None:
    """gnubg turns the board so that player 1 rolls, and cannot be given an offered double."""
    texts = [before_roll(state.text) for state in random_positions(300)]
    from_player_1 = [
        text if text.split(":")[3] == "1" else mirrored(text) for text in texts if ":D:" not in text
    ]
    assert len(from_player_1) >= 200
    theirs = [id_in(answer) for answer in answers([f"set xgid {text}" for text in from_player_1])]
    assert [gnu_backgammon_id(text) for text in from_player_1] == theirs


@pytest.mark.usefixtures("gnubg")
def test_gnubg_reads_ids_of_both_sides_and_doubles() -> None:
    """An ID that gnubg reads and writes is unchanged; for an offered double, gnubg writes the
    ID of the position before it."""
    texts = [before_roll(state.text) for state in random_positions(300)[:60]]
    commands = [f"set gnubgid {gnu_backgammon_id(text)}" for text in texts]
    theirs = [id_in(answer) for answer in answers(commands)]
    undone = [text.replace(":D:", ":00:") for text in texts]
    assert theirs == [gnu_backgammon_id(text) for text in undone]


@pytest.mark.usefixtures("gnubg")
@each("turn", (1, -1))
def test_a_double_and_a_beaver_are_written_as_by_gnubg(turn: int) -> None:
    text = f"XGID=-a-B--D-BA--dD-a-cbd---AA-:0:0:{turn}:00:0:0:2:0:10"
    _, doubled, beavered = answers([f"set gnubgid {gnu_backgammon_id(text)}", "double", "beaver"])
    state = CUBE.parse(text).play("double")
    assert gnu_backgammon_id(state.text) == id_in(doubled)
    assert gnu_backgammon_id(state.play("beaver").text) == id_in(beavered)


def test_ids_are_read_back() -> None:
    for state in random_positions(300):
        again = state.game.parse(str(gnu_backgammon_id(state.text)))
        assert again.text == before_roll(state.text)


def test_a_position_alone_is_a_single_game_that_white_begins() -> None:
    text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    assert CUBE.parse(START).text == text
    assert load("backgammon").parse(START).text == text
    assert load("backgammon", {"beavers": "on"}).parse(START).text.split(":")[7] == "2"


def test_neither_the_opening_nor_the_end_has_an_id() -> None:
    assert gnu_backgammon_id(CUBE.start().text) is None
    end = CUBE.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10").play("drop")
    assert gnu_backgammon_id(end.text) is None


@each(
    ("text", "sentence"),
    [
        ("4HPwATDgc/ABM*", "base64 does not have"),
        ("4HPwATDgc/ABMA:QYml", "12 signs of base64"),
        ("4HPwATDgc/ABMA:QYmlABAAEA*E", "12 signs of base64"),
        ("//////////////", "more than 15 checkers"),
        ("4HPwATDgc/ABMP", "goes on after its end"),
        ("AAAAAAAAAAAAAA", "a checker on the board"),
        (f"{START}:AAAAAAAAAAAA", "over or has not begun"),
        (f"{START}:DwkAAAAAAAAA", "a cube of more than 64"),
        (f"{START}:cCkAAAAAAAAA", "offer to resign"),
        (f"{START}:cIkDAAAAAAAA", "dice"),
    ],
)
def test_bad_id_is_refused_with_a_reason(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        CUBE.parse(text)


def test_no_text_of_this_form_breaks_the_reader() -> None:
    rng, read = random.Random(9), 0
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/:*"
    known = [str(gnu_backgammon_id(state.text)) for state in random_positions(300)]
    for _ in range(5_000):
        text = list(rng.choice(known))
        for _ in range(rng.randrange(1, 4)):
            text[rng.randrange(len(text))] = rng.choice(signs)
        try:
            state = CUBE.parse("".join(text))
        except ValueError:
            continue
        read += 1
        assert CUBE.parse(state.text).text == state.text
    assert read > 50
