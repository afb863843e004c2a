"""Reads the tables of a TOML file: each value is checked when it is read, and unknown keys are
reported with a suggestion."""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from ..printable import printable
from ..spelling import similar_names, suggestion

_MAX_SHOWN = 60  # characters of a bad value in an error


class ConfigError(ValueError):
    """A file or an option that cannot be used. The message, one printable line, names the key, its
    value, and what is expected."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


class Table:
    """A table of the file. `path`: its name, empty for the top of the file. Every reading method
    returns the default if the key is missing, and raises ConfigError for a bad value."""

    def __init__(self, values: Mapping[str, Any], path: str = "") -> None:
        self._values = values
        self._path = path

    @property
    def keys(self) -> list[str]:
        """The keys in the file."""
        return list(self._values)

    def value(self, key: str) -> Any:
        """The value as it is; None if there is none."""
        return self._values.get(key)

    def table(self, key: str) -> "Table":
        """A table in this one; empty if there is none."""
        value = self.value(key)
        name = f"{self._path}.{key}" if self._path else key
        if value is not None and not isinstance(value, Mapping):
            raise ConfigError(f"{key} = {_shown(value)}: expected a table, [{name}]")
        return Table(value or {}, name)

    def tables(self, key: str) -> "list[Table]":
        """A list of tables in this one; empty if there is none."""
        value = self.value(key)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(each, Mapping) for each in value):
            self.fail(key, f"tables, each below a line [[{key}]]")
        return [Table(each, f"{key} {number}") for number, each in enumerate(value, start=1)]

    def text(self, key: str, default: str, expected: str = "a string", *, chars: int = 4096) -> str:
        """A string of at most this many characters."""
        value = self.value(key)
        if value is None:
            return default
        if not isinstance(value, str) or len(value) > chars:
            limit = f" of at most {chars} characters" if isinstance(value, str) else ""
            self.fail(key, f"{expected}{limit}, in quotation marks")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """`true` or `false`."""
        value = self.value(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fail(key, "true or false")
        return value

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self.value(key)
        if value is None:
            return default
        if not _is_number(value, int) or not low <= value <= high:
            self.fail(key, f"a whole number from {low} to {high}")
        return int(value)

    def number(self, key: str, default: float, low: float, high: float) -> float:
        """A number from `low` to `high`."""
        value = self.value(key)
        if value is None:
            return default
        if not _is_number(value, (int, float)) or not low <= value <= high:
            self.fail(key, f"a number from {low:g} to {high:g}")
        return float(value)

    def span(
        self, key: str, default: tuple[float, float], high: float, example: str
    ) -> tuple[float, float]:
        """The minimum and the maximum of a range within 0 to `high`."""
        value = self.value(key)
        if value is None:
            return default
        pair = isinstance(value, list) and len(value) == 2
        if not pair or not all(_is_number(n, (int, float)) and 0 <= n <= high for n in value):
            self.fail(key, f"[minimum, maximum], each from 0 to {high:g}, such as {example}")
        if value[0] > value[1]:
            self.fail(key, f"the minimum before the maximum, such as {example}")
        return float(value[0]), float(value[1])

    def texts(self, key: str, expected: str, *, most: int = 1000) -> tuple[str, ...]:
        """A list of at most `most` strings, none of them empty; empty if there is none."""
        value = self.value(key)
        if value is None:
            return ()
        is_list = isinstance(value, list) and len(value) <= most
        if not is_list or not all(isinstance(item, str) and item for item in value):
            self.fail(key, f"a list of at most {most:,} {expected}, none of them empty")
        return tuple(value)

    def one_of(self, key: str, default: str, known: Sequence[str]) -> str:
        """One of these words."""
        value = self.value(key)
        if value is None:
            return default
        if value not in known:
            similar = similar_names(value, known) if isinstance(value, str) else None
            self.fail(key, f"one of {', '.join(known)}{f'; {similar}' if similar else ''}")
        return str(value)

    def only(self, *known: str) -> "Table":
        """This table. Raises ConfigError for a key that is not one of these."""
        for key, value in self._values.items():
            if key not in known:
                what = f"[{key}]" if isinstance(value, Mapping) else f"{key} = {_shown(value)}"
                place = f"[{self._path}] " if self._path else ""
                raise ConfigError(f"{place}{what}: no such key; {suggestion(key, known)}")
        return self

    def fail(self, key: str, expected: str) -> NoReturn:
        """Raises ConfigError for the value of this key."""
        raise ConfigError(f"{self._name(key)} = {_shown(self._values[key])}: expected {expected}")

    def _name(self, key: str) -> str:
        return f"[{self._path}] {key}" if self._path else key


def _is_number(value: object, kinds: type | tuple[type, ...]) -> bool:
    return isinstance(value, kinds) and not isinstance(value, bool)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, Mapping):
        text = "{…}"
    else:
        text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…"
