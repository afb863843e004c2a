"""Options that an engine offers, and the check of their values. Pure.

An engine gets only options that it has offered, with values that it takes.
"""

from dataclasses import dataclass

from ..printable import printable

MAX_VALUE = 1000
BUTTONS = ("button", "save", "reset")
TEXTS = ("string", "file", "path")
_KEYWORDS = ("type", "default", "min", "max", "var")


class BadOption(ValueError):
    """An option does not exist, or does not take this value; the message continues "it"."""


@dataclass(frozen=True, slots=True)
class Offered:
    """An option: `kind` is check, spin, combo, string, button, or one of xboard's other types."""

    name: str
    kind: str
    default: str = ""
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()

    def checked(self, value: str) -> str:
        """The value as the engine takes it. Raises BadOption."""
        if len(value) > MAX_VALUE or printable(value) != value:
            raise BadOption(f'takes one printable line for its option "{self.name}"')
        match self.kind:
            case "spin" | "slider":
                return self._number(value)
            case "check":
                return self._one_of(value, ("true", "false"))
            case "combo":
                return self._one_of(value, self.choices)
            case kind if kind in BUTTONS and value:
                raise BadOption(f'takes no value for its button "{self.name}"')
        return value

    def _number(self, value: str) -> str:
        digits = value.removeprefix("-")
        is_number = digits.isascii() and digits.isdecimal()
        low, high = self.minimum, self.maximum
        if is_number and len(digits) < 19:
            number = int(value)
            if (low is None or low <= number) and (high is None or number <= high):
                return value
        span = "" if low is None or high is None else f" from {low} to {high}"
        raise BadOption(f'takes a whole number{span} for its option "{self.name}", not "{value}"')

    def _one_of(self, value: str, choices: tuple[str, ...]) -> str:
        for choice in choices:
            if choice.lower() == value.lower():
                return choice
        names = ", ".join(choices[:20])
        raise BadOption(f'takes {names} for its option "{self.name}", not "{value}"')


def checked_option(offered: dict[str, Offered], name: str, value: str) -> tuple[Offered, str]:
    """The option with this name, whose case does not matter, and its checked value. `offered`: by
    name in lower case. Raises BadOption."""
    option = offered.get(name.lower())
    if option is None:
        raise BadOption(f'has no option "{name}"')
    return option, option.checked(value)


def read_uci_option(text: str) -> Offered | None:
    """Parses what follows `option` in UCI, `name NAME type TYPE …`, or in UCCI, without `name`."""
    head, _, tail = f" {text} ".partition(" type ")
    name = head.strip().removeprefix("name ").strip()
    words = tail.split()
    if not name or not words:
        return None
    fields: dict[str, list[str]] = {}
    values: list[str] = []
    for word in words[1:]:
        if word in _KEYWORDS:
            values = []
            fields.setdefault(word, []).append("")
            key = word
        elif fields:
            values.append(word)
            fields[key][-1] = " ".join(values)
    return Offered(
        name,
        words[0],
        (fields.get("default") or [""])[0],
        _integer(fields, "min"),
        _integer(fields, "max"),
        tuple(fields.get("var", ())),
    )


def read_xboard_option(text: str) -> Offered | None:
    """Parses the value of xboard's feature `option`: `NAME -TYPE …`."""
    name, _, tail = text.partition(" -")
    kind, _, rest = tail.partition(" ")
    if not name or not kind:
        return None
    if kind == "combo":
        choices = tuple(choice.strip() for choice in rest.split("///"))
        default = next((choice[1:] for choice in choices if choice.startswith("*")), "")
        return Offered(name, kind, default, choices=tuple(c.removeprefix("*") for c in choices))
    words = rest.split()
    if kind in ("spin", "slider") and len(words) == 3:
        default, low, high = words
        bounds = {"min": [low], "max": [high]}
        return Offered(name, kind, default, _integer(bounds, "min"), _integer(bounds, "max"))
    return Offered(name, kind, rest)


def _integer(fields: dict[str, list[str]], name: str) -> int | None:
    text = (fields.get(name) or [""])[0]
    try:
        return int(text) if len(text) < 20 else None
    except ValueError:
        return None
