"""Explains to people why a body or a frame could not be decoded.

msgspec's own messages mention Python types, regular expressions and JSON paths.
"""

import re
from collections.abc import Callable

MAX_CHARACTERS = 60
TYPE_NAMES = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}
PATTERN_TEXTS = {
    r"^[0-9A-Za-z_-]{2,24}$": "must be 2 to 24 letters of A to Z, digits, _ and -",
    r"^[ -~]*$": "must be ASCII text",
    r"^[^\x00-\x1f]*$": "must not contain control characters",
}
"""What the patterns of the protocol require; each pattern up to its first `(?!`."""


def explain(error: Exception, noun: str = "body") -> str:
    """One sentence about an error of msgspec. `noun`: what could not be decoded."""
    return _sentence(error).replace("The body", f"The {noun}", 1)


def _sentence(error: Exception) -> str:
    if isinstance(error, UnicodeError):
        return "The body is not UTF-8."
    message, _, place = str(error).partition(" - at `")
    name = place.removeprefix("$").removeprefix(".").rstrip("`").replace("[...]", "")
    for pattern, describe in _MESSAGES:
        if match := re.fullmatch(pattern, message, re.DOTALL):
            return f"{describe(name, *match.groups())}."
    return f"{message[:MAX_CHARACTERS].rstrip('.')}."


def _out_of_range(name: str, sign: str, bound: str) -> str:
    return f"{_subject(name)} must be at {_least_or_most(sign)} {bound}"


def _length(name: str, kind: str, sign: str, bound: str) -> str:
    if (sign, bound) == (">=", "1"):
        return f"{_subject(name)} must not be empty"
    if kind != "str":
        return f"{_subject(name)} must have at {_least_or_most(sign)} {bound} entries"
    long, most = ("short", "least") if sign == ">=" else ("long", "most")
    return f"{_subject(name)} is too {long}: at {most} {bound} characters"


def _pattern(name: str, pattern: str) -> str:
    form = PATTERN_TEXTS.get(pattern.partition("(?!")[0], "does not have the required form")
    return f"{_subject(name)} {form}"


def _type(name: str, expected: str, found: str) -> str:
    kinds = expected.split(" | ")
    types = " or ".join(TYPE_NAMES.get(one, one) for one in kinds)
    if found == "float" and "int" in kinds:
        return f"{_subject(name)} must be {types}, not a fraction or beyond 2^53"
    return f"{_subject(name)} must be {types}, not {TYPE_NAMES.get(found, found)}"


def _missing(name: str, field: str) -> str:
    return f"The field {f'{name}.' if name else ''}{field} is missing"


def _not_a_choice(name: str, value: str) -> str:
    shown = value if len(value) <= MAX_CHARACTERS else f"{value[:MAX_CHARACTERS]}…"
    return f"{_subject(name)} cannot be {shown}"


def _least_or_most(sign: str) -> str:
    return "least" if sign == ">=" else "most"


def _subject(name: str) -> str:
    """The field as the subject of a sentence, or a longer path unchanged."""
    if not name:
        return "The body"
    return f"The {name}" if name.isidentifier() else name


_MESSAGES: list[tuple[str, Callable[..., str]]] = [
    (r"Expected `(?:int|float)` (<=|>=) (\S+)", _out_of_range),
    (r"Expected `(str|array|object)` of length (<=|>=) (\d+)", _length),
    (r"Expected `str` matching regex '(.*)'", _pattern),
    (r"Expected `(.*)`, got `(.*)`", _type),
    (r"Object missing required field `(.*)`", _missing),
    (r"Invalid enum value (.*)", _not_a_choice),
    (r"Number out of range", lambda name: f"{_subject(name)} is out of range"),
    (r"Input data was truncated", lambda name: "The body is not JSON: it ends early"),
    (r"JSON is malformed: (.*)", lambda name, why: f"The body is not JSON: {why}"),
]
