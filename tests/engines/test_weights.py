"""Learnt weights: the package's files, damaged files, and the user's files."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from zeitnot_engines import _core, weights_files
from zeitnot_engines._core import Weights, games_with_weights
from zeitnot_engines.commands.analyse import analyse
from zeitnot_engines.commands.bench import bench
from zeitnot_engines.commands.bot import bot
from zeitnot_engines.commands.match import match
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import MANIFESTS, NAMES, load
from zeitnot_engines.weights_files import BadWeights, package_weights, weights_in

from ..each import each
from ..games.weights import GAMES, file_of, read_packed, weights_file

GOLDEN = {
    "backgammon": [
        ("XGID=bBAAC-D-aaAacA---bAda---A-:0:0:-1:00:0:0:0:0:10", "", -0.88903473),
        ("XGID=aCaBabAa----cC-aaB-AaBA-c-:0:0:-1:55:0:0:0:0:10", "", -0.073297046),
        ("XGID=-JbaB---a--a-----a-cBaabbA:0:0:1:43:0:0:0:0:10", "", -0.10352525),
        ("XGID=--BCBA---a--a-a---acbcabCD:0:0:1:31:0:0:0:0:10", "", -1.7242811),
        ("XGID=aBDabAC-B-A---a-acaAaAb-b-:0:0:-1:64:0:0:0:0:10", "hand", -1.3513186),
    ],
    "connect4": [("4433522", "", -0.13), ("737325674122", "", -0.02)],
    "ewn": [
        ("B 6 0 20 0 9 13 23 0 6 3 8 0 11", "", 0.76404903),
        ("R 5 10 0 0 0 0 19 6 3 23 0 0 7", "", 0.82791106),
        ("R 0 3 0 0 0 0 15 0 0 7 0 18 0", "", 0.49333408),
        ("B 0 0 18 14 23 0 19 7 11 13 12 10 0", "", 0.48916978),
        ("B 3 0 25 23 10 12 13 14 19 11 0 1 7", "table", 0.475),
    ],
    "othello": [
        ("--------XXX-------X---O---XOXOX----OO-----XOO------OO----------- O", "", 24.1),
        ("OOO-X---OOOX----OXXOX-O-XXXOO-O-OXXXOXO--X--XXO-------O--------O O", "", 29.2),
        ("---------O---OX---O--OX---XOOOX-OOOOOXX-XXXXXX---XXOX------XO--- X", "", -25.7),
        ("------X--O-OOXXX--O-X-X--OXOXOXXOOXXOXO--O-OX-XOXXOOXXX--OOOX--- X", "", 10.7),
        ("-O-------OOOO---XOOOOXX--OOXOX---OOXOXX--OOXXO---OOX-O--O------- O", "hand", 1.28),
    ],
}
"""Position, kind of evaluation, value: recorded when the weights were added."""
LEARNT = sorted(games_with_weights())


@pytest.fixture
def _empty_cache() -> Iterator[None]:
    """Clears the cache of the package's weights before and after."""
    package_weights.cache_clear()
    yield
    package_weights.cache_clear()


@pytest.fixture
def weights_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, _empty_cache: None) -> Path:
    """A copy of the package's weights that may be damaged: in the folder of each game."""
    for game in LEARNT:
        copy = tmp_path / game / f"{game}.weights"
        copy.parent.mkdir()
        copy.write_bytes(file_of(game).read_bytes())
    monkeypatch.setattr(weights_files, "files", lambda _: tmp_path)
    return tmp_path


