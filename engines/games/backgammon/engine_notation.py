"""Reads plays of backgammon as people write them, like the terminal client."""

import re
from collections.abc import Mapping

from zeitnot_engines.games import History, Value, load, settings_of
from zeitnot_engines.notations import Notation, find_move

from .notation import NOTATION as CLIENT_NOTATION

GAME = "backgammon"
_XGID = re.compile(r"\bXGID=\S{1,100}")
_GNU_BOARD = re.compile(
    r"Position ID\s*:\s*([A-Za-z0-9+/]{14})(?!\S)(?:[\s|]{0,80}Match ID\s*:\s*(\S{12})(?!\S))?"
)
_LENGTHS = next(setting.choices for setting in settings_of(GAME) if setting.name == "match")


def read_play(state: History, text: str) -> str:
    """The legal move that `text` means, in the core's notation.

    Raises ValueError, whose message is a sentence, if there is none or more than one.
    """
    return find_move(CLIENT_NOTATION, state, text)


def _by_commas(text: str) -> list[str]:
    """Splits plays at commas, because they contain blanks."""
    return [word.strip() for word in text.split(",") if word.strip()]


def _settings_of(position: str) -> Mapping[str, Value]:
    """The match and the rules of the position, with the cube, which other programs always have."""
    try:
        text = load(GAME, {"cube": "on"}).parse(position).text
    except ValueError:
        return {"cube": "on"}
    rules, length = text.split(":")[7:9]
    if length != "0":
        return {"cube": "on", "match": length} if length in _LENGTHS else {"cube": "on"}
    chosen = {"jacoby": rules in "13", "beavers": rules in "23"}
    return {"cube": "on", **{name: "on" for name, is_on in chosen.items() if is_on}}


def _find_position(text: str) -> str | None:
    """The XGID of a text of eXtreme Gammon, or the IDs above a board of GNU Backgammon."""
    if found := _XGID.search(text):
        return found[0]
    if found := _GNU_BOARD.search(text):
        return ":".join(filter(None, found.groups()))
    return None


NOTATION = Notation(
    read=read_play, split=_by_commas, settings_of=_settings_of, find_position=_find_position
)
