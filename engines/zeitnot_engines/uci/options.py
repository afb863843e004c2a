"""The options of our engine behind UCI and UCCI. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from .go import UciError

HASH_MB = 16
OVERHEAD_MS = 10
MAX_SKILL = 20

Value = int | bool | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Spin:
    """A whole number."""

    name: str
    default: int
    minimum: int
    maximum: int

    def parse(self, text: str) -> int:
        """The value that a GUI sends. Raises UciError."""
        number = int(text[:12]) if text.isascii() and text.isdecimal() else -1
        if not self.minimum <= number <= self.maximum:
            limits = f"from {self.minimum} to {self.maximum}"
            raise UciError(f'{self.name.lower()} takes a number {limits}, not "{text}"')
        return number


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """True or false."""

    name: str
    default: bool = False

    def parse(self, text: str) -> bool:
        """The value that a GUI sends. Raises UciError."""
        if text.lower() not in ("true", "false"):
            raise UciError(f'{self.name.lower()} takes true or false, not "{text}"')
        return text.lower() == "true"


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """An action, without a value."""

    name: str

    def parse(self, text: str) -> str:
        """The text itself, which is ignored."""
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Combo:
    """One of several words."""

    name: str
    default: str
    choices: tuple[str, ...]
    noun: str

    def parse(self, text: str) -> str:
        """The value that a GUI sends. Raises UciError."""
        if text not in self.choices:
            raise UciError(f'there is no {self.noun} "{text}"')
        return text


Option = Spin | Check | Button | Combo

HASH = Spin(name="Hash", default=HASH_MB, minimum=1, maximum=65536)
THREADS = Spin(name="Threads", default=1, minimum=1, maximum=256)
MULTI_PV = Spin(name="MultiPV", default=1, minimum=1, maximum=256)
OVERHEAD = Spin(name="Move Overhead", default=OVERHEAD_MS, minimum=0, maximum=5000)
SKILL = Spin(name="Skill Level", default=MAX_SKILL, minimum=0, maximum=MAX_SKILL)
PONDER = Check(name="Ponder")
CLEAR_HASH = Button(name="Clear Hash")
NEW_GAME = Button(name="newgame")
BATCH = Check(name="batch")
LIMIT = Check(name="UCI_LimitStrength")
ELO = "UCI_Elo"
VARIANT = "UCI_Variant"


def elo_option(elos: tuple[int, ...]) -> Spin:
    """The option for a game whose levels have these ratings."""
    return Spin(name=ELO, default=elos[0], minimum=elos[0], maximum=elos[-1])


def variant_option(game: str, games: tuple[str, ...]) -> Combo:
    """The option that chooses one of these games."""
    return Combo(name=VARIANT, default=game, choices=games, noun="variant")


class Values:
    """The options' values: what a GUI has set, else the default."""

    def __init__(self) -> None:
        self._set: dict[str, Value] = {}

    def set(self, option: Option, value: Value) -> None:
        """Stores a value."""
        self._set[option.name] = value

    def forget(self, name: str) -> None:
        """Returns to the default."""
        self._set.pop(name, None)

    def number(self, option: Spin) -> int:
        """The value of a number."""
        return int(self._set.get(option.name, option.default))

    def is_set(self, option: Check) -> bool:
        """The value of a check, true or false."""
        return bool(self._set.get(option.name, option.default))


def by_name(options: tuple[Option, ...], names: Mapping[str, str]) -> dict[str, Option]:
    """The options by their names in a dialect, in lower case. `names`: by UCI's name, those that
    are different in the dialect."""
    return {names.get(option.name, option.name).lower(): option for option in options}