def run(command: click.Command, *arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


def error_line(result: Result) -> str:
    """The last line of a command that has refused its input."""
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.output.splitlines()[-1]


# ── the package's files ────────────────────────────────────────────────────────────────────────


def test_the_package_has_a_file_for_each_game_that_learns() -> None:
    games = ["backgammon", "blindtictactoe", "connect4", "ewn", "go", "holdem", "othello"]
    assert games == LEARNT
    assert sorted(GAMES.glob("*/*.weights")) == [file_of(game) for game in LEARNT]


@pytest.mark.parametrize("game", LEARNT)
def test_files_have_the_documented_format(game: str) -> None:
    """Unpacked and packed again by the tests' code, the file is equal byte for byte."""
    assert weights_file(game, read_packed(file_of(game))) == file_of(game).read_bytes()


@pytest.mark.parametrize("game", GOLDEN)
def test_recorded_evaluations_are_unchanged(game: str) -> None:
    """New weights need new values here."""
    for text, kind, value in GOLDEN[game]:
        loaded = load(game)
        result = Engine(loaded, evaluation=kind).evaluate(loaded.parse(text))
        assert result == pytest.approx(value, rel=1e-6)


def test_weights_are_read_once_for_all_engines(weights_copy: Path) -> None:
    game = load("ewn")
    before = Engine(game).evaluate(game.start())
    (weights_copy / "ewn/ewn.weights").unlink()
    assert Engine(game, hash_mb=1).evaluate(game.start()) == before
    assert package_weights("ewn") is package_weights("ewn")


def test_other_games_need_no_weights() -> None:
    for name in set(NAMES) - set(LEARNT):
        assert package_weights(name) is None


@pytest.mark.parametrize("game", LEARNT)
def test_the_core_makes_no_engine_without_weights(game: str) -> None:
    with pytest.raises(ValueError, match=f"{game} needs its learnt weights"):
        _core.Engine(load(game))


@pytest.mark.parametrize("game", LEARNT)
def test_a_missing_file_is_an_error(game: str, weights_copy: Path) -> None:
    path = weights_copy / game / f"{game}.weights"
    path.unlink()
    with pytest.raises(BadWeights, match=f"{path}: No such file or directory"):
        Engine(load(game))
    assert str(path) in error_line(run(analyse, game, "--depth", "1"))
    if MANIFESTS[game].bench:
        assert str(path) in error_line(run(bench))
    assert str(path) in error_line(run(bot, "--token", "x"))
    assert str(path) in error_line(run(match, game, "random", "house:depth=1", "--games", "2"))


def test_a_damaged_file_is_an_error(weights_copy: Path) -> None:
    path = weights_copy / "othello/othello.weights"
    path.write_bytes(path.read_bytes()[:-1])
    assert f"{path}: These weights are damaged." in error_line(
        run(analyse, "othello", "--depth", "1")
    )
    assert f"{path}: These weights are damaged." in error_line(run(bot, "--token", "x"))


# ── damaged files ──────────────────────────────────────────────────────────────────────────────


def flip(offset: int, mask: int = 1) -> Callable[[bytes], bytes]:
    return lambda data: data[:offset] + bytes([data[offset] ^ mask]) + data[offset + 1 :]


@each(
    ("damage", "sentence"),
    [
        (lambda _: b"", "These are no weights"),
        (lambda data: data[:31], "These are no weights"),
        (lambda _: b"a text, and one that is longer than any header", "These are no weights"),
        (flip(0), "These are no weights"),
        (flip(8, 3), "weights of version 2, and this program reads version 1"),
        (flip(12), "are damaged"),
        (flip(16), "are damaged"),
        (flip(1000, 128), "are damaged"),
        (lambda data: data[:-1], "are damaged"),
        (lambda data: data + b"\0", "are damaged"),
        (lambda data: data[:32], "are damaged"),
        (lambda data: weights_file("chess", data[32:]), "chess takes no weights"),
        (lambda data: weights_file("", data[32:]), "an unknown game"),
        (lambda data: weights_file("\udcff" * 16, data[32:]), "an unknown game"),
        (lambda data: weights_file("backgammon", data[32:]), "not valid weights of backgammon"),
    ],
)
def test_bad_files_are_refused(
    damage: Callable[[bytes], bytes], sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "bad"
    path.write_bytes(damage(file_of("ewn").read_bytes()))
    with pytest.raises(BadWeights, match=f"^{path}: .*{sentence}"):
        weights_in(path, "ewn")
    assert sentence in error_line(run(analyse, "ewn", "--weights", str(path)))


# ── weights of the user ────────────────────────────────────────────────────────────────────────


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """EinStein's weights with a larger last bias, in favour of the side to move."""
    packed = read_packed(file_of("ewn"))
    path = tmp_path / "other.weights"
    path.write_bytes(weights_file("ewn", packed[:-4] + (1 << 14).to_bytes(4, "little")))
    return path


def test_other_weights_change_the_evaluation(other: Path) -> None:
    game = load("ewn")
    state = game.parse("B 0 25 24 23 20 19 15 1 2 3 6 7 11")
    assert Engine(game, weights=weights_in(other)).evaluate(state) > Engine(game).evaluate(state)


def test_analyse_takes_other_weights(other: Path) -> None:
    def value(*more: str) -> float:
        result = run(
            analyse, "ewn", "B 3 25 24 23 20 19 15 1 2 3 6 7 11", "--depth", "1", "--json", *more
        )
        assert result.exit_code == 0, result.output
        output: float = json.loads(result.stdout)["value"]
        return output

    assert value("--weights", str(other)) != value()
    assert value("--weights", str(file_of("ewn"))) == value()


def test_a_match_takes_other_weights(other: Path) -> None:
    players = ("house:depth=1", f"house:depth=1,weights={other}")
    assert run(match, "ewn", *players, "--games", "2").exit_code == 0
    sentence = error_line(run(match, "othello", *players, "--games", "2"))
    assert f"{other} has weights for ewn, not for othello." in sentence


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--weights", "/no/such"), "/no/such: No such file or directory"),
        (("--weights", "/"), "/: Is a directory"),
        (("--games", "othello", "--weights", "{other}"), "ewn is not among the games to play"),
        (("--protocol", "ecui", "--engine", "cat", "--weights", "{other}"), "is for house engines"),
    ],
)
def test_a_bot_refuses_bad_weights_options(
    arguments: tuple[str, ...], sentence: str, other: Path
) -> None:
    formatted = [argument.format(other=other) for argument in arguments]
    assert sentence in error_line(run(bot, "--token", "x", *formatted))


def test_a_bot_plays_by_other_weights(other: Path) -> None:
    from zeitnot_engines.commands.bot import _native_backend
    from zeitnot_engines.commands.search_options import SearchSpec

    game = load("ewn")
    backend = _native_backend(("ewn", "othello", "chess"), None, (other,), (), (), SearchSpec())
    engine = backend.engine(game, 1, 1)
    report = engine.search(game.start(), depth=1)
    default = Engine(game, hash_mb=1).search(game.start(), depth=1)
    assert report.value != default.value


def test_weights_are_shared_and_immutable() -> None:
    weights = Weights(file_of("ewn").read_bytes())
    assert weights.game == "ewn"
    with pytest.raises(AttributeError):
        weights.game = "othello"  # type: ignore[misc]
