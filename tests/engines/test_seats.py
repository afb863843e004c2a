"""Games with more than two seats, with hidden cards, dice or moves, and with superko: the core's
toy games (engines/core/tests/toy_games), compared with plain Python."""

import random
from itertools import pairwise
from typing import Any

import pytest

from zeitnot_engines import _core
from zeitnot_engines.games import NAMES, load, random_throw
from zeitnot_engines.manifest import parse

from ..rooms.hidden_games import Blind, Cups, LiarsDice, Marks
from .toy_games import toy_core, toy_game


def random_game(game: Any, rng: random.Random) -> list[Any]:
    """All states of a game of random moves and throws."""
    states = [game.start()]
    while (state := states[-1]).result is None:
        if state.due:
            values, _ = rng.choice(state.outcomes())
            states.append(state.throw(values))
        else:
            states.append(state.play(rng.choice(state.legal())))
    return states


# ── seats and scores ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_setting_decides_the_number_of_seats(seats: int) -> None:
    game = toy_game("relay", seats=seats)
    assert game.seats == seats
    assert not game.zero_sum
    states = random_game(game, random.Random(seats))
    scores, reason, word = states[-1].result
    assert (reason, word) == ("rules", "home")
    assert len(scores) == len(states[-1].margins) == seats
    assert sum(scores) == pytest.approx(seats / 2)
    assert max(scores) == scores[states[-1].margins.index(12)] == 1
    turns = [state.turn for state in states if state.turn is not None]
    assert all(after == (before + 1) % seats for before, after in pairwise(turns))


def test_there_are_two_to_six_seats() -> None:
    with pytest.raises(ValueError, match="must be one of 2, 3, 4, 5, 6"):
        toy_game("relay", seats=7)


def test_a_seat_that_the_game_does_not_have_is_refused() -> None:
    start = toy_game("relay", seats=4).start()
    for seat in (-1, 4):
        with pytest.raises(ValueError, match=r"This game has seats 0 to 3\."):
            start.can_win(seat)


def test_native_games_have_two_seats_and_are_zero_sum() -> None:
    """Exceptions: trees, whose leaves may have any scores, and games with a setting for seats."""
    for name in NAMES:
        game = load(name)
        counts_seats = "seats" in game.settings
        assert (game.seats, game.zero_sum) == (2, name != "tree" and not counts_seats)


def test_games_for_three_offer_no_method_for_two_seats() -> None:
    assert toy_core().methods_of("relay") == ["mcts"]
    assert toy_core().methods_of("hands") == ["mcts"]


# ── hidden cards ───────────────────────────────────────────────────────────────────────────────


def test_a_seat_sees_its_own_card_and_the_open_one() -> None:
    state = toy_game("hands").start().throw([3, 1, 4, 0, 2, 5])
    assert state.text == "314025/"
    assert [state.view(seat) for seat in (0, 1, 2)] == ["3??0??/", "?1?0??/", "??40??/"]
    assert state.view(None) == "???0??/"
    assert state.throw_seen([3, 1, 4, 0, 2, 5], 1) == (-1, 1, -1, 0, -1, -1)
    end = state.play("bid").play("fold").play("bid")
    assert end.result == ((0.0, 0.0, 1.0), "rules", "highest card")
    assert end.margins == (-1, -1, 2)


def test_if_all_seats_fold_they_share_the_score() -> None:
    state = toy_game("hands").start().throw([3, 1, 4, 0, 2, 5])
    end = state.play("fold").play("fold").play("fold")
    assert end.result[0] == pytest.approx((1 / 3,) * 3)


def test_positions_a_seat_cannot_tell_apart_have_equal_information() -> None:
    game = toy_game("hands")
    first, second = game.start().throw([3, 1, 4, 0, 2, 5]), game.start().throw([3, 2, 5, 0, 1, 4])
    assert first.information(0) == second.information(0)
    assert first.information(1) != second.information(1)
    assert game.start().information(0) is None, "no decision before the deal"
    assert load("chess").start().information(0) is None, "nothing is hidden"


def test_a_sample_has_the_same_view_for_its_seat() -> None:
    rng = random.Random(5)
    for name in ("hands", "blind"):
        game = toy_game(name)
        for state in random_game(game, rng)[1:-1]:
            samples = {game.sample(state.view(seat := state.side), seed) for seed in range(8)}
            assert {sample.view(seat) for sample in samples} == {state.view(seat)}
            assert {sample.information(seat) for sample in samples} == {state.information(seat)}


