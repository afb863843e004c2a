"""The rules on the web page agree with the core: their pictures show the legal moves."""

import re
import tomllib
from pathlib import Path

from zeitnot_client.notations import WIRE_NOTATION, notation_of
from zeitnot_engines.games import NAMES, History, Value, load

from ..each import each

ROOT = Path(__file__).parents[2]
PICTURE = re.compile(
    r'position: "(?P<position>[^"]+)",\s*(?:settings: (?P<settings>\w+),\s*)?'
    r'(?:from: "(?P<from>\w+)",\s*)?(?:to: \[(?P<to>[^\]]+)\],\s*)?'
    r"(?:marked: \[[^\]]+\],\s*)?(?:forbidden: \[(?P<forbidden>[^\]]+)\])?"
)


def rules(game: str) -> str:
    """The text of a game's rules.ts."""
    return (ROOT / f"clients/web/src/games/{game}/rules.ts").read_text("utf-8")


def settings_of(text: str, name: str | None) -> dict[str, Value]:
    """The settings of a picture, a constant of the file; None means the defaults."""
    if name is None:
        return {}
    constant = re.search(rf"const {name}: Settings = \{{ (.+) \}};", text)
    assert constant, name
    pairs = (pair.split(": ") for pair in constant[1].split(", "))
    return {key: value.strip('"') for key, value in pairs}


def state_of(game: str, position: str, settings: dict[str, Value] | None = None) -> History:
    """The position, or a sample if it is a seat's view. Raises ValueError."""
    game_type = load(game, settings)
    return game_type.sample(position, 1) if "?" in position else game_type.parse(position)


def targets(state: History, start: str | None) -> set[str]:
    """The targets of the piece on `start`, or all legal moves if `start` is None."""
    if start is None:
        return set(state.legal())
    moves = (re.fullmatch(rf"{start}-?(\w+)", move) for move in state.legal())
    return {move[1] for move in moves if move}


@each("game", NAMES)
def test_pictures_show_all_moves_of_a_piece(game: str) -> None:
    text = rules(game)
    pictures = list(PICTURE.finditer(text))
    assert pictures
    for picture in pictures:
        state = state_of(game, picture["position"], settings_of(text, picture["settings"]))
        if picture["to"]:
            shown = set(re.findall(r'"(\w+)"', picture["to"]))
            assert shown == targets(state, picture["from"]), picture["position"]


def test_pictures_cross_out_all_forbidden_points() -> None:
    crossed = 0
    for game in NAMES:
        text = rules(game)
        for picture in PICTURE.finditer(text):
            if picture["settings"] is None:
                continue
            settings = settings_of(text, picture["settings"])
            state = state_of(game, picture["position"], settings)
            if state.result is not None:
                continue
            shown = set(re.findall(r'"(\w+)"', picture["forbidden"] or ""))
            settings.pop("rule", None)
            without_rule = state_of(game, picture["position"], settings)
            assert set(without_rule.legal()) - set(state.legal()) == shown, picture["position"]
            crossed += len(shown)
    assert crossed > 0


def test_gomokus_open_three_is_open_at_both_ends() -> None:
    """From either marked end Black makes a four with two winning points; with White on the other
    end, only one point wins."""
    found = re.search(
        r'section: "turn",\s*position: "([^"]+)".*?marked: \[([^\]]+)\]', rules("gomoku"), re.S
    )
    assert found
    white_to_move, ends = found[1], re.findall(r"\w+", found[2])
    assert len(ends) == 2

    def wins(*moves: str) -> int:
        """Black's points that make five after these moves of both sides."""
        state = state_of("gomoku", white_to_move, {"size": 9})
        for move in moves:
            state = state.play(move)
        return sum(state.play(move).result is not None for move in state.legal())

    for end, other in (ends, ends[::-1]):
        assert wins("a1", end, "b1") == 2
        assert wins(end, other, "b1") == 1


@each("game", NAMES)
def test_moves_in_backquotes_can_be_typed(game: str) -> None:
    """Wire moves match the game's pattern; the web client's tests read those in notation."""
    manifest = (ROOT / f"engines/games/{game}/game.toml").read_text("utf-8")
    word = re.compile(tomllib.loads(manifest)["word"])
    moves = re.findall(r"`([^`]+)`", rules(game))
    in_notation = [move for move in moves if not all(map(word.fullmatch, move.split()))]
    assert len(in_notation) < len(moves)
    assert in_notation == [] or notation_of(game) is not WIRE_NOTATION
