"""Go: rules that random games rarely reach, such as ko, superko, suicide and seki."""

import random

import pytest

from zeitnot_engines.games import Game, History, IllegalMove, Value, load, settings_of

from ...each import each
from ..facts import VALUES
from .twin import Go

NO_MARKING = {"size": 5, "marking": "no"}


def position(rows: str, side: str = "x", **settings: Value) -> History:
    """A position of these rows, without earlier positions."""
    size = rows.count("/") + 1
    return load("go", {"size": size, **settings}).parse(f"{rows} {side} - 0 9,9")


def play(state: History, moves: str) -> History:
    for move in moves.split():
        state = state.play(move)
    return state


def rows(state: History) -> str:
    return state.text.split()[0]


def setting_samples() -> list[dict[str, Value]]:
    """Each size with each handicap, each komi once, and both kinds of scoring."""
    choices = {spec.name: spec.choices for spec in settings_of("go")}
    boards = [{"size": s, "handicap": h} for s in choices["size"] for h in choices["handicap"]]
    komis = [{"komi": komi} for komi in choices["komi"]]
    return [*boards, *komis, *({"marking": marking} for marking in choices["marking"])]


@each("settings", setting_samples(), ids=str)
def test_start_of_every_setting_agrees_with_the_twin(settings: dict[str, Value]) -> None:
    native, twin = load("go", settings), Go(**settings)  # type: ignore[arg-type]
    core_state, twin_state = native.start(), twin.start()
    assert core_state.text == twin.text(twin_state)
    assert native.parse(core_state.text) == core_state
    assert sorted(core_state.legal()) == sorted(twin.legal(twin_state))
    for _ in range(2):
        core_state, twin_state = core_state.play("pass"), twin.play(twin_state, "pass")
    assert core_state.settled is not None
    assert core_state.settled[1] == twin.score(twin_state)[2]


@pytest.mark.parametrize("size", [13, 19])
def test_large_boards_agree_with_the_twin(size: int) -> None:
    native, twin, rng = load("go", {"size": size}), Go(size), random.Random(size)
    core_state, twin_state = native.start(), twin.start()
    for _ in range(60):
        move = rng.choice(core_state.legal())
        core_state, twin_state = core_state.play(move), twin.play(twin_state, move)
        assert (core_state.text, sorted(core_state.legal())) == (
            twin.text(twin_state),
            sorted(twin.legal(twin_state)),
        )


@pytest.mark.parametrize("marking", ["yes", "no"])
def test_complete_games_on_a_small_board_agree_with_the_twin(marking: str) -> None:
    native, twin = load("go", {"size": 5, "marking": marking}), Go(5, marking=marking)
    for seed in range(30):
        rng = random.Random(seed)
        core_state, twin_state = native.start(), twin.start()
        while core_state.result is None:
            assert sorted(core_state.legal()) == sorted(twin.legal(twin_state))
            move = rng.choice(core_state.legal())
            core_state, twin_state = core_state.play(move), twin.play(twin_state, move)
            assert core_state.text == twin.text(twin_state)
        assert core_state.result == twin.result(twin_state)


def test_number_of_legal_positions_is_the_published_one() -> None:
    """A position is legal if every chain has a liberty (Tromp and Farnebäck)."""
    for size in (1, 2, 3):
        twin = Go.__new__(Go)
        twin.size = size
        twin.beside = [list(twin._beside(at)) for at in range(size * size)]
        boards = [""]
        for _ in range(size * size):
            boards = [board + stone for board in boards for stone in ".xo"]
        legal = sum(
            all("." in twin.region(board, at)[1] for at, stone in enumerate(board) if stone != ".")
            for board in boards
        )
        assert legal == VALUES["go"]["legal_positions_NxN"][str(size)]


def test_suicide_is_illegal_unless_it_captures() -> None:
    state = position("1x3/x4/5/5/5", "o")
    assert "A5" not in state.legal()
    with pytest.raises(IllegalMove, match="not a legal move"):
        state.play("A5")
    captures = position("1xo2/xo3/o4/5/5", "o")
    assert rows(captures.play("A5")) == "o1o2/1o3/o4/5/5"
    many = position("1xo2/xxo2/ooo2/5/5", "x")  # the last liberty of three stones
    assert "A5" not in many.legal()