# ── hidden dice ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("seats", "dice"), [(2, 5), (3, 2), (6, 1)])
def test_liars_dice_matches_the_python_version(seats: int, dice: int) -> None:
    python_game = LiarsDice(seats, dice)
    for seed in range(60):
        rng = random.Random(seed)
        start = toy_game("liarsdice", seats=seats, dice=dice).start()
        assert start.due == ("dice", (6,) * (seats * dice))
        assert start.outcomes() == [], "too many to list"
        values, chance = random_throw(start, rng)
        assert chance == pytest.approx(6.0 ** -(seats * dice))
        state, twin = start.throw(values), Cups(values)
        while True:
            assert (state.turn, state.text) == (
                python_game.turn(twin),
                python_game.full_position(twin),
            )
            assert sorted(state.legal()) == sorted(python_game.legal(twin))
            for viewer in (*range(seats), None):
                assert state.view(viewer) == python_game.position(twin, viewer)
                assert state.throw_seen(values, viewer) == python_game.visible_throw(
                    twin, values, viewer
                )
            if state.result is not None:
                break
            move = rng.choice([*state.legal()[:9], state.legal()[0]])
            state, twin = state.play(move), python_game.play(twin, move)
        outcome = python_game.outcome(twin)
        assert outcome
        assert state.result == (outcome.scores, outcome.reason, outcome.word)


def test_samples_of_hidden_dice_keep_the_seats_view() -> None:
    game = toy_game("liarsdice")
    state = game.start().throw((1, 3, 3, 5, 5, 2, 2, 4, 4, 6)).play("4x3")
    assert state.view(0) == "13355.????? 4x3 1"
    assert state.view(None) == "?????.????? 4x3 1"
    samples = [game.sample(state.view(0), seed) for seed in range(20)]
    assert {sample.view(0) for sample in samples} == {state.view(0)}
    assert len({sample.text for sample in samples}) == len(samples)
    doubted = state.play("liar")
    assert doubted.view(None) == doubted.text == "13355.22446 4x3! 1"
    assert doubted.result == ((0.0, 1.0), "rules", "liar")


