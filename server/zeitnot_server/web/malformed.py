"""What is wrong with a body that could not be decoded, in words for people.

msgspec's own messages speak of Python's types, regular expressions and places in the document.
"""

import re
from collections.abc import Callable

LONGEST = 60
WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}
FORMS = {
    r"^[0-9A-Za-z_-]{2,24}$": "must be 2 to 24 letters of A to Z, digits, _ and -",
    r"^[ -~]*$": "must be ASCII text",
}
"""What the patterns of the protocol ask for, without their ends."""


def sentence(error: Exception) -> str:
    """One sentence for an error of msgspec's."""
    if isinstance(error, UnicodeError):
        return "The body is not UTF-8."
    message, _, place = str(error).partition(" - at `")
    name = place.removeprefix("$").removeprefix(".").rstrip("`").replace("[...]", "")
    for pattern, words in _MESSAGES:
        if match := re.fullmatch(pattern, message, re.DOTALL):
            return f"{words(name, *match.groups())}."
    return f"{message[:LONGEST].rstrip('.')}."


def _out_of_range(name: str, sign: str, bound: str) -> str:
    return f"{_the(name)} must be at {_least_or_most(sign)} {bound}"


def _length(name: str, sort: str, sign: str, bound: str) -> str:
    if (sign, bound) == (">=", "1"):
        return f"{_the(name)} must not be empty"
    if sort != "str":
        return f"{_the(name)} must have at {_least_or_most(sign)} {bound} entries"
    long, most = ("short", "least") if sign == ">=" else ("long", "most")
    return f"{_the(name)} is too {long}: at {most} {bound} characters"


def _form(name: str, pattern: str) -> str:
    form = FORMS.get(pattern.partition("(?!")[0], "is not of the form that it must have")
    return f"{_the(name)} {form}"


def _type(name: str, due: str, found: str) -> str:
    wanted = " or ".join(WORDS.get(one, one) for one in due.split(" | "))
    return f"{_the(name)} must be {wanted}, not {WORDS.get(found, found)}"


def _missing(name: str, field: str) -> str:
    return f"The field {f'{name}.' if name else ''}{field} is missing"


def _no_choice(name: str, value: str) -> str:
    return f"{_the(name)} cannot be {value if len(value) <= LONGEST else value[:LONGEST] + '…'}"


def _least_or_most(sign: str) -> str:
    return "least" if sign == ">=" else "most"


def _the(name: str) -> str:
    """A field, or, where the place is a longer one, the place."""
    if not name:
        return "The body"
    return f"The {name}" if name.isidentifier() else name


_MESSAGES: list[tuple[str, Callable[..., str]]] = [
    (r"Expected `(?:int|float)` (<=|>=) (\S+)", _out_of_range),
    (r"Expected `(str|array|object)` of length (<=|>=) (\d+)", _length),
    (r"Expected `str` matching regex '(.*)'", _form),
    (r"Expected `(.*)`, got `(.*)`", _type),
    (r"Object missing required field `(.*)`", _missing),
    (r"Invalid enum value (.*)", _no_choice),
    (r"Number out of range", lambda name: f"{_the(name)} is out of range"),
    (r"Input data was truncated", lambda name: "The body is not JSON: it ends early"),
    (r"JSON is malformed: (.*)", lambda name, why: f"The body is not JSON: {why}"),
]
