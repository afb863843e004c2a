"""MAT, the text form of matches that Jellyfish began (F. Dahl, 1994) and GNU Backgammon, eXtreme
Gammon and the servers write: games of backgammon in and out.

A file is a match, or a session of single games. Each of its games is a game here, which begins with
the score at that time. A position of a match goes on with its next game, so the last position of a
game that is not the match's last has the new score.
"""

import re
from collections.abc import Iterator
from functools import cache

from ..games import History, Value, load, settings_of
from .mat_replay import Replay
from .mat_rows import Action, TextGame, games_in, name_in_row
from .mat_writer import FACT_NAMES, write
from .record import BadGame, FileGame
from .source import Source

__all__ = ["GAME", "GAMES", "MAX_LENGTH", "SIGN", "read", "write"]

GAME = "backgammon"
GAMES = (GAME,)
SIGN = re.compile(
    r"^[ \t]*[0-9]{1,3}[ -]points? match\b|^[ \t]*Game +[0-9]+[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
"""How such files begin."""
MAX_LENGTH = 64  # of a match, in points
_RULES = {"Variation", "Crawford", "Jacoby", "Beaver", "Beavers", "CubeLimit"}


@cache
def _lengths() -> frozenset[str]:
    """The lengths of matches that the game has; a build may be without the game."""
    return frozenset(
        str(word)
        for setting in settings_of(GAME)
        if setting.name == "match"
        for word in setting.choices
    )


def read(source: Source) -> Iterator[FileGame | BadGame]:
    """The games of a file, and in the place of each that cannot be read what is wrong with it.
    Raises OSError."""
    crawford = _Crawford()
    for text in games_in(source):
        try:
            if isinstance(text, BadGame):
                raise text
            yield _game(text, is_crawford=crawford.is_in(text))
        except BadGame as bad:
            yield bad


class _Crawford:
    """Which game of a match is the Crawford game: the first in which a side needs one point. A game
    with a double is none."""

    def __init__(self) -> None:
        self._over: tuple[object, bool] = (None, False)  # the match, and whether it was before

    def is_in(self, text: TextGame) -> bool:
        length, match = text.match.length, text.match
        one_away = [score == length - 1 for score in text.scores]
        was_before = self._over[0] is match and self._over[1]
        self._over = match, was_before or any(one_away)
        doubles = any(action.kind == "double" for action in text.actions)
        is_played = match.says("Crawford") is not False and _has_cube(text)
        return length > 1 and is_played and sum(one_away) == 1 and not was_before and not doubles


def _game(text: TextGame, *, is_crawford: bool, jacoby: bool = False) -> FileGame:
    """Raises BadGame."""
    settings = _settings(text, jacoby)
    start, is_usual = _start(text, settings, is_crawford)
    replay = Replay(start)
    wins = next((action for action in text.actions if action.kind == "wins"), None)
    played = [action for action in text.actions if action.kind != "wins"]
    for action in played:
        replay.add(action, is_last=action is played[-1])
    if not jacoby and _counted_once(replay, wins):
        return _game(text, is_crawford=is_crawford, jacoby=True)
    game = FileGame(
        game=GAME,
        settings=settings,
        position=None if is_usual else start.text,
        root=replay.root,
        players=_players(text),
        facts=_facts(text),
        notes=replay.notes,
        line=text.line,
    )
    _set_result(game, replay, wins)
    return game


def _counted_once(replay: Replay, wins: Action | None) -> bool:
    """Whether a gammon of a single game counted once, which says that Jacoby's rule was played."""
    if wins is None or replay.won is None:
        return False
    return wins.points == 1 and replay.won.points == replay.won.times > 1


def _players(text: TextGame) -> tuple[str, str]:
    """The names of the row, spelled as in the tags: there a colon may be in a name."""
    first, second = text.players or ("?", "?")
    return _spelled(first, text, "Player 1"), _spelled(second, text, "Player 2")


def _spelled(name: str, text: TextGame, tag: str) -> str:
    spelled = " ".join(text.match.tags.get(tag, "").split())
    if name_in_row(spelled) == name_in_row(name):
        return spelled
    return "" if name == "?" else " ".join(name.split())


def _set_result(game: FileGame, replay: Replay, wins: Action | None) -> None:
    """The rules' result; the file's where the game was not played to its end."""
    if (won := replay.won) is not None:
        game.scores = (1.0, 0.0) if won.seat == 0 else (0.0, 1.0)
        game.reason, game.word = "rules", won.word
        game.facts["Points"] = str(won.points)
        if wins is not None and wins.points not in (None, won.points):
            note = f"the file has {wins.points} points for the winner; by the rules {won.points}"
            game.notes.append((wins.line, note))
        return
    if wins is None and replay.resigned is None:
        return
    winner = wins.side if wins is not None else 1 - (replay.resigned or 0)
    game.scores = (1.0, 0.0) if winner == 0 else (0.0, 1.0)
    game.reason = "resign"
    if wins is not None and wins.points is not None:
        game.facts["Points"] = str(wins.points)


def _settings(text: TextGame, jacoby: bool) -> dict[str, Value]:
    match, length = text.match, text.match.length
    if length > MAX_LENGTH:
        raise BadGame(text.line, f"a match of {length} points", f"up to {MAX_LENGTH}")
    if (kind := match.tags.get("Variation", GAME)).strip().lower() != GAME:
        raise BadGame(text.line, f"the game is {kind[:30]!r}", GAME)
    settings: dict[str, Value] = {"cube": "on" if _has_cube(text) else "off"}
    if str(length) in _lengths():
        settings["match"] = str(length)
    if length == 0:
        has_beaver = any(action.kind == "beaver" for action in text.actions)
        if jacoby or match.says("Jacoby"):
            settings["jacoby"] = "on"
        if has_beaver or match.says("Beaver") or match.says("Beavers"):
            settings["beavers"] = "on"
    return settings


def _has_cube(text: TextGame) -> bool:
    """Whether the cube may be turned, as far as the file says it."""
    doubles = any(action.kind == "double" for action in text.actions)
    return doubles or text.match.tags.get("CubeLimit", "").strip() not in ("0", "1")


def _start(text: TextGame, settings: dict[str, Value], is_crawford: bool) -> tuple[History, bool]:
    """The position before the first roll, and whether it is the usual start."""
    rules = load(GAME, settings)
    usual = rules.start()
    length = text.match.length
    if length == 0:
        return usual, True
    if max(text.scores) >= length:
        what = "the score is {}-{} in a match to {}".format(*text.scores, length)
        raise BadGame(text.line, what, "a score within the match")
    fields = usual.text.split(":")
    fields[5:9] = [str(text.scores[0]), str(text.scores[1]), str(int(is_crawford)), str(length)]
    start = rules.parse(":".join(fields))
    return start, start.text == usual.text


def _facts(text: TextGame) -> dict[str, str]:
    dropped = {"Player 1", "Player 2", *_RULES}
    tags = {
        name: value
        for name, value in text.match.tags.items()
        if name not in dropped and value.strip()
    }
    facts = {FACT_NAMES.get(name, name): value for name, value in tags.items()}
    if "Date" in facts:
        facts["Date"] = facts["Date"].replace("-", ".").replace("/", ".")
    facts["Game"] = str(text.number)
    if text.match.length or any(text.scores):
        facts["Score"] = "{}-{}".format(*text.scores)
    return facts
