"""Lines typed in the terminal: how they are read, completed, checked, and executed."""

from dataclasses import replace

import pytest

from zeitnot_client.state import RoomState
from zeitnot_client.terminal import texts
from zeitnot_client.terminal.moves import legal_line
from zeitnot_client.terminal.typed import TypedCommand, complete, must_wait, problem_with, read

from ..each import each
from .fake_room import FakeRoom
from .sessions import start_game

TURN = RoomState("g", you=0, phase="running", turn=0, legal=("a1", "b2"))
OTHERS = replace(TURN, turn=1, legal=())
OPEN = RoomState("g", you=0)


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("a1\n", TypedCommand("move", "a1")),
        ("  24-19 ", TypedCommand("move", "24-19")),
        ("Resign", TypedCommand("resign")),
        ("takeback", TypedCommand("takeback")),
        ("Adjourn ", TypedCommand("adjourn")),
        ("resume", TypedCommand("resume")),
        ("?", TypedCommand("help")),
        ("exit", TypedCommand("quit")),
        ("", TypedCommand("none")),
        ("say draw ? ", TypedCommand("say", "draw ?")),
        ("chat hi", TypedCommand("say", "hi")),
        ("say", TypedCommand("say")),
        ("resign now", TypedCommand("move", "resign now")),
    ],
)
def test_line_is_read_as_a_command(line: str, typed: TypedCommand) -> None:
    assert read(line) == typed


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("13/7 8/7*", "13/7 8/7*"),
        ("8/7 13/7", "13/7 8/7*"),
        ("BAR/20", "bar/20*"),
        ("13/8", "13/8"),
        ("6/5", "6/5"),
    ],
)
def test_backgammon_play_is_completed(line: str, move: str) -> None:
    legal = ("13/7 8/7*", "bar/20*", "6/5", "6/5*")
    state = replace(start_game(FakeRoom("backgammon"))[0].session.state, legal=legal)
    assert complete(read(line), state) == TypedCommand("move", move)


def test_moves_are_case_insensitive() -> None:
    state = replace(TURN, legal=("e2e4",))
    assert complete(read("E2E4"), state) == TypedCommand("move", "e2e4")


@pytest.mark.parametrize(
    ("line", "legal", "move"),
    [
        ("c", ("check", "bet"), "check"),
        ("B", ("check", "bet"), "bet"),
        ("ca", ("call", "check"), "call"),
        ("c", ("call", "check"), None),
        ("bets", ("check", "bet"), None),
        ("x", ("check", "bet"), None),
        ("e", ("e2e4", "a2a4"), None),  # a cell is not guessed
        ("b", ("bet", "b2"), None),
        ("b2", ("bet", "b2"), "b2"),
        ("dou", ("double", "roll"), "double"),
    ],
)
def test_unique_prefix_of_a_word_is_completed(
    line: str, legal: tuple[str, ...], move: str | None
) -> None:
    typed = complete(read(line), replace(TURN, legal=legal))
    assert (typed.word, typed.text) == ("move", move or line)


CHESS = replace(
    start_game(FakeRoom("chess"))[0].session.state,
    position="4k3/P7/8/8/8/1N3N2/8/4K2R w K - 0 1",
    legal=("b3d2", "f3d2", "b3c5", "a7a8q", "a7a8n", "e1g1", "h1h8"),
)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("Nc5", "b3c5"),
        ("b3c5", "b3c5"),
        ("0-0", "e1g1"),
        ("a8=N", "a7a8n"),
        ("Nfd2", "f3d2"),
        ("rh8+", "h1h8"),
    ],
)
def test_chess_moves_are_read_in_san(line: str, move: str) -> None:
    assert complete(read(line), CHESS) == TypedCommand("move", move)


