"""History: an immutable value with the part of its past that its future depends on."""

import pytest

from zeitnot_engines.games import History, IllegalMove, load

from ..each import each
from ..games.facts import facts_of
from ..repetition import sample
from .rules import PAIRS, Pair, playout

every_pair = each("pair", PAIRS, ids=str, by=lambda pair: pair.game.name)


@every_pair
def test_incremental_keys_equal_those_of_the_parsed_position(pair: Pair) -> None:
    superko = facts_of(pair.game.name).superko
    for seed in sample(range(20), 5):
        for state in playout(pair.game, seed):
            parsed = pair.game.parse(state.text)
            assert (parsed.text, parsed.key) == (state.text, state.key)
            assert parsed.legal() == state.legal() or state.result is not None or superko
            assert set(state.legal()) <= set(parsed.legal())


def test_distinct_positions_have_distinct_keys() -> None:
    for name in {pair.game.name for pair in PAIRS}:
        positions: dict[int, tuple[int, str]] = {}  # by key
        distinct = facts_of(name).distinct
        for pair in (p for p in PAIRS if p.game.name == name):
            for seed in sample(range(60), 8):
                for state in playout(pair.game, seed):
                    position = (pair.game.settings_key, distinct(state.text))
                    assert positions.setdefault(state.key, position) == position


@every_pair
def test_playing_leaves_earlier_values_unchanged(pair: Pair) -> None:
    before = pair.game.start()
    seen = (before.text, before.key, before.ply, before.legal(), before.outcomes())
    playout(pair.game, 1)
    if before.legal():
        assert before.play(before.legal()[0]) != before
    assert (before.text, before.key, before.ply, before.legal(), before.outcomes()) == seen


def test_histories_are_equal_by_value_and_hashable() -> None:
    game = load("othello")
    first, second = game.start().play("f5"), load("othello", {"size": 8}).start().play("f5")
    assert first == second
    assert len({first, second, first.play("f6")}) == 2
    assert first != load("othello", {"size": 6}).start()
    assert game.start() != "othello"


def test_equal_positions_with_different_pasts_are_different_histories() -> None:
    first = load("niujiaoqi").start().play("0-1").play("8-7")
    second = _play(first, "1-0 7-6 0-1 6-7")
    third = _play(second, "1-0 7-6 0-1 6-7")
    assert first.text == second.text == third.text == "1 7 9 r"
    assert first.key == second.key == third.key
    assert [state.occurrences for state in (first, second, third)] == [1, 2, 3]
    assert len({first, second, third}) == 3
    assert (second.result, third.result) == (None, ((0.5, 0.5), "repetition", "repetition"))


def test_an_irreversible_move_drops_the_past() -> None:
    first = load("niujiaoqi").start().play("0-1").play("8-7")
    second = _play(first, "1-0 7-6 0-1 6-7")
    after = [_play(state, "1-0 7-5") for state in (first, second)]
    assert after[0] == after[1]
    assert after[0].ply != after[1].ply


def _play(state: History, moves: str) -> History:
    for move in moves.split():
        state = state.play(move)
    return state


@every_pair
def test_an_illegal_move_is_refused_with_a_message(pair: Pair) -> None:
    state = pair.game.start()
    for move in {"", "zz", "pass ", "0", "25-25", "é", "\0", "x" * 200} - set(state.legal()):
        with pytest.raises(IllegalMove, match=r"^.+\.$"):
            state.play(move)


@every_pair
def test_nothing_can_be_played_after_the_end(pair: Pair) -> None:
    *_, before, end = playout(pair.game, 7)
    assert (end.turn, end.due, end.legal(), end.outcomes()) == (None, None, [], [])
    with pytest.raises(IllegalMove, match="The game is over"):
        end.play(before.legal()[0])
    with pytest.raises(ValueError, match="No throw is due"):
        end.throw((1,))


@every_pair
def test_views_and_winning_chances_at_the_start(pair: Pair) -> None:
    state = pair.game.start()
    if not pair.game.hides:
        assert {state.view(None), state.view(0), state.view(1)} == {state.text}
    assert state.can_win(0)
    assert state.can_win(1)
    with pytest.raises(ValueError, match="seats 0"):
        state.view(pair.game.seats)