@pytest.mark.parametrize(
    "text",
    [
        "13355.2244 - 0",
        "13357.22446 - 0",
        "13355.22446 - 1",
        "- 1x1 1",
        "13355.22446 0x3 1",
        "13355.22446 11x3 1",
        "13355.22446 -! 0",
        "13355.22446 1x1 0",
        "13355.22446 1x1 2",
    ],
)
def test_a_position_of_liars_dice_is_checked(text: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        toy_game("liarsdice").parse(text)


# ── hidden moves ───────────────────────────────────────────────────────────────────────────────


def as_python_view(board: str) -> str:
    """The core's view in the format of the Python game."""
    return board.lower().replace("?", ".")


def test_blind_tictactoe_matches_the_python_version() -> None:
    python_game = Blind()
    for seed in range(300):
        rng = random.Random(seed)
        state, twin = toy_game("blind").start(), Marks()
        while state.result is None:
            assert state.turn == python_game.turn(twin)
            assert sorted(state.legal()) == sorted(python_game.legal(twin))
            for seat in (0, 1):
                assert by_cell(as_python_view(state.view(seat))) == python_game.position(twin, seat)
            move, mover = rng.choice(state.legal()), state.turn
            state, twin = state.play(move), python_game.play(twin, move)
            for viewer in (0, 1, None):
                seen = state.move_seen(mover, move, viewer)
                assert seen == python_game.visible_move(twin, mover, move, viewer)
        outcome = python_game.outcome(twin)
        assert outcome
        assert state.result == (outcome.scores, outcome.reason, outcome.word)


def by_cell(text: str) -> str:
    """Rows from the top, as the core writes them, in the twin's order from a1 on."""
    return text[6:9] + text[3:6] + text[0:3] + text[9:]


def test_a_refused_move_shows_the_cell_and_keeps_the_turn() -> None:
    state = toy_game("blind").start().play("b2")
    refused = state.play("b2")
    assert refused.turn == state.turn == 1
    assert refused.view(1) == "????X???? o"
    assert refused.view(0) == "????x???? o"
    assert refused.view(None) == "????????? o"
    assert "b2" not in refused.legal()


# ── superko ────────────────────────────────────────────────────────────────────────────────────


class PlainLineGo:
    """Go on a row, with the past as a set of boards and a plain search for captures."""

    def __init__(self, size: int) -> None:
        self.board, self.mover, self.passes = "." * size, 0, 0
        self.past_boards = {self.board}

    def legal(self) -> list[str]:
        if self.passes == 2:
            return []
        boards = {chr(97 + point): self.after(point) for point in range(len(self.board))}
        free = [name for name, board in boards.items() if board and board not in self.past_boards]
        return [*free, "pass"]

    def after(self, point: int) -> str | None:
        if self.board[point] != ".":
            return None
        mine, other = ("xo", "ox")[self.mover]
        board = self.board[:point] + mine + self.board[point + 1 :]
        board = without_captured(board, other)
        return board if board == without_captured(board, mine) else None

    def play(self, move: str) -> "PlainLineGo":
        after_move = PlainLineGo(len(self.board))
        after_move.board = self.board if move == "pass" else str(self.after(ord(move) - 97))
        after_move.mover = 1 - self.mover
        after_move.passes = self.passes + 1 if move == "pass" else 0
        after_move.past_boards = self.past_boards | {after_move.board}
        return after_move

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(self.play(move).perft(depth - 1) for move in self.legal())


def without_captured(board: str, colour: str) -> str:
    """The board without this colour's chains that have no free neighbour."""
    alive = set()
    for _ in board:
        for point, stone in enumerate(board):
            neighbours = {n for n in (point - 1, point + 1) if 0 <= n < len(board)}
            if stone == colour and any(board[n] == "." or n in alive for n in neighbours):
                alive.add(point)
    return "".join("." if c == colour and i not in alive else c for i, c in enumerate(board))


@pytest.mark.parametrize(("size", "depth"), [(2, 8), (3, 8), (4, 7), (5, 6)])
def test_perft_excludes_repeated_boards(size: int, depth: int) -> None:
    assert toy_game("linego", size=size).start().perft(depth) == PlainLineGo(size).perft(depth)


def test_superko_forbids_moves_back_to_an_earlier_board() -> None:
    """On two points: x, o takes, and x may not take back, neither at once nor after a pass."""
    state = toy_game("linego", size=2).start().play("a").play("b")
    assert state.text == ".o x 0"
    assert state.legal() == ["pass"]
    assert toy_game("linego", size=2).parse(".o x 0").legal() == ["a", "pass"], "without a history"
    with pytest.raises(ValueError, match="not a legal move here"):
        state.play("a")


# ── seats that leave ───────────────────────────────────────────────────────────────────────────


def test_the_others_play_on_when_a_seat_leaves() -> None:
    game = toy_game("relay", seats=4)
    assert game.plays_on
    thrown = game.start().throw([5])
    without_2 = thrown.withdraw(2)
    assert (without_2.turn, without_2.text) == (0, "0 0 -4 0 0 5"), "its turn is not interrupted"
    without_0 = without_2.withdraw(0)
    assert (without_0.due, without_0.thrower) == (("dice", (6,)), 1)
    assert without_0.text == "-3 0 -4 0 1 0"
    assert without_0.throw([2]).play("walk").thrower == 3, "a seat that has left gets no turns"
    only_3 = without_0.withdraw(1)
    assert only_3.result == ((1 / 3, 2 / 3, 0.0, 1.0), "rules", "alone")
    assert len({state.key for state in (thrown, without_2, without_0, only_3)}) == 4
    assert game.parse(without_0.text) == without_0


def test_a_seat_leaves_only_once_and_only_while_the_game_lasts() -> None:
    withdrawn = toy_game("relay").start().throw([1]).withdraw(1)
    assert withdrawn.withdraw(1) == withdrawn
    with pytest.raises(ValueError, match=r"The game is over\."):
        withdrawn.withdraw(0).withdraw(2)
    with pytest.raises(ValueError, match=r"This game has seats 0 to 2\."):
        withdrawn.withdraw(3)


def test_a_game_ends_when_a_seat_leaves_unless_it_plays_on() -> None:
    assert not toy_game("relay", seats=2).plays_on, "no opponent would be left"
    hands = toy_game("hands")
    assert not hands.plays_on
    with pytest.raises(ValueError, match=r"This game ends when a seat leaves\."):
        hands.start().withdraw(0)


@pytest.mark.parametrize("core", [_core, toy_core()], ids=["games", "toy games"])
def test_the_manifest_tells_whether_a_game_plays_on(core: Any) -> None:
    """Checked with the largest number of seats."""
    for name in core.games():
        seats = [s for s in core.settings_of(name) if s.name == "seats"]
        game = core.Game(name, {s.name: s.choices[-1] for s in seats})
        if game.seats > 2:
            assert game.plays_on == parse(name, core.manifest_of(name)).plays_on, name
