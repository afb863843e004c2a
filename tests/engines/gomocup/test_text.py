"""Lines of the Gomocup protocol, read and written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot_client.drivers.gomocup_text import (
    About,
    Command,
    from_move,
    read_about,
    read_command,
    read_integer,
    read_point,
    read_stone,
    shown,
    to_move,
    write_about,
    write_point,
)
from zeitnot_engines.games import load

SIZES = st.integers(5, 20)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", None),
        ("  \r\n", None),
        ("TURN 3,4\r\n", Command("TURN", "3,4")),
        ("  turn\t3,4 ", Command("TURN", "3,4")),
        ("INFO folder C:\\My files\\x\n", Command("INFO", "folder C:\\My files\\x")),
        ("END", Command("END", "")),
    ],
)
def test_commands_are_read(line: str, command: Command | None) -> None:
    assert read_command(line) == command


@pytest.mark.parametrize(
    ("point", "size", "move"),
    [
        ((0, 0), 15, "a15"),
        ((7, 7), 15, "h8"),
        ((8, 14), 15, "i1"),
        ((19, 0), 20, "t20"),
        ((4, 4), 5, "e1"),
    ],
)
def test_points_are_counted_from_the_top_left(point: tuple[int, int], size: int, move: str) -> None:
    assert to_move(point, size) == move
    assert from_move(move, size) == point
    assert move in load("gomoku", {"size": size}).start().legal()


@given(SIZES, st.data())
def test_points_survive_a_round_trip(size: int, data: st.DataObject) -> None:
    point = data.draw(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)))
    assert from_move(to_move(point, size), size) == point
    assert read_point(write_point(point)) == point


@pytest.mark.parametrize("text", ["", "3", "3,", "3;4", "3,4,5", "-1,4", "3,4x", "٣,4", "1e1,2"])
def test_invalid_points_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a point"):
        read_point(text)


@pytest.mark.parametrize("text", ["3,4", "3,4,", "3,4,5,6", "3,4,-1", "x,4,1", "3,4,11"])
def test_invalid_stones_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a stone"):
        read_stone(text)


def test_blanks_around_numbers_do_not_matter() -> None:
    assert read_point(" 3 , 4 ") == (3, 4)
    assert read_stone("3,4, 2\r") == ((3, 4), 2)
    assert read_integer(" -12 ") == -12


@pytest.mark.parametrize("text", ["", "x", "1.5", "--1", "1 2", "9" * 19])
def test_invalid_numbers_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a whole number"):
        read_integer(text)


@pytest.mark.parametrize("point", [(15, 0), (0, 15), (-1, 0)])
def test_points_outside_the_board_are_refused(point: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="not on the board"):
        to_move(point, 15)


@pytest.mark.parametrize("move", ["p1", "a16", "a0", "A1", "", "aa", "h8 "])
def test_moves_of_other_boards_are_refused(move: str) -> None:
    with pytest.raises(ValueError, match=r"is not a move|not on the board"):
        from_move(move, 15)


@pytest.mark.parametrize(
    ("line", "about"),
    [
        ('name="Pela", version="1.0", author="Ann"', About("Pela", "1.0", "Ann")),
        (' VERSION = "2 beta" ,name= "A, b = c"', About("A, b = c", "2 beta")),
        ("name='Pela' version=3", About("Pela", "3")),
        ("name=Pela,version=3;author=x", About("Pela", "3", "x")),
        ('name="Pela", version="1', About("Pela", "1")),
        ('name="a\tb"', About("a?b")),
        ('version="1.0"', None),
        ('name=""', None),
        ("OK", None),
        ("7,7", None),
    ],
)
def test_about_lines_are_read(line: str, about: About | None) -> None:
    assert read_about(line) == about


def test_our_about_line_survives_a_round_trip() -> None:
    about = About("Zeitnot", "1.2", "the authors")
    assert read_about(write_about(about)) == about
    assert (str(about), str(About())) == ("Zeitnot 1.2", "a nameless brain")


@given(st.text())
def test_shown_text_is_one_short_line(text: str) -> None:
    assert len(shown(text)) <= 60
    assert shown(text).isprintable()
