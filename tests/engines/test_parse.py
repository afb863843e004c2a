"""Parsing and formatting: an accepted text is a fixed point, any other is refused."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zeitnot_engines.games import MANIFESTS, NAMES, Game, History, IllegalMove, load

from ..each import each
from ..games.facts import facts_of
from ..repetition import times
from .rules import PAIRS, Pair, playout


def read(game: Game, text: str) -> History | None:
    """The position, or None if it was refused with one sentence."""
    try:
        return game.parse(text)
    except ValueError as error:
        sentence = str(error)
        assert sentence.endswith(".")
        assert sentence.isprintable()
        return None


def check_round_trip(game: Game, text: str) -> None:
    """The text is refused, or its position survives formatting and parsing and can be played on."""
    state = read(game, text)
    if state is None:
        return
    repeated = game.parse(state.text)
    assert (repeated, repeated.text, repeated.key) == (state, state.text, state.key)
    assert [state.turn, state.due, state.result].count(None) == 2
    for move in state.legal():
        state.play(move)


def mutated(text: str, alphabet: str, rng: random.Random) -> str:
    """One to three characters inserted, removed, replaced or swapped."""
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        index = rng.randrange(len(letters) or 1)
        match rng.randrange(4):
            case 0:
                letters.insert(index, rng.choice(alphabet))
            case 1:
                del letters[index : index + 1]
            case 2:
                letters[index : index + 1] = rng.choice(alphabet)
            case 3:
                other = rng.randrange(len(letters) or 1)
                if letters:
                    letters[index], letters[other] = letters[other], letters[index]
    return "".join(letters)


@pytest.mark.parametrize("pair", PAIRS, ids=str)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=times(20, 60), deadline=None)
def test_malformed_texts_are_refused(pair: Pair, seed: int) -> None:
    rng = random.Random(seed)
    state = rng.choice(playout(pair.game, seed))
    for _ in range(10):
        check_round_trip(pair.game, mutated(state.text, MANIFESTS[pair.game.name].alphabet, rng))


@given(game=st.sampled_from(NAMES), text=st.text(max_size=80))
@settings(max_examples=300, deadline=None)
def test_random_text_is_refused_or_read_back(game: str, text: str) -> None:
    check_round_trip(load(game), text)


@given(game=st.sampled_from(NAMES), move=st.text(max_size=12))
@settings(max_examples=300, deadline=None)
def test_random_moves_are_refused_or_played(game: str, move: str) -> None:
    state = load(game).start()
    before = (state.text, state.key, state.ply)
    if move in state.legal():
        state.play(move)
    else:
        with pytest.raises(IllegalMove, match=r"\.$"):
            state.play(move)
    assert (state.text, state.key, state.ply) == before


@each(
    ("game", "text", "sentence"),
    [(game, *refused) for game in NAMES for refused in facts_of(game).refused],
    by=lambda case: case[0],
)
def test_errors_name_the_bad_position(game: str, text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        load(game).parse(text)
