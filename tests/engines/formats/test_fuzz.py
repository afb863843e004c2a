"""Damaged files: games or located errors, never another exception; what is still read is the same
after it has been written and read again."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zeitnot_engines import encodings
from zeitnot_engines.formats import ggf, mat, pdn, pgn, source, transcript
from zeitnot_engines.formats.record import BadGame, FileGame
from zeitnot_engines.formats.registry import format_of
from zeitnot_engines.formats.source import Source
from zeitnot_engines.games import load
from zeitnot_engines.notations import notation_of

from ...repetition import times
from ..rules import PAIRS, playout
from .mutations import FILES, PGN, POSITIONS, READERS, damaged
from .trees import content

FORMAT_OF = {"xiangqi": "pgn"}
WRITERS = {
    "pgn": pgn.write,
    "pdn": pdn.write,
    "ggf": ggf.write,
    "mat": mat.write,
    "txt": transcript.write,
}


def read(form: str, data: bytes) -> list[FileGame | BadGame]:
    """What is in a file. Checks that every error can be shown."""
    file = Source.of_bytes(data, "games")
    found = list(READERS[form](file))
    assert found
    lines = "".join(file.blocks()).count("\n") + 1
    for bad in found:
        if isinstance(bad, BadGame):
            assert 0 <= bad.line <= lines
            message = bad.located("games")
            assert message.isprintable(), message
            assert len(message) < 300
            assert "; expected " in message
            assert "invalid literal" not in message
    return found


def content_of_game(game: FileGame) -> tuple[object, ...]:
    """Everything of a game that its format stores."""
    facts = {} if game.game in mat.GAMES else game.facts  # MAT has only tags that it knows
    return (
        *(game.game, game.settings, game.position, game.players, game.scores, game.reason),
        *(game.word, facts, content(game.root)),
    )


@pytest.mark.parametrize("name", FILES)
def test_damaged_files(name: str) -> None:
    form, games = FORMAT_OF.get(name, name), 0
    write = WRITERS.get(form)  # no record of ours is made from a file
    for seed in range(times(250, 20_000)):
        for game in read(form, damaged(random.Random(seed), FILES[name])):
            if isinstance(game, BadGame):
                continue
            games += 1
            if write is None:
                continue
            [again] = read(form, write(game).encode("utf-8", "surrogatepass"))
            assert isinstance(again, FileGame), (seed, again.located("written"))
            assert content_of_game(again) == content_of_game(game), seed
    assert games > 100


@given(data=st.binary(max_size=200), form=st.sampled_from(list(READERS)))
@settings(max_examples=times(150, 5_000))
def test_any_bytes(data: bytes, form: str) -> None:
    read(form, data)
    format_of(Source.of_bytes(data, "games"))


@given(
    text=st.text(alphabet='[]{}();"$%.*-10½ab8xO\\\n\r e', max_size=120),
    form=st.sampled_from(list(READERS)),
)
@settings(max_examples=times(200, 5_000))
def test_any_punctuation(text: str, form: str) -> None:
    read(form, text.encode())


# ── encodings ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_blocks_of_any_size_are_the_same_text(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A character or a CR LF may lie across the border of two blocks."""
    rng = random.Random(size)
    files = [
        Source.of_bytes(damaged(rng, text)[:3_000], "x")
        for text in FILES.values()
        for _ in range(10)
    ]
    texts = ["".join(file.blocks()) for file in files]
    monkeypatch.setattr(source, "BLOCK", size)
    assert ["".join(file.blocks()) for file in files] == texts
    assert not any("\r" in text for text in texts)


@given(data=st.binary(max_size=400))
@settings(max_examples=times(200, 5_000))
def test_any_bytes_have_an_encoding(data: bytes) -> None:
    text = encodings.decode(data)
    encoding = encodings.detect(lambda: iter((data,)))
    assert encoding == encodings.detect(lambda: iter((data,)))
    assert encodings.title(encoding.codec)
    if encoding == ("utf-8", 0):
        assert text.encode() == data


@given(name=st.text(max_size=30))
@settings(max_examples=times(150, 5_000))
def test_any_declared_encoding_is_known_or_not(name: str) -> None:
    codec = encodings.python_name(name)
    assert codec is None or "x".encode(codec)


# ── positions ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_positions_of_the_rules_are_unchanged(pair: object) -> None:
    game = pair.game  # type: ignore[attr-defined]
    for state in playout(game, 3)[:: times(7, 1)]:
        assert notation_of(game.name).position(state.text) == state.text


def test_damaged_positions() -> None:
    """Each is refused with one sentence, or read. The text of a position that was read is read as
    the same position."""
    for seed in range(times(400, 20_000)):
        rng = random.Random(seed)
        data = damaged(rng, rng.choice(POSITIONS))[:2_000]
        text = data.decode("utf-8", "replace")
        for name in ("chess", "xiangqi", "othello", "checkers", "backgammon"):
            plain = notation_of(name).position(text)
            try:
                state = load(name).parse(plain)
            except ValueError as bad:
                sentence = str(bad)
            else:
                sentence = "It is read."
                assert load(name).parse(state.text) == state
            assert sentence.endswith(".")


def test_the_sample_files_are_sound() -> None:
    for name, text in FILES.items():
        assert all(
            isinstance(game, FileGame) for game in read(FORMAT_OF.get(name, name), text.encode())
        )
    assert len(read("pgn", PGN.encode())) == 2
