"""What players are shown about each game before they choose it; the rules themselves are in C++."""

from dataclasses import dataclass

from zeitnot_protocol import Control, SettingView

from .games import NAMES, settings_of

_SUDDEN_DEATH = Control(kind="sudden_death", base_ms=300_000)
_BLITZ = Control(kind="fischer", base_ms=180_000, increment_ms=2_000)
_RAPID = Control(kind="fischer", base_ms=600_000, increment_ms=5_000)
_PER_MOVE = Control(kind="per_move", time_ms=30_000)
_BACKGAMMON = Control(kind="delay", base_ms=240_000, delay_ms=12_000)
_UNLIMITED = Control(kind="unlimited")


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One game. `names` by language tag; `seat_names` in order of seats; the first control is the
    one to suggest. `word`: a regular expression for each word of a move, as moves are written on
    the wire; what engines report is held to it."""

    id: str
    names: dict[str, str]
    seat_names: tuple[str, ...]
    settings: tuple[SettingView, ...]
    word: str
    controls: tuple[Control, ...] = (_BLITZ, _SUDDEN_DEATH, _RAPID, _PER_MOVE, _UNLIMITED)


def _settings(game: str) -> tuple[SettingView, ...]:
    return tuple(
        SettingView(name=setting.name, default=setting.default, choices=list(setting.choices))
        for setting in (settings_of(game) if game in NAMES else ())
    )


_ENTRIES = (
    CatalogueEntry(
        id="tictactoe",
        names={"en": "Tic-tac-toe", "zh-Hans": "井字棋", "zh-Hant": "井字棋"},
        seat_names=("x", "o"),
        settings=_settings("tictactoe"),
        word=r"[a-c][1-3]",
    ),
    CatalogueEntry(
        id="niujiaoqi",
        names={"en": "Ox-horn chess", "zh-Hans": "牛角棋", "zh-Hant": "牛角棋"},
        seat_names=("red", "blue"),
        settings=_settings("niujiaoqi"),
        word=r"[0-9]-[0-9]",
    ),
    CatalogueEntry(
        id="othello",
        names={"en": "Othello", "zh-Hans": "黑白棋", "zh-Hant": "黑白棋"},
        seat_names=("black", "white"),
        settings=_settings("othello"),
        word=r"[a-h][1-8]|pass",
    ),
    CatalogueEntry(
        id="chess",
        names={"en": "Chess", "zh-Hans": "国际象棋", "zh-Hant": "西洋棋"},
        seat_names=("white", "black"),
        settings=_settings("chess"),
        word=r"[a-h][1-8][a-h][1-8][nbrq]?",
    ),
    CatalogueEntry(
        id="xiangqi",
        names={"en": "Chinese chess", "zh-Hans": "象棋", "zh-Hant": "象棋"},
        seat_names=("red", "black"),
        settings=_settings("xiangqi"),
        word=r"[a-i][0-9][a-i][0-9]",
    ),
    CatalogueEntry(
        id="ewn",
        names={
            "en": "EinStein würfelt nicht!",
            "zh-Hans": "爱恩斯坦棋",
            "zh-Hant": "愛因斯坦棋",
        },
        seat_names=("blue", "red"),
        settings=_settings("ewn"),
        word=r"[0-9]{1,2}-[0-9]{1,2}|[1-6]{6}",
        # Its tournaments give 30 s a move.
        controls=(_PER_MOVE, _BLITZ, _SUDDEN_DEATH, _RAPID, _UNLIMITED),
    ),
    CatalogueEntry(
        id="backgammon",
        names={"en": "Backgammon", "zh-Hans": "西洋双陆棋", "zh-Hant": "西洋雙陸棋"},
        seat_names=("white", "black"),
        settings=_settings("backgammon"),
        word=(
            r"(?:bar|[0-9]{1,2})(?:/(?:[0-9]{1,2}|off)\*?){1,4}(?:\([234]\))?"
            r"|pass|roll|double|take|drop"
        ),
        # Tournaments give twelve seconds a move that nobody can save up.
        controls=(_BACKGAMMON, _BLITZ, _SUDDEN_DEATH, _RAPID, _PER_MOVE, _UNLIMITED),
    ),
)

GAMES: dict[str, CatalogueEntry] = {entry.id: entry for entry in _ENTRIES if entry.id in NAMES}
"""Every game by id, in the order in which to list them."""

if set(GAMES) != set(NAMES):
    raise AssertionError("the catalogue and the native core name different games")