def test_simple_ko_forbids_immediate_recapture() -> None:
    ko = position("5/1xo2/xo1o1/1xo2/5").play("C3")
    assert ko.text == "5/1xo2/x1xo1/1xo2/5 o B3 0 9,10"
    assert "B3" not in ko.legal()
    assert load("go", {"size": 5}).parse(ko.text).legal() == ko.legal()
    later = play(ko, "A1 E1")
    assert later.text.split()[2] == "-"
    assert "B3" in later.legal()
    assert later.play("B3").text.split()[2::2] == ["C3", "10,10"]
    assert play(ko, "pass").text.split()[2] == "-"


def test_capture_of_two_stones_is_no_ko() -> None:
    taken = position("5/xxo2/oo1o1/xxo2/5").play("C3")
    assert taken.text == "5/xxo2/2xo1/xxo2/5 o - 0 9,11"


def test_superko_forbids_the_last_capture_of_a_triple_ko() -> None:
    start = position("xo1oxo1o1/1xo2xo2/9/9/9/9/9/1xo6/x1xo5")
    state = play(start, "C9 B1 G9 B9 C1")
    without_history = load("go").parse(state.text)
    assert set(without_history.legal()) - set(state.legal()) == {"F9"}
    assert rows(without_history.play("F9")) == rows(start)
    assert "F9" in play(state, "A5 J5").legal()  # legal again, because the board now differs


def test_superko_ends_sending_two_and_returning_one() -> None:
    """This is no simple ko: two stones are captured, and then the stone that captured them."""
    state = play(position("o2o1/1ox1x/1xxxx/2oxx/1o1o1", "o"), "E1 C1")
    assert state.text.split()[2] == "-"
    assert "D1" not in state.legal()
    assert "D1" in load("go", {"size": 5}).parse(state.text).legal()


def test_pass_does_not_violate_superko() -> None:
    state = load("go", NO_MARKING).start().play("C3").play("pass")
    assert "pass" in state.legal()


@pytest.mark.parametrize(
    ("board", "settings", "word"),
    [
        ("5/5/5/5/5", {}, "W+7.5"),
        ("5/5/5/5/5", {"komi": "0"}, "0"),
        ("5/5/2x2/5/5", {}, "B+17.5"),
        ("x1o2/x1o2/x1o2/x1o2/x1o2", {}, "W+17.5"),  # points that touch both sides are neutral
        ("x1xo1/xxxo1/ooooo/2o2/5", {"komi": "0.5"}, "W+13.5"),
        # A seki: each chain at the top has an eye, and C9 is neutral.
        ("1x1o1ox2/xxxooox2/oooxxxx2" + "/2ox5" * 6, {}, "B+19"),
    ],
)
def test_area_is_stones_and_surrounded_points(
    board: str, settings: dict[str, Value], word: str
) -> None:
    state = play(position(board, marking="no", **settings), "pass pass")
    assert state.result is not None
    assert state.result[2] == word
    lead = float(word[2:] or 0) * (1 if word[0] == "B" else -1)
    assert state.margins is not None
    assert abs(state.margins[0] - lead) in (0, 0.5)
    assert state.margins == (-state.margins[1], state.margins[1])
    assert state.result[0][0] == (0.5 if lead == 0 else float(lead > 0))


def test_malformed_text_is_refused() -> None:
    nineteen: Game = load("go", {"size": 19})
    start = nineteen.start().text
    for text in (
        start.replace("19/", "109/", 1),
        start.replace("19/", "0019/", 1),
        start.replace("19/", "118/", 1),
        start.replace("0,0", "00,0"),
        start.replace("0,0", "1234567890,0"),
        start.replace("0,0", "0,0 x"),
        start.replace(" x ", " x  "),
        start.replace(" - ", " I5 "),
        start.replace(" - ", " D4 "),
        start.replace(" - ", " D20 "),
        start.replace(" - ", " D04 "),
        start + " ",
        start + "/19",
        "x" * 10_000,
        "/" * 10_000,
    ):
        with pytest.raises(ValueError, match=r"\.$"):
            nineteen.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "5/1xo2/x1xo1/1xo2/5 x B3 0 9,10",  # the ko point forbids the other side's move
        "5/1xo2/x1xo1/1xo2/5 o B3 1 9,10",  # a pass came after the capture
        "5/1xo2/x1xo1/1xo2/5 o B3 0 9,0",  # no white stone has been captured
        "5/1xo2/x1xo1/1xo2/5 o C3 0 9,10",  # a stone is on the ko point
        "5/1xx2/x1xo1/1xo2/5 o B3 0 9,10",  # two stones would be captured
        "5/5/x1xo1/1xo2/5 o B3 0 9,10",  # no stone was captured there: a neighbour is empty
    ],
)
def test_impossible_ko_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="ko point"):
        load("go", {"size": 5}).parse(text)