@pytest.mark.parametrize("line", ["O-O-O", "0-0-0", "o-o-o+"])
def test_illegal_castling_is_refused_as_a_move(line: str) -> None:
    assert problem_with(complete(read(line), CHESS), CHESS) == (
        f"{texts.NOT_LEGAL.format(move=line)}\n{legal_line(CHESS)}"
    )
    assert problem_with(read(line.replace("0", "O")), TURN) == (
        f"{texts.UNKNOWN.format(word=line.replace('0', 'O'))}\n{legal_line(TURN)}"
    )


@pytest.mark.parametrize(
    ("line", "state", "message"),
    [
        ("Nd2", CHESS, "Nd2 could mean Nbd2 or Nfd2."),
        ("a8", CHESS, "a8 could mean a8=Q+ or a8=N."),
        ("c", replace(TURN, legal=("call", "check")), "c could mean call or check."),
    ],
)
def test_ambiguous_move_is_answered_with_candidates(
    line: str, state: RoomState, message: str
) -> None:
    assert problem_with(complete(read(line), state), state) == message


def test_wrong_move_is_answered_with_few_legal_moves() -> None:
    many = tuple(f"a{n}" for n in range(13))
    words = replace(TURN, legal=("check", "bet"))
    listed = "\nYour moves: check bet"
    assert problem_with(read("z9"), words) == texts.NOT_LEGAL.format(move="z9") + listed
    assert problem_with(read("call"), words) == texts.UNKNOWN.format(word="call") + listed
    for legal, lines in ((many[:12], 2), (many, 1)):
        reason = problem_with(read("z9"), replace(TURN, legal=legal))
        assert len((reason or "").splitlines()) == lines


OVER = replace(OTHERS, phase="finished", turn=None)


@each(
    ("line", "state", "reason"),
    [
        ("a1", TURN, None),
        ("undo", replace(TURN, legal=()), texts.UNDO),
        ("hepl", replace(TURN, legal=()), texts.UNKNOWN.format(word="hepl")),
        ("check", OTHERS, texts.NOT_A_COMMAND.format(word="check")),
        ("a1", OVER, texts.GAME_OVER),
        ("check", OVER, texts.GAME_OVER),
        ("a1", replace(OVER, you=None), texts.GAME_OVER),
        ("say x", OVER, None),
        ("rematch", OVER, None),
        ("a1", OTHERS, texts.NOT_YOUR_TURN),
        ("a1", OPEN, texts.NOT_STARTED),
        ("a1", replace(OTHERS, you=None), texts.WATCHING),
        ("pass", OTHERS, texts.NOT_YOUR_TURN),
        ("raise", replace(TURN, legal=("raise", "fold")), None),
        ("say", TURN, texts.SAY_WHAT),
        ("say x", OPEN, None),
        ("resign", OPEN, None),
    ],
)
def test_client_refuses_impossible_lines(line: str, state: RoomState, reason: str | None) -> None:
    assert problem_with(read(line), state) == reason


@pytest.mark.parametrize(
    ("line", "state", "settled", "watch", "waits"),
    [
        ("help", OPEN, False, False, False),
        ("a1", TURN, True, False, False),
        ("a1", TURN, False, False, True),  # the last command is not answered yet
        ("a1", OTHERS, True, False, True),
        ("a1", replace(TURN, legal=()), True, False, True),
        ("a1", OTHERS, True, True, False),  # spectators are refused at once
        ("a1", replace(OTHERS, phase="finished"), True, False, False),
        ("resign", OPEN, True, False, True),
        ("resign", OTHERS, True, False, False),
        ("rematch", TURN, True, False, True),
        ("rematch", replace(OTHERS, phase="finished"), True, False, False),
        ("quit", OTHERS, True, False, False),
        ("quit", TURN, False, False, True),
    ],
)
def test_piped_lines_wait_until_they_are_possible(
    line: str, state: RoomState, settled: bool, watch: bool, waits: bool
) -> None:
    assert must_wait(read(line), state, settled=settled, watch=watch) == waits
